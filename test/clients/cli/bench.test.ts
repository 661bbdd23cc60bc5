import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { TransactionStatus } from "#contract/wallet/v1/transaction_pb.js";
import {
  type ResolveTransactionResponse,
  ResolveTransactionResponseSchema,
} from "#contract/wallet/v1/transaction_service_pb.js";
import { differences } from "../../../clients/cli/bench/ledger-comparison.ts";
import type { ReportedResult, TransferReport } from "../../../clients/cli/bench/load.ts";
import { platonic } from "../../../clients/cli/platonic.ts";
import { operatorKey, startServer, type TestServer } from "../../support/server.ts";

const generous = { requestsPerMinute: 100_000, concurrentRequests: 1_000 };
const environment = { PLANS: JSON.stringify({ anonymous: generous, identity: generous }) };
let server: TestServer;
beforeAll(async () => {
  server = await startServer(environment);
});
afterAll(() => server.close());

async function run(url: string, ...args: string[]) {
  const printed = { out: "", problems: "" };
  const code = await platonic(["bench", ...args], {
    env: { PLATONIC_URL: url, PLATONIC_API_KEY: operatorKey },
    write: (text) => {
      printed.out += text;
    },
    complain: (text) => {
      printed.problems += text;
    },
  });
  return { code, ...printed };
}

const few = ["channel", "--channels", "3", "--at-once", "4", "--transfers", "40"];

test("bench channel pays over many channels, measures the rate and compares all results with the ledger", async () => {
  const { code, out, problems } = await run(server.url, ...few, "--json");
  const report = JSON.parse(out);
  expect([code, report.different, report.differences]).toEqual([0, 0, []]);
  expect(report).toMatchObject({
    channels: 3,
    atOnce: 4,
    transfers: 40,
    completed: 40,
    failed: 0,
    refused: 0,
    unresolved: 0,
  });
  const { p50, p99, max } = report.latencyMs;
  expect([p50, p99, max].toSorted((a, b) => a - b)).toEqual([p50, p99, max]);
  expect(report.perSecond).toBeGreaterThan(0);
  expect(problems).toContain("100 %, 40 of 40 transfers\n");
  const transfers = server.log.filter((line) => line.includes('TransactionService/Transfer"'));
  expect(transfers).toHaveLength(40);
  for (const line of transfers) expect(line).toContain('"protocol":"channel"');
});

test("bench channel prints its results as lines of text", async () => {
  const { code, out } = await run(server.url, ...few);
  expect(code).toBe(0);
  expect(out).toMatch(/^completed +40$/m);
  expect(out).toMatch(/^different +0$/m);
  expect(out).toMatch(/^latency +p50 [\d.]+ ms, p99 [\d.]+ ms, max [\d.]+ ms$/m);
});

test("bench channel finds results that differ from the ledger, and exits with 1", async () => {
  const alterations: ((answer: ResolveTransactionResponse) => void)[] = [
    ({ result }) => {
      if (result) result.confirmationCode = `${result.confirmationCode}x`;
    },
    ({ result }) => {
      if (result) Object.assign(result, { success: false, status: TransactionStatus.FAILED, errorCode: 3 });
    },
    (answer) => {
      answer.isFinal = false;
    },
    () => {
      throw new Error("no answer");
    },
  ];
  const url = await alteringProxy(alterations);
  const endpoint = `${server.url.replace("http", "ws")}/channel/wallet`;
  const { code, out } = await run(url, ...few, "--endpoint", endpoint, "--json");
  const report = JSON.parse(out);
  expect([code, report.completed, report.different]).toEqual([1, 40, 4]);
  const kinds = report.differences
    .map((line: string) => line.replace(/^[0-9a-f-]{36} /, "").replace(/read: .*/, "read"))
    .sort();
  const otherwise = "was reported as completed; the ledger has another result";
  expect(kinds).toEqual(["cannot be read", otherwise, otherwise, otherwise]);
});

test("a refused transfer differs if it is in the ledger; one without a result always differs", async () => {
  const inLedger = new Set(["a", "c"]);
  const reports = ["a", "b", "c", "d"].map((id): TransferReport => {
    const result: ReportedResult = id < "c" ? { status: "refused", reason: "STATE_INVALID" } : { status: "unresolved" };
    return { id, sender: "ada", result, ms: 1 };
  });
  const resolveTransaction = async ({ transactionId = "" }: { readonly transactionId?: string }) =>
    create(ResolveTransactionResponseSchema, { isFinal: inLedger.has(transactionId) });
  expect((await differences(reports, { resolveTransaction })).sort()).toEqual([
    "a was refused by STATE_INVALID, but is in the ledger",
    "c has no reported result",
    "d has no reported result",
  ]);
});

test.each<[string[], string]>([
  [[], "bench needs one of: channel"],
  [["wallet"], "there is no command bench wallet"],
  [["channel", "fast"], "bench channel takes no operand fast"],
  [["channel", "--channels", "1"], "--channels must be a whole number from 2"],
  [["channel", "--at-once", "0"], "--at-once must be a whole number from 1"],
  [["channel", "--transfers", "1e3"], "--transfers must be a whole number from 1"],
  [["channel", "--endpoint", "https://example.org"], "--endpoint is not a ws or wss URL"],
  [["channel", "--name", "x"], "--name is not an option of bench channel"],
])("bench %j is wrong usage", async (words, message) => {
  const { code, problems } = await run(server.url, ...words);
  expect(code).toBe(2);
  expect(problems).toContain(message);
});

/**
 * Forwards calls to the server, and applies each alteration to one answer of ResolveTransaction. One that throws has all answers to the
 * same request lost.
 */
async function alteringProxy(alterations: ((answer: ResolveTransactionResponse) => void)[]): Promise<string> {
  const lost = new Set<string>();
  const proxy = createServer(async (request, response) => {
    const { authorization = "", "content-type": type = "" } = request.headers;
    const body = new Uint8Array(await buffer(request));
    const headers = { authorization, "content-type": type };
    const init = request.method === "POST" ? { method: "POST", headers, body } : {};
    const answer = await fetch(`${server.url}${request.url}`, init);
    let bytes = new Uint8Array(await answer.arrayBuffer());
    const asked = Buffer.from(body).toString("hex");
    if (lost.has(asked)) return void response.destroy();
    const alter = request.url?.endsWith("/ResolveTransaction") ? alterations.pop() : undefined;
    try {
      if (alter !== undefined) {
        const response = fromBinary(ResolveTransactionResponseSchema, bytes);
        alter(response);
        bytes = toBinary(ResolveTransactionResponseSchema, response);
      }
      response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" }).end(bytes);
    } catch {
      lost.add(asked);
      response.destroy();
    }
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}
