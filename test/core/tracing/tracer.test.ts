import { describe, expect, test } from "vitest";
import { Fault } from "../../../server/core/fault.ts";
import { createSampler, type SamplerSettings, samplerNames } from "../../../server/core/tracing/sampler.ts";
import { currentScope, inSpan, recorded } from "../../../server/core/tracing/scope.ts";
import type { RecordedSpan, Span } from "../../../server/core/tracing/span.ts";
import { createTracer } from "../../../server/core/tracing/tracer.ts";
import { spanId, traceId } from "../../support/telemetry/contexts.ts";

const parent = (isSampled: boolean) => ({ traceId, spanId, isSampled, state: "rojo=1" });

function tracerOf(settings: SamplerSettings = { name: "always_on", ratio: 1 }) {
  const spans: RecordedSpan[] = [];
  const tracer = createTracer(settings, (span) => spans.push(span));
  const begin = (name = "a span") => tracer.begin(undefined, () => ({ name, kind: "internal" })) as Span;
  return { spans, tracer, begin };
}

describe("a sampler", () => {
  const low = `${"f".repeat(19)}${"0".repeat(12)}1`;
  const high = "f".repeat(32);

  // Whether it samples: a trace of its own with a low and a high id, and one of a caller who does and who does not.
  test.each<[name: (typeof samplerNames)[number], low: boolean, high: boolean, sampled: boolean, not: boolean]>([
    ["always_on", true, true, true, true],
    ["always_off", false, false, false, false],
    ["traceidratio", true, false, true, true],
    ["parentbased_always_on", true, true, true, false],
    ["parentbased_always_off", false, false, true, false],
    ["parentbased_traceidratio", true, false, true, false],
  ])("%s", (name, ...expected) => {
    const isSampled = createSampler({ name, ratio: 0.5 });
    expect([
      isSampled(low, undefined),
      isSampled(high, undefined),
      isSampled(low, parent(true)),
      isSampled(low, parent(false)),
    ]).toEqual(expected);
  });

  test("there is one for each standard name", () => expect(samplerNames).toHaveLength(6));

  test.each([0, 0.01, 0.25, 1])("by the ratio %d takes that share of new traces", (ratio) => {
    const { spans, begin } = tracerOf({ name: "traceidratio", ratio });
    for (let count = 0; count < 20_000; count++) begin()?.end();
    // Six standard deviations: once in a billion runs.
    const deviation = Math.sqrt(20_000 * ratio * (1 - ratio));
    expect(Math.abs(spans.length - 20_000 * ratio)).toBeLessThanOrEqual(6 * deviation);
  });
});

describe("a span", () => {
  test("is in the trace of the caller, with its state, and a new one has ids of its own", () => {
    const { spans, tracer, begin } = tracerOf();
    tracer.begin(parent(true), () => ({ name: "a span", kind: "server" }))?.end();
    begin().end();
    begin().end();
    const [first, second, third] = spans as [RecordedSpan, RecordedSpan, RecordedSpan];
    expect(first).toMatchObject({ parent: parent(true), context: { traceId, isSampled: true, state: "rojo=1" } });
    for (const { context } of spans) {
      expect(context.traceId).toMatch(/^[0-9a-f]{32}$/);
      expect(context.spanId).toMatch(/^[0-9a-f]{16}$/);
    }
    expect(new Set([first, second, third].map(({ context }) => context.traceId)).size).toBe(3);
    expect(second.parent).toBeUndefined();
    expect(second.endMs).toBeGreaterThanOrEqual(second.startMs);
  });

  test("is recorded once, with what was set before its end, and at most 128 links", () => {
    const { spans, begin } = tracerOf();
    const span = begin();
    span.set({ one: 1 });
    span.set({ one: 2, two: "b" });
    for (let count = 0; count < 130; count++) span.link(parent(true));
    span.fail();
    span.end();
    span.end();
    expect(spans).toHaveLength(1);
    expect(spans[0]).toMatchObject({ attributes: { one: 2, two: "b" }, hasFailed: true });
    expect(spans[0]?.links).toHaveLength(128);
  });

  test("has children in its trace, and roots beside it", () => {
    const { spans, begin } = tracerOf();
    const span = begin();
    span.child({ name: "child", kind: "client" }).end();
    span.root({ name: "root", kind: "internal" }).end();
    const [child, root] = spans as [RecordedSpan, RecordedSpan];
    expect(child.parent).toEqual(span.context);
    expect(child.context.traceId).toBe(span.context.traceId);
    expect(root.parent).toBeUndefined();
    expect(root.context.traceId).not.toBe(span.context.traceId);
  });
});

describe("work", () => {
  const description = { name: "inner", kind: "internal" } as const;

  test("in a span is a child of what runs, and fails with the kind of its error, without its message", async () => {
    const { spans, begin } = tracerOf();
    const errors = [
      [new Fault("UNAVAILABLE", "secret"), "UNAVAILABLE"],
      [Object.assign(new Error("secret"), { code: "ECONNRESET" }), "ECONNRESET"],
      [new TypeError("secret"), "TypeError"],
      [Object.assign(new Error("secret"), { name: "a secret", code: 7 }), "_OTHER"],
    ] as const;
    const outer = begin("outer");
    await recorded(outer, async () => {
      for (const [error] of errors) {
        await expect(inSpan(description, () => Promise.reject(error))).rejects.toBe(error);
      }
    });
    expect(spans.map(({ name, parent, hasFailed }) => [name, parent?.spanId, hasFailed])).toEqual([
      ...errors.map(() => ["inner", outer.context.spanId, true]),
      ["outer", undefined, false],
    ]);
    expect(spans.slice(0, 4).map(({ attributes }) => attributes["error.type"])).toEqual(errors.map(([, type]) => type));
    expect(JSON.stringify(spans)).not.toContain("secret");
  });

  test("that belongs to no trace begins one only with a tracer", async () => {
    const { spans, tracer } = tracerOf();
    expect(await inSpan(description, async () => currentScope())).toBeUndefined();
    expect(spans).toEqual([]);
    expect(await inSpan(description, async () => currentScope()?.span !== undefined, tracer)).toBe(true);
    expect(spans).toHaveLength(1);
  });
});
