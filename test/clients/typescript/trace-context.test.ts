import { channel } from "node:diagnostics_channel";
import { globSync, readFileSync } from "node:fs";
import {
  type Context,
  type ContextManager,
  context,
  createTraceState,
  diag,
  propagation,
  ROOT_CONTEXT,
  type TextMapSetter,
  trace,
} from "@opentelemetry/api";
import { CompositePropagator, W3CBaggagePropagator, W3CTraceContextPropagator } from "@opentelemetry/core";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Request } from "#contract/channel/v1/channel_pb.js";
import { EventService } from "#contract/wallet/v1/event_service_pb.js";
import { ExchangeService } from "#contract/wallet/v1/exchange_service_pb.js";
import { WalletService } from "#contract/wallet/v1/wallet_service_pb.js";
import { ChannelMachine } from "../../../clients/typescript/src/channel/machine.ts";
import { Client, type ClientOptions, MemoryStorage, newExportableKey } from "../../../clients/typescript/src/index.ts";
import { AsynchronousContexts } from "../../sdks/drivers/typescript/asynchronous-contexts.ts";
import { newHolder, phaseOf, standard, walletOf } from "../../support/sdk-holder.ts";
import { sharedServer } from "../../support/shared-server.ts";

const server = sharedServer();

afterEach(() => {
  for (const api of [context, propagation, diag]) api.disable();
});

type Contexts = Omit<ContextManager, "bind" | "enable">;

/** Knows the context while work is done in it, and not afterwards: that of browsers, unless their promises are patched. */
class SynchronousContexts implements Contexts {
  #now: Context = ROOT_CONTEXT;
  active() {
    return this.#now;
  }
  with<Rest extends unknown[], Work extends (...rest: Rest) => ReturnType<Work>>(
    next: Context,
    work: Work,
    that?: ThisParameterType<Work>,
    ...rest: Rest
  ): ReturnType<Work> {
    const before = this.#now;
    this.#now = next;
    try {
      return work.call(that as never, ...rest);
    } finally {
      this.#now = before;
    }
  }
  disable(): never {
    return this as never;
  }
}

const managers = [
  ["of Node", () => new AsynchronousContexts()],
  ["of browsers", () => new SynchronousContexts()],
] as const;

/** Sets OpenTelemetry up, as its SDKs do. */
function switchOn(
  manager: Contexts = new AsynchronousContexts(),
  propagator: object = new W3CTraceContextPropagator(),
) {
  context.setGlobalContextManager(manager as ContextManager);
  propagation.setGlobalPropagator(propagator as never);
}

const traceId = (name: number) => `${name}`.repeat(32);
const traceparent = (name: number) => `00-${traceId(name)}-${"b".repeat(16)}-01`;

/** Does work in the span of another trace for each name. */
function inSpan<Result>(name: number, work: () => Result): Result {
  const span = { traceId: traceId(name), spanId: "b".repeat(16), traceFlags: 1, isRemote: false };
  return context.with(trace.setSpanContext(ROOT_CONTEXT, span), work);
}

/** A client of a service that answers each call with nothing, after the failures that are given, and what it has sent. */
function clientOf({ failures = 0, ...options }: Partial<ClientOptions> & { failures?: number } = {}) {
  const sent: Headers[] = [];
  const fetch: typeof globalThis.fetch = async (_, init) => {
    sent.push(new Headers(init?.headers));
    if (sent.length <= failures) throw new TypeError("the connection was reset");
    return new Response(new Uint8Array(), { headers: { "Content-Type": "application/proto" } });
  };
  const client = new Client({ endpoint: "https://platonic.example", fetch, ...options });
  return { client, sent, traces: () => sent.map((headers) => headers.get("traceparent")) };
}

const rates = (client: Client, headers?: Record<string, string>) =>
  client.of(ExchangeService).listRates({}, headers && { headers });

describe.each(managers)("with contexts %s", (_, newManager) => {
  test("each kind of call over HTTP carries the trace of its caller, and each attempt the same one", async () => {
    switchOn(newManager());
    const { client, traces } = clientOf({ failures: 1 });
    await inSpan(1, () => rates(client));
    await inSpan(2, () => client.keySet()).catch(() => undefined);
    await inSpan(3, () => client.deposit({ identityId: "i", tokenType: 1, amount: "1" })).catch(() => undefined);
    const key = await newExportableKey();
    await inSpan(4, () => client.register({ username: "u" }, key)).catch(() => undefined);
    expect(traces()).toEqual([1, 1, 2, 3, 4].map(traceparent));
  });

  test("pages and streams carry the trace in which they were asked for", async () => {
    switchOn(newManager());
    const { client, traces } = clientOf();
    const items = inSpan(5, () => client.items(WalletService.method.listLedgerEntries, { identityId: "i" }));
    const events = inSpan(6, () => client.of(EventService).watch({ identityId: "i" }));
    await inSpan(7, () => items.next());
    await inSpan(7, () => events[Symbol.asyncIterator]().next()).catch(() => undefined);
    expect(traces()).toEqual([5, 6].map(traceparent));
  });

  test("everything that a wallet does carries the trace of its caller, also what it does in the background", async () => {
    switchOn(newManager());
    const { url } = server();
    const [holder, other] = [await newHolder(url, "100"), await newHolder(url)];
    const sent: string[] = [];
    let isDown = true;
    const fetch: typeof globalThis.fetch = (input, init) => {
      const method = String(input).split("/").at(-1) as string;
      if (!recorded.has(method)) return globalThis.fetch(input, init);
      sent.push(`${method} ${new Headers(init?.headers).get("traceparent")?.slice(3, 5)}`);
      return isDown && /^(Tra|Res)/.test(method)
        ? Promise.reject(new TypeError("the connection was reset"))
        : globalThis.fetch(input, init);
    };
    const storage = new MemoryStorage();
    const configuration = { confirmTimeout: 300, retryCount: 1, useChannel: false };
    const first = inSpan(1, () => walletOf(url, holder, { fetch, configuration, storage }));
    await inSpan(2, () => first.balances());
    const { id, status } = await inSpan(2, () => first.pay(standard(other, "1")));
    expect(status).toBe("unresolved");
    await inSpan(3, () => first.close());
    isDown = false;
    const wallet = inSpan(4, () => walletOf(url, holder, { fetch, storage, configuration: { useChannel: false } }));
    expect(await inSpan(5, () => wallet.reconcile())).toMatchObject([{ id, status: "failed" }]);
    await inSpan(6, () => wallet.payMany([standard(other, "1"), standard(other, "1")]));
    const orders = [{ ...standard(other, "1"), id: crypto.randomUUID(), createdAt: BigInt(Date.now()) }];
    const outcomes = inSpan(7, () => wallet.payAll(orders));
    for await (const each of inSpan(8, () => outcomes)) expect(each.status).toBe("completed");
    await inSpan(9, () => wallet.exchange({ sourceType: 1, amount: "1", targetType: 2 }));
    await inSpan(8, () => wallet.close());
    const unique = [...new Set(sent)];
    expect(unique).toEqual([
      "CreateChallenge 22",
      "Authenticate 22",
      "Transfer 22",
      "ResolveTransaction 22",
      "CreateChallenge 55",
      "Authenticate 55",
      "ResolveTransaction 55",
      "TransferBatch 66",
      "TransferBatch 77",
      "Exchange 99",
    ]);
  });

  test("what goes over the channel carries the trace of its caller, also after the channel was down", async () => {
    switchOn(newManager());
    const { url } = server();
    const [holder, other] = [await newHolder(url, "100"), await newHolder(url)];
    const sent: string[] = [];
    const request = vi.spyOn(ChannelMachine.prototype, "request");
    onTestFinished(() => request.mockRestore());
    const wallet = inSpan(1, () => walletOf(url, holder));
    onTestFinished(() => wallet.close());
    await inSpan(2, () => phaseOf(wallet, "open"));
    expect(await inSpan(3, () => wallet.pay(standard(other, "1")))).toMatchObject({ status: "completed" });
    await inSpan(4, () => wallet.exchange({ sourceType: 1, amount: "1", targetType: 2 }));
    await inSpan(5, () => wallet.exchanges.exchange({ identityId: holder.id }, { headers })).catch(() => undefined);
    for (const [{ body }] of request.mock.calls) {
      const { method, traceparent: parent, tracestate } = body.value as Request;
      sent.push(`${method?.split("/")[1]} ${parent?.slice(3, 5)} ${tracestate}`);
    }
    expect(sent).toEqual(["Transfer 33 undefined", "Exchange 44 undefined", "Exchange aa x=1"]);
  });
});

test("a payment that waits for its channel carries the trace of its caller once that is open", async () => {
  switchOn();
  const { url } = server();
  const [holder, other] = [await newHolder(url, "100"), await newHolder(url)];
  const request = vi.spyOn(ChannelMachine.prototype, "request");
  onTestFinished(() => request.mockRestore());
  const wallet = inSpan(1, () => walletOf(url, holder));
  onTestFinished(() => wallet.close());
  expect(await inSpan(3, () => wallet.pay(standard(other, "1")))).toMatchObject({ status: "completed" });
  expect(request.mock.calls.map(([{ body }]) => (body.value as Request).traceparent)).toEqual([traceparent(3)]);
});

const recorded = new Set([
  "CreateChallenge",
  "Authenticate",
  "Transfer",
  "TransferBatch",
  "ResolveTransaction",
  "Exchange",
]);

describe("nothing is sent", () => {
  test("without OpenTelemetry, of which nothing is loaded", async () => {
    const { client, traces } = clientOf();
    await rates(client);
    expect(traces()).toEqual([null]);
    const modules = globSync("clients/typescript/src/**/*.ts").map((file) => readFileSync(file, "utf8"));
    expect(modules.filter((text) => text.includes("@opentelemetry"))).toEqual([]);
  });

  test("outside of a span", async () => {
    switchOn();
    const { client, traces } = clientOf();
    await rates(client);
    expect(traces()).toEqual([null]);
  });

  test("of what a propagator adds besides the trace", async () => {
    const propagators = [new W3CTraceContextPropagator(), new W3CBaggagePropagator()];
    switchOn(undefined, new CompositePropagator({ propagators }));
    const { client, sent } = clientOf();
    const baggage = propagation.createBaggage({ secret: { value: "s" } });
    await inSpan(1, () => context.with(propagation.setBaggage(context.active(), baggage), () => rates(client)));
    expect([...(sent[0] as Headers).keys()].filter((name) => /trace|baggage/.test(name))).toEqual(["traceparent"]);
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("of the propagator");
      },
    ],
    ["sets no text", (set: Set) => set("traceparent", undefined as never)],
    ["sets a line", (set: Set) => set("traceparent", "00\r\nAuthorization: x")],
    ["sets letters that are not ASCII", (set: Set) => set("traceparent", "00-ü")],
    ["sets no more than a tracestate", (set: Set) => set("tracestate", "a=1")],
  ] as const)("if the propagator %s, which breaks no call", async (_, act) => {
    const fields = () => [];
    const inject = (_: Context, carrier: Headers, { set }: TextMapSetter) => act((...pair) => set(carrier, ...pair));
    switchOn(undefined, { fields, inject, extract: () => ROOT_CONTEXT });
    const errors: unknown[][] = [];
    const error = (...told: unknown[]) => void errors.push(told);
    diag.setLogger({ error, warn: error, info: () => {}, debug: () => {}, verbose: () => {} });
    const { client, sent } = clientOf();
    await inSpan(1, () => rates(client));
    expect([...(sent[0] as Headers).keys()].filter((name) => name.startsWith("trace"))).toEqual([]);
    expect(errors.length).toBeLessThan(3);
  });
});

type Set = (name: string, value: string) => void;

test("a propagator that fails is told to the log of OpenTelemetry", async () => {
  const inject = () => {
    throw new Error("of the propagator");
  };
  switchOn(undefined, { fields: () => [], inject, extract: () => ROOT_CONTEXT });
  const error = vi.fn();
  diag.setLogger({ error, warn: error, info: () => {}, debug: () => {}, verbose: () => {} });
  const { client } = clientOf();
  await inSpan(1, () => rates(client));
  expect(error).toHaveBeenCalledWith("platonic-client sends no trace context", expect.any(Error));
});

const headers = { traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-00`, tracestate: "x=1" };

describe("what is sent", () => {
  test("has the tracestate of the vendors, if it is not longer than others pass on", async () => {
    switchOn();
    const { client, sent } = clientOf();
    for (const length of [10, 600]) {
      const span = { traceId: traceId(1), spanId: "b".repeat(16), traceFlags: 1 };
      const traceState = createTraceState();
      const serialize = () => `a=${"1".repeat(length - 2)}`;
      const within = trace.setSpanContext(ROOT_CONTEXT, { ...span, traceState: { ...traceState, serialize } });
      await context.with(within, () => rates(client));
    }
    expect(sent.map((each) => each.get("tracestate"))).toEqual(["a=11111111", null]);
    expect(sent.map((each) => each.get("traceparent"))).toEqual([1, 1].map(traceparent));
  });

  test("is the caller's own if he gives a traceparent", async () => {
    switchOn();
    const { client, sent } = clientOf();
    const { traceparent: own } = headers;
    await inSpan(1, () => rates(client, { traceparent: own }));
    await inSpan(1, () => rates(client, headers));
    expect(sent.map((each) => [each.get("traceparent"), each.get("tracestate")])).toEqual([
      [own, null],
      [own, "x=1"],
    ]);
  });

  test("is left to an instrumentation that adds headers to each request of fetch", async () => {
    switchOn();
    const { url } = server();
    const added: string[] = [];
    const listener = (told: unknown) => {
      const { request } = told as { readonly request: { readonly headers: readonly string[] } };
      added.push(...request.headers.filter((name) => name === "traceparent"));
      const parent: Record<string, string> = {};
      propagation.inject(context.active(), parent);
      added.push(parent["traceparent"] ?? "");
    };
    const requests = channel("undici:request:create");
    requests.subscribe(listener);
    onTestFinished(() => void requests.unsubscribe(listener));
    const client = new Client({ endpoint: url });
    await inSpan(1, () => rates(client)).catch(() => undefined);
    await inSpan(2, () => client.keySet());
    expect(added).toEqual([1, 2].map(traceparent));
  });
});
