import { once } from "node:events";
import { createServer, type Server as Http1 } from "node:http";
import { constants, createServer as createHttp2, type Http2Server as Http2 } from "node:http2";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import { create, toBinary } from "@bufbuild/protobuf";
import { base64Encode } from "@bufbuild/protobuf/wire";
import { Code, ConnectError } from "@connectrpc/connect";
import { createConnectTransport, Http2SessionManager } from "@connectrpc/connect-node";
import { describe, expect, onTestFinished, test } from "vitest";
import { LedgerService } from "#contract/admin/v1/ledger_pb.js";
import { FaultDetailSchema, Reason } from "#contract/fault/v1/fault_pb.js";
import { IdentityService } from "#contract/identity/v1/identity_service_pb.js";
import { ExchangeService } from "#contract/wallet/v1/exchange_service_pb.js";
import { repetitionMs } from "../../../clients/typescript/src/back-off.ts";
import { callUnary } from "../../../clients/typescript/src/call-unary.ts";
import {
  type Attempt,
  Client,
  type ClientOptions,
  PlatonicError,
  repeatLostCalls,
  withDeadlines,
} from "../../../clients/typescript/src/index.ts";
import { RetryBudget } from "../../../clients/typescript/src/retry-budget.ts";

/** A client of a service that answers as the test says, and what its hook was told. */
function clientOf(answers: readonly (() => Response)[], options: Partial<ClientOptions> = {}) {
  const attempts: Attempt[] = [];
  let sent = 0;
  const fetch: typeof globalThis.fetch = async () => (answers[sent++] ?? (answers.at(-1) as () => Response))();
  const onAttempt = (attempt: Attempt) => void attempts.push(attempt);
  const client = new Client({ endpoint: "https://platonic.example", fetch, onAttempt, ...options });
  return { rates: () => client.of(ExchangeService).listRates({}), attempts, sent: () => sent };
}

const good = () => new Response(new Uint8Array(), { headers: { "Content-Type": "application/proto" } });
const lost = () => {
  throw new TypeError("the connection was reset");
};
const busy = (retryAfter: string) => () =>
  new Response("try later", { status: 503, headers: { "Retry-After": retryAfter } });
const reasonOf = (error: unknown) => PlatonicError.from(error).reason;

describe("the hook", () => {
  test("is told of each attempt: its method, number, reason and duration", async () => {
    const { rates, attempts } = clientOf([lost, good]);
    await rates();
    await setImmediate();
    const method = "wallet.v1.ExchangeService/ListRates";
    const durationMs = expect.any(Number);
    expect(attempts).toEqual([
      { method, attempt: 1, reason: "UNREACHABLE", durationMs },
      { method, attempt: 2, reason: undefined, durationMs },
    ]);
  });
});

describe("a connection that ends without an answer", () => {
  /** Calls a service that ends each connection in a way, and returns the reason, and the key of each request. */
  async function ended(server: Http1 | Http2, httpVersion: "1.1" | "2", keys: unknown[]) {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const sessionManager = new Http2SessionManager(baseUrl);
    onTestFinished(() => sessionManager.abort());
    const interceptors = [repeatLostCalls()];
    const transport = withDeadlines(
      httpVersion === "2"
        ? createConnectTransport({ baseUrl, httpVersion, interceptors, sessionManager })
        : createConnectTransport({ baseUrl, httpVersion, interceptors }),
    );
    const thrown = await callUnary(transport, LedgerService.method.withdraw, {}).catch((error) => error);
    return { reason: reasonOf(thrown), sent: keys.length, keys: new Set(keys).size };
  }

  test("by a reset counts as UNREACHABLE, and is repeated with the same key", async () => {
    const keys: unknown[] = [];
    const server = createServer(({ headers, socket }) => {
      keys.push(headers["idempotency-key"]);
      socket.destroy();
    });
    expect(await ended(server, "1.1", keys)).toEqual({ reason: "UNREACHABLE", sent: 4, keys: 1 });
  });

  test.each([constants.NGHTTP2_CANCEL, constants.NGHTTP2_ENHANCE_YOUR_CALM, constants.NGHTTP2_INTERNAL_ERROR])(
    "by the code %i of HTTP/2 counts as UNREACHABLE, and is repeated with the same key",
    async (code) => {
      const keys: unknown[] = [];
      const server = createHttp2().on("stream", (stream, headers) => {
        keys.push(headers["idempotency-key"]);
        stream.on("error", () => undefined).close(code);
      });
      expect(await ended(server, "2", keys)).toEqual({ reason: "UNREACHABLE", sent: 4, keys: 1 });
    },
  );
});

test("a refusal after an attempt without an answer says that the call was sent again", async () => {
  const refused = () => new Response("no", { status: 401 });
  const again = PlatonicError.from(
    await clientOf([lost, refused])
      .rates()
      .catch((thrown) => thrown),
  );
  expect([again.reason, again.wasSentAgain]).toEqual(["UNKNOWN", true]);
  const first = PlatonicError.from(
    await clientOf([refused])
      .rates()
      .catch((thrown) => thrown),
  );
  expect([first.reason, first.wasSentAgain]).toEqual(["UNKNOWN", false]);
});

describe("the wait before a repetition", () => {
  test("is a random half to whole of 100 ms, then of twice as much each time, up to 30 s", () => {
    expect([0, 1, 2, 20].map((failures) => repetitionMs(failures, 0))).toEqual([50, 100, 200, 15_000]);
    expect([0, 1, 2, 20].map((failures) => Math.round(repetitionMs(failures, 0.99999)))).toEqual([
      99, 199, 399, 29_999,
    ]);
  });

  test("is not shorter than an intermediary asks for", async () => {
    const { rates } = clientOf([busy("0.3"), good]);
    const startMs = performance.now();
    await rates();
    expect(performance.now() - startMs).toBeGreaterThanOrEqual(290);
  });

  test("may be asked for as a date", () => {
    const date = new Date(Date.now() + 60_000).toUTCString();
    const error = PlatonicError.from(new ConnectError("later", Code.Unavailable, { "Retry-After": date }));
    expect(error.retryAfterSeconds).toBeGreaterThan(55);
    expect(error.retryAfterSeconds).toBeLessThanOrEqual(60);
  });

  test("that passes the deadline makes the failure the caller's", async () => {
    const { rates, sent } = clientOf([busy("3600")]);
    const error = PlatonicError.from(await rates().catch((thrown) => thrown));
    expect([error.reason, error.retryAfterSeconds, sent()]).toEqual(["UNREACHABLE", 3_600, 1]);
  });
});

describe("a keyed call whose first execution is under way", () => {
  const detail = toBinary(
    FaultDetailSchema,
    create(FaultDetailSchema, { reason: Reason.STATE_INVALID, parameter: "Idempotency-Key" }),
  );
  const details = [{ type: FaultDetailSchema.typeName, value: base64Encode(detail, "std_raw") }];
  const underWayFor = (retryAfter: string) => () =>
    new Response(
      JSON.stringify({ code: "failed_precondition", message: "a call with this key is being executed", details }),
      {
        status: 400,
        headers: { "Content-Type": "application/json", "Retry-After": retryAfter },
      },
    );
  const underWay = underWayFor("0.01");

  test("is repeated until it is answered, with the same key, beyond 4 attempts", async () => {
    const keys = new Set<string | null>();
    const answers = [...Array(9).fill(underWay), lost, underWay, lost, good];
    const fetch: typeof globalThis.fetch = async (_, init) => {
      keys.add(new Headers(init?.headers).get("idempotency-key"));
      return answers.shift()();
    };
    const attempts: Attempt[] = [];
    const client = new Client({
      endpoint: "https://platonic.example",
      fetch,
      onAttempt: (told) => attempts.push(told),
    });
    await client.of(IdentityService).createIdentity({});
    await setImmediate();
    expect([answers, keys.size]).toEqual([[], 1]);
    expect(attempts.map(({ attempt }) => attempt)).toEqual(Array.from({ length: 13 }, (_, index) => index + 1));
  });

  test("fails with the service's answer when the next wait would pass its deadline", async () => {
    const answers = [underWay, underWay, underWayFor("3600")];
    const fetch: typeof globalThis.fetch = async () => (answers.shift() as () => Response)();
    const client = new Client({ endpoint: "https://platonic.example", fetch, timeoutMs: 600_000 });
    await expect(client.of(IdentityService).createIdentity({})).rejects.toMatchObject({
      reason: "STATE_INVALID",
      parameter: "Idempotency-Key",
    });
    expect(answers).toEqual([]);
  });
});

describe("the budget of a client", () => {
  test("is 10 repetitions, then one for each ten successes, at most 100", () => {
    const budget = new RetryBudget();
    const taken = () => {
      let count = 0;
      while (budget.take()) count += 1;
      return count;
    };
    expect(taken()).toBe(10);
    for (let calls = 0; calls < 9; calls += 1) budget.succeeded();
    expect(taken()).toBe(0);
    budget.succeeded();
    expect(taken()).toBe(1);
    for (let calls = 0; calls < 5_000; calls += 1) budget.succeeded();
    expect(taken()).toBe(100);
  });

  test("ends repetitions when it is empty, not calls", async () => {
    const { rates, sent } = clientOf([lost]);
    const reasons = await Promise.all(Array.from({ length: 20 }, () => rates().catch(reasonOf)));
    expect(new Set(reasons)).toEqual(new Set(["UNREACHABLE"]));
    expect(sent()).toBe(20 + 10);
    expect(await rates().catch(reasonOf)).toBe("UNREACHABLE");
    expect(sent()).toBe(20 + 10 + 1);
  });
});
