import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import { brokenContexts } from "../../support/telemetry/contexts.ts";
import type { CollectedSpan } from "../../support/telemetry/trace-collector.ts";
import { until } from "../../support/until.ts";
import type { CallerTrace, DriverProcess, Outcome } from "../driver-process.ts";
import { transform } from "../steps.ts";
import { expectOutcome, ten, type World } from "../world.ts";
import { ordersTo } from "./bulk.ts";
import { channelWallet } from "./channel.ts";
import type { Scenario } from "./scenario.ts";

/** Number of the kind of a service's spans over OTLP. */
const serverKind = 2;

interface Caller extends CallerTrace {
  readonly traceId: string;
}

function newCaller(flags: "00" | "01" = "01"): Caller {
  const [traceId, spanId] = [randomBytes(16).toString("hex"), randomBytes(8).toString("hex")];
  return { traceId, traceparent: `00-${traceId}-${spanId}-${flags}`, tracestate: "rojo=1" };
}

/** Returns the service's spans of calls in a trace. */
function callsIn({ spans }: World, traceId: string): CollectedSpan[] {
  return spans.spans.filter((span) => span.kind === serverKind && span.traceId === traceId);
}

interface Act {
  readonly driver: DriverProcess;
  readonly command: string;
  readonly members: object;
  /** Methods that it calls, each as often as the service gets to know. */
  readonly methods: readonly string[];
}

/**
 * Has a driver do something in the span of a caller. Expects that the spans of all calls which the service gets for it are
 * children of that span.
 */
async function inSpan<Result>(world: World, { driver, command, members, methods }: Act): Promise<Result> {
  const caller = newCaller();
  const { result, spanId } = await driver.sendInSpan<Result>(caller, command, members);
  const names = () => callsIn(world, caller.traceId).map(({ name }) => name.split("/")[1]);
  await until(() => methods.every((method) => count(names(), method) >= count(methods, method)));
  for (const { name, parentSpanId, traceState } of callsIn(world, caller.traceId)) {
    expect({ name, parentSpanId, traceState }).toEqual({ name, parentSpanId: spanId, traceState: "rojo=1" });
  }
  const sent = world.faults.rules.traceparents("").filter((one) => one?.includes(caller.traceId));
  expect(new Set(sent)).toEqual(new Set(sent.length === 0 ? [] : [`00-${caller.traceId}-${spanId}-01`]));
  return result;
}

function count<Item>(items: readonly Item[], item: Item): number {
  return items.filter((one) => one === item).length;
}

/** Does things in spans that are sampled out. Expects that they are done, and that the service has no span of them. */
async function unsampled(world: World, driver: DriverProcess, acts: readonly (readonly [string, object])[]) {
  const caller = newCaller("00");
  for (const [command, members] of acts) await driver.sendInSpan(caller, command, members);
  // Spans are exported in turn: that of a later call comes after those of earlier ones.
  await inSpan(world, { driver, command: "call", members: transform, methods: ["Transform"] });
  expect(world.spans.spans.filter(({ traceId }) => traceId === caller.traceId)).toEqual([]);
  return world.faults.rules.traceparents("").filter((one) => one?.includes(caller.traceId));
}

/** The span of a caller is the parent of the service's. */
export const traces: readonly Scenario[] = [
  {
    name: "a geocode call in a span, while an intermediary answers 503 twice",
    async play(world) {
      const driver = await world.driver();
      world.faults.harm("/Transform", { do: "refuse", status: 503 }, 2);
      await inSpan(world, { driver, command: "call", members: transform, methods: ["Transform"] });
      const [first, ...others] = world.faults.rules.traceparents("/Transform");
      expect(others).toEqual([first, first]);
      return "1 parent, 3 attempts";
    },
  },
  {
    name: "a payment in a span, while its answer is dropped",
    async play(world) {
      const [{ driver }, recipient] = [await world.wallet(), await world.recipient()];
      world.faults.harm("/Transfer", { do: "drop answer" });
      const act = { driver, command: "pay", members: { order: ten(recipient) }, methods: ["Transfer"] };
      const outcome = await inSpan<Outcome>(world, act);
      const sent = world.faults.rules.traceparents("");
      expect(sent.filter((one) => one === world.faults.rules.traceparents("/Transfer")[0]).length).toBeGreaterThan(1);
      return expectOutcome(outcome, "completed");
    },
  },
  {
    name: "orders in bulk in a span",
    async play(world) {
      const [{ driver }, recipient] = [await world.wallet(), await world.recipient()];
      const members = { orders: ordersTo(recipient, 1_001) };
      const act = { driver, command: "payAll", members, methods: ["TransferBatch", "TransferBatch"] };
      const { outcomes } = await inSpan<{ outcomes: Outcome[] }>(world, act);
      expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(["completed"]));
      return "1 parent, 2 groups";
    },
  },
  {
    name: "a stream of events, and pages, in a span",
    async play(world) {
      const { driver } = await world.wallet();
      const stream = { driver, command: "events", members: { count: 1, fromStart: true }, methods: ["Watch"] };
      expect((await inSpan<{ events: object[] }>(world, stream)).events).toHaveLength(1);
      const pages = { driver, command: "history", members: { pageSize: 1 }, methods: ["ListLedgerEntries"] };
      expect((await inSpan<{ ids: string[] }>(world, pages)).ids).toHaveLength(1);
      return "1 parent each";
    },
  },
  {
    name: "a call and a payment in a span that is sampled out",
    async play(world) {
      const [{ driver }, recipient] = [await world.wallet(), await world.recipient()];
      const sent = await unsampled(world, driver, [
        ["call", transform],
        ["pay", { order: ten(recipient) }],
      ]);
      expect(sent.length).toBeGreaterThan(1);
      for (const one of sent) expect(one).toMatch(/-00$/);
      return "no spans";
    },
  },
  {
    name: "over the channel, payments in a span, and in one that is sampled out",
    needsChannel: true,
    async play(world) {
      const [{ driver }, recipient] = [await channelWallet(world), await world.recipient()];
      world.faults.harm("/Transfer", { do: "refuse", status: 503 }, 1_000);
      const order = ten(recipient);
      const act = { driver, command: "pay", members: { order }, methods: ["Transfer"] };
      expectOutcome(await inSpan<Outcome>(world, act), "completed");
      await unsampled(world, driver, [["pay", { order: ten(recipient) }]]);
      expect(world.faults.rules.count("/Transfer")).toBe(0);
      return "1 parent; no spans";
    },
  },
  {
    name: "geocode calls in contexts that are broken",
    async play(world) {
      const driver = await world.driver();
      for (const [name, traceparent] of brokenContexts) {
        const { result } = await driver.sendInSpan({ traceparent, tracestate: "é,=" }, "call", transform);
        expect(result, name).toHaveProperty("transformedData");
      }
      return "answered";
    },
  },
];
