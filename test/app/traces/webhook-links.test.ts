import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { alongsideOf } from "../../../server/database/last-statements.ts";
import { tracedEntriesMax, tracesOf } from "../../../server/modules/ledger/store/traces.ts";
import { onEveryDatabase } from "../../support/database/databases.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { startServer } from "../../support/server.ts";
import { spanId, traceId } from "../../support/telemetry/contexts.ts";
import { withoutStandardVariables } from "../../support/telemetry/otlp-receivers.ts";
import { exportingTo, startCollector } from "../../support/telemetry/trace-collector.ts";
import { newHolder } from "../../support/wallet-holder.ts";
import { startReceiver } from "../../support/webhook-receiver.ts";

withoutStandardVariables();

const context = (flags: "00" | "01") => `00-${traceId}-${spanId}-${flags}`;

onEveryDatabase("the span of a webhook", (engine) => {
  /** Starts a service on the database of a test, until it is closed or the test ends. */
  async function starter() {
    const collector = await startCollector();
    const { environment } = await engine.createForTest();
    const settings = { ...environment, ...exportingTo(collector.url), WEBHOOK_ADDRESSES: "any", BACKUPS: "off" };
    const start = async () => {
      const server = await startServer(settings);
      let closed: Promise<void> | undefined;
      const close = () => (closed ??= server.close());
      onTestFinished(close);
      return { server, api: new ApiClient(server), close };
    };
    return { collector, start };
  }

  /** Deposits 7 tokens in a trace; returns the id of the request. */
  async function deposit(
    { server }: Awaited<ReturnType<Awaited<ReturnType<typeof starter>>["start"]>>,
    to: string,
    traceparent: string,
  ) {
    const id = randomUUID();
    const body = { identity_id: to, token_type: "TOKEN_STANDARD", amount: "7" };
    const { status } = await server.post("/v1/admin/ledger/deposits", body, { traceparent, "X-Request-Id": id });
    expect(status).toBe(200);
    return id;
  }

  test("links to the call that has made its event, also after a restart", async () => {
    const { collector, start } = await starter();
    const first = await start();
    const ada = await newHolder(first.api);
    const made = await collector.callSpan(await deposit(first, ada.id, context("01")));
    await first.close();
    const receiver = await startReceiver();
    const second = await start();
    await second.api.call("POST", `/api/wallets/${ada.id}/webhooks`, { url: receiver.url, from_start: true });
    const delivered = await collector.spanWith(({ name, links }) => name === "POST webhook" && links.length > 0);
    expect(delivered.links).toMatchObject([{ traceId, spanId: made.spanId }]);
    expect(delivered.traceId).not.toBe(traceId);
  });

  test("has no link to a call that nobody has recorded", async () => {
    const { collector, start } = await starter();
    const service = await start();
    const ada = await newHolder(service.api);
    await deposit(service, ada.id, context("00"));
    const receiver = await startReceiver();
    await service.api.call("POST", `/api/wallets/${ada.id}/webhooks`, { url: receiver.url, from_start: true });
    const delivered = await collector.spanWith(({ name }) => name === "POST webhook");
    expect(delivered.links).toEqual([]);
  });

  test("has its link from a table that does not grow with the ledger", async () => {
    const database = await engine.open();
    const call = { traceId, spanId, isSampled: true, state: "" };
    const entry = (sequence: number) => ({ kind: "entry", isReplay: false, entry: { sequence } }) as never;
    for (const sequences of [[1, 2], [tracedEntriesMax + 2]]) {
      const statements = tracesOf(
        sequences.map(entry),
        sequences.map(() => call),
      );
      await database.transact(alongsideOf(statements as NonNullable<typeof statements>));
    }
    const rows = await database.manager.query("SELECT sequence FROM ledger_traces ORDER BY sequence");
    expect(rows.map(({ sequence }: { sequence: bigint }) => Number(sequence))).toEqual([2, tracedEntriesMax + 2]);
  });
});
