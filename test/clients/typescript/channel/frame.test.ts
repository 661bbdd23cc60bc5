import { create, toBinary } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FrameSchema } from "#contract/channel/v1/channel_pb.js";
import type { EnvelopeBody } from "../../../../clients/typescript/src/channel/effects.ts";
import { envelopesOf, OutgoingBatch } from "../../../../clients/typescript/src/channel/frame.ts";
import { limits } from "../../../../server/core/limits.ts";
import { tagBytes } from "../../../../server/transports/channel/noise/cipher.ts";
import { Frame } from "../../../../server/transports/channel/wire/frame.ts";
import { envelopeBytesMax } from "../../../../server/transports/channel/wire/outgoing-batch.ts";
import { law } from "../../../support/laws/law.ts";

const frameBytesMax = limits.channelMessageBytesMax - tagBytes;
const token: EnvelopeBody = { case: "reauthenticate", value: { rotatingToken: "token" } };
const ping: EnvelopeBody = { case: "ping", value: { nonce: 1n } };
const request = (bytes: number): EnvelopeBody => ({
  case: "request",
  value: { opId: "", method: "", payload: new Uint8Array(bytes) },
});
/** Bytes of a frame with one request beside a long payload: five fields, and the lengths of three. */
const besideBytes = 20;

/** Frames that the batch makes of the envelopes. */
function framesOf(bodies: readonly EnvelopeBody[]) {
  const batch = new OutgoingBatch();
  bodies.forEach((body, index) => {
    batch.add({ seq: BigInt(index + 1), ack: 0n, body });
  });
  const frames: ReturnType<OutgoingBatch["take"]>[] = [];
  while (!batch.isEmpty) frames.push(batch.take());
  return frames;
}

/** Sequence numbers of the envelopes that the service reads. */
function readByService(bytes: Uint8Array): number[] {
  const frame = new Frame(bytes);
  const seqs: number[] = [];
  while (!frame.isOver) seqs.push(Number(frame.next().seq));
  return seqs;
}

/** Payload lengths of requests, and tokens. */
const sentBodies = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0, max: 300 }) },
    { weight: 2, arbitrary: fc.integer({ min: 0, max: frameBytesMax / 2 }) },
    fc.integer({ min: frameBytesMax - 300, max: frameBytesMax - besideBytes }),
    fc.constant("token" as const),
  ),
  { minLength: 1, maxLength: 20 },
);

law(
  "envelopes go in order, in as few messages as the bound allows, and one that ends the key goes last",
  sentBodies,
  (all) => {
    const frames = framesOf(all.map((sent) => (sent === "token" ? token : request(sent))));
    expect(frames.flatMap(({ bytes }) => readByService(bytes))).toEqual(all.map((_, index) => index + 1));
    frames.forEach(({ bytes, endsKey }, index) => {
      const { envelopes } = envelopesOf(bytes);
      expect(bytes.length).toBeLessThanOrEqual(frameBytesMax);
      expect(endsKey).toBe(envelopes.at(-1)?.body.case === "reauthenticate");
      const next = frames[index + 1];
      if (endsKey || next === undefined) return;
      const [first] = envelopesOf(next.bytes).envelopes;
      const firstBytes = toBinary(FrameSchema, create(FrameSchema, { envelopes: [first as never] })).length;
      expect(bytes.length + firstBytes).toBeGreaterThan(frameBytesMax);
    });
  },
  2,
);

it("an envelope may be as long as the bound", () => {
  expect(framesOf([request(frameBytesMax - besideBytes)])[0]?.bytes).toHaveLength(frameBytesMax);
});

it("envelopes that fill a message exactly go in one, and one byte more takes two", () => {
  const pingBytes = framesOf([ping])[0]?.bytes.length as number;
  const exact = frameBytesMax - besideBytes - pingBytes;
  expect([exact, exact + 1].map((bytes) => framesOf([ping, request(bytes)]).length)).toEqual([1, 2]);
});

it("an envelope that is too long for the service goes alone, for the service to refuse", () => {
  const frames = framesOf([ping, request(envelopeBytesMax), ping]);
  expect(frames.map(({ bytes }) => envelopesOf(bytes).envelopes.length)).toEqual([1, 1, 1]);
});

describe("a message of the service", () => {
  const frameOf = (...all: readonly EnvelopeBody[]) =>
    toBinary(FrameSchema, create(FrameSchema, { envelopes: all.map((body) => ({ seq: 1n, body })) }));

  it("shows whether it ends the key", () => {
    expect([frameOf(ping), frameOf(ping, token)].map((bytes) => envelopesOf(bytes).endsKey)).toEqual([false, true]);
  });

  it.each([
    ["without an envelope", frameOf()],
    ["with an envelope after a challenge", frameOf(token, ping)],
    ["with two challenges", frameOf(token, token)],
  ])("%s violates the protocol", (_, bytes) => {
    expect(() => envelopesOf(bytes)).toThrow("violated the protocol");
  });

  it("that is truncated is refused", () => {
    expect(() => envelopesOf(frameOf(ping, ping).subarray(0, -1))).toThrow();
  });
});
