import { describe, expect, test } from "vitest";
import { connectTimeoutMs, grpcTimeoutMs } from "../../../../server/transports/connect/timeout.ts";
import { legalCall, makeCall, type Variant, variants, withHeaders } from "./client.ts";
import { sharedWire } from "./shared-wire.ts";

const wire = sharedWire();
const isConnect = ({ protocol }: Variant) => protocol.name.startsWith("Connect");
const units = ["H", "M", "S", "m", "u", "n"];
const malformed = ["", "1", "S", "-1S", "+1S", "1.5S", "1s", "1h", "1SS", "1 S", "0x1S", "123456789S", "1S, 1S", "١S"];
const malformedMs = ["", "-1", "+1", "1.5", "1e3", "12345678901", "1m", "1, 1", "0x10", "soon"];
const asciiOf = (texts: readonly string[]) => texts.filter((text) => /^[ -~]*$/.test(text));

describe("a timeout header", () => {
  test.each([
    ["1H", 300_000],
    ["99999999H", 300_000],
    ["5M", 300_000],
    ["4M", 240_000],
    ["301S", 300_000],
    ["12S", 12_000],
    ["1500m", 1500],
    ["00000001m", 1],
    ["1500u", 1.5],
    ["2500000n", 2.5],
    ["1n", 0.000001],
    ["0S", 0],
  ])("of gRPC: %s is read", (text, ms) => {
    expect(grpcTimeoutMs(text)).toBeCloseTo(ms, 9);
  });

  test.each([
    ["0", 0],
    ["1", 1],
    ["0000000012", 12],
    ["300001", 300_000],
    ["9999999999", 300_000],
  ])("of Connect: %s is read", (text, ms) => {
    expect(connectTimeoutMs(text)).toBe(ms);
  });

  test("that is absent means no deadline", () => {
    expect([grpcTimeoutMs(undefined), connectTimeoutMs(undefined)]).toEqual([undefined, undefined]);
  });

  test.each(malformed)("of gRPC: %j is refused", (text) => {
    expect(() => grpcTimeoutMs(text)).toThrow("grpc-timeout");
  });

  test.each(malformedMs)("of Connect: %j is refused", (text) => {
    expect(() => connectTimeoutMs(text)).toThrow("connect-timeout-ms");
  });
});

/** Returns one timeout header for each value of the variant's protocol. */
function rows(variant: Variant, grpc: readonly string[], connect: readonly string[]): { [name: string]: string }[] {
  const [name, values] = isConnect(variant) ? ["connect-timeout-ms", connect] : ["grpc-timeout", grpc];
  return values.map((value) => ({ [name as string]: value }));
}

describe.each(variants)("$name", (variant) => {
  const distant = rows(
    variant,
    [...units.map((unit) => `99999999${unit}`), "1H", "300S"].filter((value) => !value.endsWith("n")),
    ["300000", "9999999999"],
  );
  test.each(distant)("a call with a distant deadline is answered: %o", async (headers) => {
    const { result } = await makeCall(wire(), variant, legalCall(), withHeaders(headers));
    expect(result).toMatchObject({ sourceDimensions: 3 });
  });

  const past = rows(variant, [...units.map((unit) => `0${unit}`), "1n", "999n", "1u"], ["0", "0000000000"]);
  // Reading the request takes longer than any of these timeouts.
  test.each(past)("a call past its deadline is answered with DEADLINE_EXCEEDED: %o", async (headers) => {
    const { error } = await makeCall(wire(), variant, legalCall(), withHeaders(headers));
    expect(error).toMatchObject({
      code: 4,
      message: expect.stringContaining("deadline"),
      fault: { reason: "REASON_DEADLINE_EXCEEDED" },
    });
  });

  const invalid = rows(variant, asciiOf(malformed), malformedMs);
  test.each(invalid)("a malformed timeout is refused with INVALID_ARGUMENT: %o", async (headers) => {
    const { error } = await makeCall(wire(), variant, legalCall(), withHeaders(headers));
    const [[parameter, provided] = []] = Object.entries(headers);
    expect(error).toMatchObject({
      code: 3,
      message: expect.stringContaining(parameter as string),
      fault: { reason: "REASON_PARAMETER_INVALID", parameter, provided },
    });
  });
});
