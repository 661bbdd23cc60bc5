import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { tracedDatabase } from "../../../server/app/traces/traced-database.ts";
import { recorded } from "../../../server/core/tracing/scope.ts";
import type { RecordedSpan, Span } from "../../../server/core/tracing/span.ts";
import { createTracer } from "../../../server/core/tracing/tracer.ts";
import { onEveryDatabase } from "../../support/database/databases.ts";
import { startServer } from "../../support/server.ts";
import { mark, spanId, traceId } from "../../support/telemetry/contexts.ts";
import { withoutStandardVariables } from "../../support/telemetry/otlp-receivers.ts";
import { exportingTo, startCollector } from "../../support/telemetry/trace-collector.ts";

withoutStandardVariables();

onEveryDatabase("spans of the database", (engine) => {
  const system = engine.kind === "mysql" ? "mariadb" : "sqlite";
  /** Statements of the library that a transaction on a server has besides its own. */
  const around = (names: readonly string[]) =>
    engine.kind === "mysql" ? ["START TRANSACTION", ...names, "COMMIT"] : names;

  /** Does work in a span on a traced database; returns the spans that were recorded for it, in the order of their ends. */
  async function spansOf(work: (database: ReturnType<typeof tracedDatabase>) => Promise<unknown>) {
    const spans: RecordedSpan[] = [];
    const tracer = createTracer({ name: "always_on", ratio: 1 }, (span) => spans.push(span));
    const database = tracedDatabase(await engine.open());
    const caller = tracer.begin(undefined, () => ({ name: "caller", kind: "server" })) as Span;
    await recorded(caller, () => work(database));
    return spans;
  }

  test("have each statement of a call's transactions, within the transaction", async () => {
    const collector = await startCollector();
    const { environment } = await engine.createForTest();
    const server = await startServer({ ...environment, ...exportingTo(collector.url), BACKUPS: "off" });
    onTestFinished(() => server.close());
    const id = randomUUID();
    const headers = { traceparent: `00-${traceId}-${spanId}-01`, "X-Request-Id": id };
    await server.post("/v1/admin/keys", { name: mark, plan: "operator", permissions: ["*"] }, headers);
    const call = await collector.callSpan(id);
    const below = (parent: string) => collector.spans.filter(({ parentSpanId }) => parentSpanId === parent);
    const change = below(call.spanId).findLast(({ name }) => name === "transaction");
    expect(below(change?.spanId ?? "").map(({ name }) => name)).toEqual(
      around([
        "SELECT api_keys",
        "INSERT api_keys",
        "SELECT audit_chain",
        "INSERT audit_records",
        "UPDATE audit_chain",
      ]),
    );
    expect(collector.bodies.join()).not.toContain(mark);
  });

  test("follow the conventions of databases, and hold no value, in a transaction and without one", async () => {
    const spans = await spansOf(async ({ manager, transact }) => {
      await manager.query(`SELECT id FROM api_keys WHERE name = ? OR name = '${mark}'`, [mark]);
      await transact((own) => own.query(`UPDATE api_keys SET name = '${mark}' WHERE name = ?`, [mark]));
      await manager.query(`SELECT '${mark}' AS a`);
    });
    const statement = (operation: string, table?: string) => ({
      name: table === undefined ? operation : `${operation} ${table}`,
      kind: "client",
      attributes: {
        "db.system.name": system,
        "db.operation.name": operation,
        ...(table !== undefined && { "db.collection.name": table }),
      },
    });
    const transaction = { ...statement("TRANSACTION"), name: "transaction" };
    const [begin, commit] =
      engine.kind === "mysql" ? [[statement("START TRANSACTION")], [statement("COMMIT")]] : [[], []];
    const update = [...begin, statement("UPDATE", "api_keys"), ...commit];
    expect(spans.map(({ name, kind, attributes }) => ({ name, kind, attributes }))).toEqual([
      statement("SELECT", "api_keys"),
      ...update,
      transaction,
      statement("SELECT"),
      { name: "caller", kind: "server", attributes: {} },
    ]);
    expect(JSON.stringify(spans)).not.toContain(mark);
  });

  test("tell the kind of a failure, and not its message", async () => {
    const spans = await spansOf(({ transact }) =>
      transact((own) => own.query(`INSERT INTO api_keys (${mark}) VALUES (?)`, [mark])).catch(() => undefined),
    );
    const failed = spans.filter(({ hasFailed }) => hasFailed);
    expect(failed.map(({ name }) => name)).toEqual(["INSERT api_keys", "transaction"]);
    for (const { attributes } of failed) expect(attributes["error.type"]).toMatch(/^\w+$/);
    expect(JSON.stringify(spans)).not.toContain(mark);
  });
});
