import { fromJson, toBinary } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { errorTrailers } from "../../../../server/transports/connect/grpc-status.ts";
import { asTrailerHeaders, percentEncode } from "../../../../server/transports/connect/metadata.ts";
import { code, RpcError } from "../../../../server/transports/connect/status.ts";
import { readStatus } from "./answer.ts";
import { legalCall, makeCall, variants, withHeaders } from "./client.ts";
import { sharedWire } from "./shared-wire.ts";

const wire = sharedWire();
const { encode } = GeocodeService.method;

describe("grpc-message", () => {
  test.each([
    ["", ""],
    ["plain text, with ~ and $ and &", "plain text, with ~ and $ and &"],
    ["100%", "100%25"],
    ["%41", "%2541"],
    ["é", "%C3%A9"],
    ["ключ", "%D0%BA%D0%BB%D1%8E%D1%87"],
    ["…", "%E2%80%A6"],
    ["🜨", "%F0%9F%9C%A8"],
    ["a\r\nb\tc\0d\x7f", "a%0D%0Ab%09c%00d%7F"],
    ["half of a pair: \ud83d", "half of a pair: %EF%BF%BD"],
  ])("%j is encoded as %j", (text, encoded) => {
    expect(percentEncode(text)).toBe(encoded);
    expect(decodeURIComponent(encoded)).toBe(text.toWellFormed());
  });

  test("every character is encoded as printable ASCII and can be decoded", () => {
    for (let code = 0; code < 0x11_0000; code += code < 0x3000 ? 1 : 97) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const character = String.fromCodePoint(code);
      const encoded = percentEncode(character);
      if (!/^[ -~]+$/.test(encoded) || decodeURIComponent(encoded) !== character) expect(encoded).toBe(character);
    }
  });
});

test.each([0, 1, 2])("details are sent in base64 without padding: %i bytes", (more) => {
  const error = new RpcError(code.internal, "x", [{ typeName: "a.B", bytes: Buffer.alloc(more) }]);
  const trailers = errorTrailers(error);
  const binary = trailers[trailers.indexOf("grpc-status-details-bin") + 1] as string;
  expect(binary).toMatch(/^[A-Za-z0-9+/]+$/);
  expect(readStatus(binary)).toEqual({
    code: code.internal,
    message: "x",
    details: [{ typeName: "a.B", bytes: expect.objectContaining({ length: more }) }],
  });
});

test("trailers of Connect are headers with a prefix", () => {
  expect(asTrailerHeaders(["a", "1", "b-bin", "AAE"])).toEqual(["trailer-a", "1", "trailer-b-bin", "AAE"]);
  expect(asTrailerHeaders([])).toEqual([]);
});

describe.each(variants)("$name", (variant) => {
  const sent = { data: { vectorMap: { vectors: { "ключ 100%\r\n": { values: [1, "NaN"] } } } }, targetGeometry: 2 };
  const bytes = toBinary(encode.input, fromJson(encode.input, sent));

  test("a fault may name a parameter that is not ASCII", async () => {
    const { error } = await makeCall(wire(), variant, { ...legalCall(), method: encode, bytes });
    expect(error).toMatchObject({ code: 3, message: expect.stringContaining("ключ 100%") });
    expect(error?.fault).toMatchObject({ parameter: expect.stringContaining("ключ 100%") });
  });

  test.each([
    ["padded", "AAEC/w=="],
    ["without padding", "AAEC/w"],
    ["a list", "AAEC/w==, AQ"],
    ["empty", ""],
    ["invalid base64", "*"],
  ])("binary metadata that is %s does not affect the call", async (_, value) => {
    const headers = { "trace-bin": value, "grpc-trace-bin": value, "grpc-tags-bin": value, "x-other": "1" };
    const { result } = await makeCall(wire(), variant, legalCall(), withHeaders(headers));
    expect(result).toMatchObject({ sourceDimensions: 3, targetDimensions: 4 });
  });
});
