import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect } from "vitest";
import { EnvelopeSchema } from "#contract/channel/v1/channel_pb.js";
import { createEnvelopeWriter, readEnvelope } from "../../../../server/transports/channel/wire/envelope.ts";
import { law } from "../../../support/laws/law.ts";
import { bodies, number } from "./bodies.ts";

const envelopeBytes = createEnvelopeWriter();

describe("an envelope", () => {
  law("has the same bytes as that of the protobuf library", fc.tuple(number, number, bodies), ([seq, ack, body]) => {
    const expected = toBinary(EnvelopeSchema, create(EnvelopeSchema, { seq, ack, body }));
    expect(Buffer.from(envelopeBytes(seq, ack, body))).toEqual(Buffer.from(expected));
  });

  law(
    "is read or refused as by the protobuf library, also when it is truncated or changed",
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
  // The service does not keep unknown fields.
  return fromBinary(EnvelopeSchema, given, { readUnknownFields: false });
}

function readOrRefused(read: (given: Uint8Array) => object, given: Uint8Array): object | "refused" {
  try {
    return read(given);
  } catch {
    return "refused";
  }
}
