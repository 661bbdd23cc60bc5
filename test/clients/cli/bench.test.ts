import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { differences } from "../../../clients/cli/bench-check.ts";
import type { Told, Word } from "../../../clients/cli/bench-load.ts";
import { platonic } from "../../../clients/cli/platonic.ts";
import { TransactionStatus } from "../../../gen/es/wallet/v1/transaction_pb.js";
import {
  type ResolveTransactionResponse,
  ResolveTransactionResponseSchema,
} from "../../../gen/es/wallet/v1/transaction_service_pb.js";
import { operatorKey, startServer, type TestServer } from "../../support/server.ts";

const generous = { requestsPerMinute: 100_000, concurrentRequests: 1_000 };
const environment = { PLANS: JSON.stringify({ visitor: generous, identity: generous }) };
let server: TestServer;
beforeAll(async () => {
  server = await startServer(environment);
});
afterAll(() => server.close());

async function run(url: string, ...args: string[]) {
  const said = { out: "", problems: "" };
  const code = await platonic(["bench", ...args], {
    env: { PLATONIC_URL: url, PLATONIC_API_KEY: operatorKey },
    write: (text) => {
      said.out += text;
    },
    complain: (text) => {
      said.problems += text;
    },
  });
  return { code, ...said };
}

const few = ["channel", "--channels", "3", "--at-once", "4", "--transfers", "40"];

test("bench channel pays over many channels, and tells how fast that was and that the ledger holds what was told", async () => {
  const { code, out, problems } = await run(server.url, ...few, "--json");
  const told = JSON.parse(out);
  expect([code, told.different, told.differences]).toEqual([0, 0, []]);
  expect(told).toMatchObject({
    channels: 3,
    atOnce: 4,
    transfers: 40,
    completed: 40,
    failed: 0,
    refused: 0,
    unresolved: 0,
  });
  const { p50, p99, max } = told.latencyMs;
  expect([p50, p99, max].toSorted((a, b) => a - b)).toEqual([p50, p99, max]);
  expect(told.perSecond).toBeGreaterThan(0);
  expect(problems).toContain("40 of 40 transfers\n");
  const transfers = server.log.filter((line) => line.includes('TransactionService/Transfer"'));
  expect(transfers).toHaveLength(40);
  for (const line of transfers) expect(line).toContain('"protocol":"channel"');
});

test("and the same in lines for people", async () => {
  const { code, out } = await run(server.url, ...few);
  expect(code).toBe(0);
  expect(out).toMatch(/^completed +40$/m);
  expect(out).toMatch(/^different +0$/m);
  expect(out).toMatch(/^latency +p50 [\d.]+ ms, p99 [\d.]+ ms, max [\d.]+ ms$/m);
});

test("bench channel finds out a service whose ledger has it otherwise than it was told, and ends with 1", async () => {
  const lies: ((answer: ResolveTransactionResponse) => void)[] = [
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
  const url = await lyingService(lies);
  const endpoint = `${server.url.replace("http", "ws")}/channel/wallet`;
  const { code, out } = await run(url, ...few, "--endpoint", endpoint, "--json");
  const told = JSON.parse(out);
  expect([code, told.completed, told.different]).toEqual([1, 40, 4]);
  const kinds = told.differences
    .map((line: string) => line.replace(/^[0-9a-f-]{36} /, "").replace(/read: .*/, "read"))
    .sort();
  const otherwise = "was told as completed, and the ledger has it otherwise";
  expect(kinds).toEqual(["cannot be read", otherwise, otherwise, otherwise]);
});

test("what was refused differs when the ledger has it, and what was not told differs always", async () => {
  const inLedger = new Set(["a", "c"]);
  const told = ["a", "b", "c", "d"].map((id): Told => {
    const word: Word = id < "c" ? { status: "refused", reason: "STATE_INVALID" } : { status: "unresolved" };
    return { id, sender: "ada", word, ms: 1 };
  });
  const resolveTransaction = async ({ transactionId = "" }: { readonly transactionId?: string }) =>
    create(ResolveTransactionResponseSchema, { isFinal: inLedger.has(transactionId) });
  expect((await differences(told, { resolveTransaction })).sort()).toEqual([
    "a was refused by STATE_INVALID, and is in the ledger",
    "c was not told",
    "d was not told",
  ]);
});

test.each<[string[], string]>([
  [[], "bench: channel?"],
  [["wallet"], "there is no command bench wallet"],
  [["channel", "fast"], "fast is one word too many"],
  [["channel", "--channels", "1"], "--channels must be a whole number from 2"],
  [["channel", "--at-once", "0"], "--at-once must be a whole number from 1"],
  [["channel", "--transfers", "1e3"], "--transfers must be a whole number from 1"],
  [["channel", "--endpoint", "https://example.org"], "--endpoint is no ws or wss URL"],
  [["channel", "--name", "x"], "--name belongs to keys create"],
])("bench %j is wrong usage", async (words, said) => {
  const { code, problems } = await run(server.url, ...words);
  expect(code).toBe(2);
  expect(problems).toContain(said);
});

/** Passes calls on to the server, but tells of as many transactions something else as there are lies. */
async function lyingService(lies: ((answer: ResolveTransactionResponse) => void)[]): Promise<string> {
  const proxy = createServer(async (request, response) => {
    const { authorization = "", "content-type": type = "" } = request.headers;
    const body = new Uint8Array(await buffer(request));
    const headers = { authorization, "content-type": type };
    const init = request.method === "POST" ? { method: "POST", headers, body } : {};
    const answer = await fetch(`${server.url}${request.url}`, init);
    let bytes = new Uint8Array(await answer.arrayBuffer());
    const lie = request.url?.endsWith("/ResolveTransaction") ? lies.pop() : undefined;
    try {
      if (lie !== undefined) {
        const told = fromBinary(ResolveTransactionResponseSchema, bytes);
        lie(told);
        bytes = toBinary(ResolveTransactionResponseSchema, told);
      }
      response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" }).end(bytes);
    } catch {
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
