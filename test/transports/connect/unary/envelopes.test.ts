import { describe, expect, test } from "vitest";
import { legalCall, makeCall, variants } from "./client.ts";
import { compress, compressedFlag, envelope } from "./framing.ts";
import { grpc, grpcWeb, grpcWebText } from "./grpc-protocol.ts";
import { legalMessage } from "./outcomes.ts";
import { sharedWire } from "./shared-wire.ts";

const wire = sharedWire();
const { proto } = legalMessage;
const whole = envelope(0, proto);
const gzipped = compress("gzip", proto);
const gzip = { "grpc-encoding": "gzip" };

const invalidBody = { code: 3, fault: { reason: "REASON_PARAMETER_INVALID", parameter: "body" } };
/** Invalid bodies before base64, their headers, and the expected error. */
const tooLarge = { code: 8, fault: { reason: "REASON_PARAMETER_INVALID", parameter: "body" } };
const refused: [string, Buffer, { [name: string]: string }, object][] = [
  ["no message", Buffer.alloc(0), {}, { code: 12 }],
  ["two messages", Buffer.concat([whole, whole]), {}, { code: 12 }],
  ["a message and one more byte", Buffer.concat([whole, Buffer.of(0)]), {}, { code: 12 }],
  ...[1, 4].map((length): (typeof refused)[0] => [
    `a prefix of ${length} bytes`,
    whole.subarray(0, length),
    {},
    invalidBody,
  ]),
  ["a prefix and no message", whole.subarray(0, 5), {}, invalidBody],
  ["a message without its last byte", whole.subarray(0, -1), {}, invalidBody],
  ["a length of 4 GiB", envelope(0, proto, 0xffffffff), {}, tooLarge],
  ["a length with the highest bit", envelope(0, proto, 0x80000000), {}, tooLarge],
  ["a length over the limit", envelope(0, proto, 4 * 1024 * 1024 + 1), {}, tooLarge],
  ["a length one too short", envelope(0, proto, proto.length - 1), {}, { code: 12 }],
  ["a message of no bytes", envelope(0, Buffer.alloc(0)), {}, { code: 3, fault: { parameter: "data" } }],
  ["a compressed message with no compression named", envelope(compressedFlag, gzipped), {}, { code: 13 }],
  ["a compressed message of identity", envelope(compressedFlag, proto), { "grpc-encoding": "identity" }, { code: 13 }],
  ["a message that is not compressed although its flag says so", envelope(compressedFlag, proto), gzip, invalidBody],
  [
    "a truncated compressed message",
    envelope(compressedFlag, gzipped.subarray(0, -9)),
    gzip,
    { code: 3, fault: { parameter: "body" } },
  ],
];

const framed = variants.filter(({ protocol }) => [grpc, grpcWeb, grpcWebText].includes(protocol));

describe.each(framed)("$name", (variant) => {
  const isText = variant.protocol === grpcWebText;
  const send = (body: Buffer, headers: { [name: string]: string } = {}, isEncoded = false) =>
    makeCall(wire(), variant, legalCall(), (request) => ({
      ...request,
      headers: { ...request.headers, ...headers },
      body: isText && !isEncoded ? Buffer.from(body.toString("base64")) : body,
    }));

  test.each(refused)("%s is refused", async (_, body, headers, error) => {
    expect((await send(body, headers)).error).toMatchObject(error);
    expect((await send(whole)).result).toBeDefined();
  });

  test.each([
    ["an uncompressed message although a compression is named", whole, gzip],
    ["a compressed message", envelope(compressedFlag, gzipped), gzip],
    ["identity by name", whole, { "grpc-encoding": "identity" }],
  ] as const)("%s is read", async (_, body, headers) => {
    expect((await send(body, headers)).result).toBeDefined();
  });

  if (!isText) return;
  const inBase64 = (...bytes: Buffer[]) => Buffer.from(bytes.map((piece) => piece.toString("base64")).join(""));

  test.each([1, 2, 3, 4, 5, 6, 7, 30])("pieces of %i bytes, encoded one by one, are read", async (size) => {
    const pieces: Buffer[] = [];
    for (let at = 0; at < whole.length; at += size) pieces.push(whole.subarray(at, at + size));
    expect((await send(inBase64(...pieces), {}, true)).result).toBeDefined();
  });

  test("base64 without its padding is read", async () => {
    expect((await send(Buffer.from(inBase64(whole).toString().replace(/=+$/, "")), {}, true)).result).toBeDefined();
  });

  test.each([
    ["no base64", "{}"],
    ["base64 with an invalid character", inBase64(whole).toString().replace(/^./, "!")],
    ["one character", "A"],
    ["padding alone", "===="],
  ])("%s is refused", async (_, text) => {
    expect((await send(Buffer.from(text), {}, true)).error?.code).toBeGreaterThan(0);
  });
});
