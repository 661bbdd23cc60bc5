/**
 * `npm run schemathesis`: tries what the OpenAPI document allows, and what it does not, over REST by Schemathesis, then
 * every method over gRPC by reflection. Fails for an answer with 5xx, one that is not in the document, and a status of a bug.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { publishedDocument } from "../support/openapi/document.ts";
import { operatorKey, startServer } from "../support/server.ts";
import { bugs, fuzzGrpc } from "./grpc.ts";
import { installSchemathesis, program } from "./install.ts";
import { knownValues } from "./samples.ts";

const checks = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_headers_conformance",
  "response_schema_conformance",
];
const seed = Number(process.env["FUZZ_SEED"] ?? 1);
const examples = Number(process.env["SCHEMATHESIS_EXAMPLES"] ?? 20);
const unlimited = { requestsPerMinute: 1_000_000, concurrentRequests: 500 };

installSchemathesis();
const server = await startServer({
  DEVELOPMENT: "1",
  PLANS: JSON.stringify(Object.fromEntries(["operator", "anonymous", "identity"].map((plan) => [plan, unlimited]))),
});
try {
  const known = await knownValues(server);
  const isGood = [await tryRest(known), await tryGrpc(known)];
  process.exitCode = isGood.every(Boolean) ? 0 : 1;
} finally {
  await server.close();
}

async function tryRest(known: Record<string, unknown>): Promise<boolean> {
  const statuses = join(server.dataDirectory, "statuses");
  const parameters = [
    ...["run", `${server.url}/openapi.json`, "--checks", checks.join(",")],
    ...["--header", `Authorization: Bearer ${operatorKey}`, "--seed", String(seed)],
    ...["--phases", "examples,coverage,fuzzing", "--max-examples", String(examples), "--continue-on-failure"],
    // Streams end with their reader; tests of their own hold them against the document.
    ...["--exclude-operation-id-regex", "^EventService_Watch", "--warnings", "off", "--suppress-health-check", "all"],
  ];
  const run = spawn(program, [...parameters, ...process.argv.slice(2)], {
    stdio: "inherit",
    env: {
      ...process.env,
      SCHEMATHESIS_HOOKS: join(import.meta.dirname, "hooks.py"),
      KNOWN_VALUES: JSON.stringify(known),
      STATUSES_FILE: statuses,
    },
  });
  const [status] = await once(run, "exit");
  summarize(existsSync(statuses) ? readFileSync(statuses, "utf8").trim().split("\n") : []);
  return status === 0;
}

/** Prints the number of operations by the best status that each got. */
function summarize(lines: readonly string[]): void {
  const best = new Map<string, number>();
  for (const line of lines) {
    const [operation, status] = line.split(" ") as [string, string];
    best.set(operation, Math.min(best.get(operation) ?? 600, Number(status)));
  }
  const byBest = Map.groupBy(best, ([, status]) => status);
  print(`REST: ${lines.length} answers of ${best.size} operations out of ${operationCount()}. Best status of each:`);
  for (const [status, among] of [...byBest].sort(([a], [b]) => a - b)) {
    print(`  ${status}: ${among.length}${status === 200 ? "" : ` (${among.map(([name]) => name).join(", ")})`}`);
  }
}

function operationCount(): number {
  return Object.values<object>(publishedDocument().json.paths).flatMap((item) => Object.keys(item)).length;
}

async function tryGrpc(known: Record<string, unknown>): Promise<boolean> {
  const all = await fuzzGrpc(server.url, `Bearer ${operatorKey}`, known, { messages: 5 * examples, seed });
  const totals = new Map<string, number>();
  for (const [status, count] of all.flatMap(({ counts }) => [...counts])) {
    totals.set(status, (totals.get(status) ?? 0) + count);
  }
  const answered = all.filter(({ counts }) => counts.has("OK")).length;
  const bad = all.filter(({ counts }) => bugs.some((status) => counts.has(status)));
  print(`gRPC: ${all.length} methods by reflection, ${answered} with a response. Statuses: ${text(totals)}`);
  for (const { method, counts } of bad) print(`  ${method}: ${text(counts)}`);
  return bad.length === 0;
}

function text(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([status, count]) => `${status} ${count}`).join(", ");
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
