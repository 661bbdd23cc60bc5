import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import fc from "fast-check";
import { describe, expect } from "vitest";
import { EnvelopeSchema } from "../../gen/es/channel/v1/channel_pb.js";
import { type EnvelopeBody, envelopeBytes, readEnvelope } from "../../server/doors/channel/envelope.ts";
import { law } from "../laws/numbers.ts";

const text = fc.string({ unit: "grapheme" });
const bytes = fc.uint8Array();
const count = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const number = fc.bigInt(0n, 2n ** 64n - 1n);
const error = fc.record({ reason: fc.nat(12), message: text, parameter: text, retryAfter: count });
const moment = fc.nat(2_000_000_000_000).map(timestampFromMs);

/** Of every kind, with all their members. */
const bodies: fc.Arbitrary<EnvelopeBody> = fc.oneof(
  record("welcome", {
    channelId: text,
    identityId: text,
    authLevel: count,
    isResumed: fc.boolean(),
    pingInterval: count,
    timeout: count,
    credits: count,
    reauthenticateBy: moment,
    sessionToken: text,
  }),
  record("request", { opId: text, method: text, payload: bytes, timeout: count }),
  record("accepted", { opId: text }),
  record("result", { opId: text, answer: fc.oneof(record("payload", bytes), record("error", error)) }),
  record("resolve", { opId: text, seal: fc.boolean() }),
  record("outcome", { opId: text, isFinal: fc.boolean(), result: bytes }),
  record("ping", { nonce: number }),
  record("pong", { nonce: number }),
  record("reauthenticate", { challenge: text, rotatingToken: text, reauthenticateBy: moment }),
  record("goAway", { reason: fc.nat(6), retryAfter: count }),
  record("error", error),
) as never;

function record(name: string, members: object) {
  const value = members instanceof fc.Arbitrary ? members : fc.record(members as Record<string, fc.Arbitrary<unknown>>);
  return value.map((made) => ({ case: name, value: made }));
}

describe("an envelope", () => {
  law("has the bytes that the protobuf library would write", fc.tuple(number, number, bodies), ([seq, ack, body]) => {
    const expected = toBinary(EnvelopeSchema, create(EnvelopeSchema, { seq, ack, body }));
    expect(Buffer.from(envelopeBytes(seq, ack, body))).toEqual(Buffer.from(expected));
  });

  law(
    "is read as the library reads it, and refused where that refuses it, also when it is cut or changed",
    fc.tuple(bodies, fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255), fc.boolean()),
    ([body, place, byte, isCut]) => {
      const whole = Uint8Array.from(envelopeBytes(1n, 2n, body));
      const at = Math.floor(place * whole.length);
      const damaged = isCut ? whole.slice(0, at) : whole.with(Math.min(at, whole.length - 1), byte);
      for (const given of [whole, damaged]) {
        expect(readOrRefused(readEnvelope, given)).toEqual(readOrRefused(readByLibrary, given));
      }
    },
  );
});

function readByLibrary(given: Uint8Array) {
  // The service forgets what it does not know.
  return fromBinary(EnvelopeSchema, given, { readUnknownFields: false });
}

function readOrRefused(read: (given: Uint8Array) => object, given: Uint8Array): object | "refused" {
  try {
    return read(given);
  } catch {
    return "refused";
  }
}
