import { describe, expect, test } from "vitest";
import { readTraceContext, traceparentOf } from "../../../server/core/tracing/trace-context.ts";
import { brokenContexts, goodContexts, spanId, traceId } from "../../support/telemetry/contexts.ts";

const good = `00-${traceId}-${spanId}-01`;
const stateOf = (tracestate: string) => readTraceContext(good, tracestate)?.state;

describe("a traceparent:", () => {
  test.each(goodContexts)("%s is read", (_, traceparent, isSampled) => {
    expect(readTraceContext(traceparent)).toEqual({ traceId, spanId, isSampled, state: "" });
  });

  test.each<readonly [string, string]>([
    ...brokenContexts,
    ["empty", ""],
    ["with a line end", `${good}\n`],
    ["after a blank", ` ${good}`],
  ])("one that is %s is refused", (_, traceparent) => expect(readTraceContext(traceparent)).toBeUndefined());

  test.each([good, `00-${traceId}-${spanId}-00`])("%s is written as it was read", (traceparent) => {
    expect(traceparentOf(readTraceContext(traceparent) as never)).toBe(traceparent);
  });

  test("flags that are not known, and the parts of a later version, are not passed on", () => {
    expect(traceparentOf(readTraceContext(`cc-${traceId}-${spanId}-ff-more`) as never)).toBe(good);
  });
});

describe("a tracestate", () => {
  const long = (name: string, length: number) => `${name}=${"v".repeat(length - name.length - 1)}`;

  test.each([
    ["rojo=00f067aa0ba902b7,congo=t61rcWkgMzE", "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE"],
    [" rojo=1 ,\t,congo=2", "rojo=1,congo=2"],
    ["fw529a3039@dt=FfAAAA_.~!", "fw529a3039@dt=FfAAAA_.~!"],
    ["", ""],
  ])("“%s” is passed on", (given, passedOn) => expect(stateOf(given)).toBe(passedOn));

  test.each([
    ["of a member without a value", "rojo"],
    ["with a letter in upper case in a name", "Rojo=1"],
    ["with an equals sign in a value", "rojo=1=2"],
    ["with other alphabets", "rojo=é"],
    ["with a control character", "rojo=1\u0000"],
    ["that names a member twice", "rojo=1,congo=2,rojo=3"],
    ["of 33 members", Array.from({ length: 33 }, (_, index) => `n${index}=1`).join(",")],
    ["with a value of 257 characters", long("n", 259)],
  ])("%s is left out, and the traceparent is read", (_, given) => expect(stateOf(given)).toBe(""));

  test("of 512 characters is passed on; of more, the members that fit", () => {
    const whole = [long("one", 253), long("two", 258)].join(",");
    expect(whole).toHaveLength(512);
    expect(stateOf(whole)).toBe(whole);
    expect(stateOf(`${whole},three=3`)).toBe(whole);
    expect(stateOf(`x${whole},three=3`)).toBe(`x${long("one", 253)}`);
  });
});
