import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Envelope, EnvelopeSchema, FrameSchema } from "#contract/channel/v1/channel_pb.js";
import {
  createEnvelopeWriter,
  type EnvelopeBody,
  endsKey,
} from "../../../../server/transports/channel/wire/envelope.ts";
import { Frame } from "../../../../server/transports/channel/wire/frame.ts";
import { OutgoingBatch } from "../../../../server/transports/channel/wire/outgoing-batch.ts";
import { law } from "../../../support/laws/law.ts";
import { bodies } from "./bodies.ts";

const envelopeBytes = createEnvelopeWriter();

const renewal: EnvelopeBody = { case: "reauthenticate", value: { rotatingToken: "token" } };
const ping: EnvelopeBody = { case: "ping", value: { nonce: 1n } };
/** Envelopes in a valid order: one that ends the key is the last. */
const orderly = fc
  .array(bodies, { minLength: 1, maxLength: 8 })
  .filter((all) => !all.slice(0, -1).some((body) => endsKey(body)));

function frameOf(all: readonly EnvelopeBody[]): Uint8Array {
  const batch = new OutgoingBatch();
  all.forEach((body, index) => {
    batch.add(envelopeBytes(BigInt(index + 1), 0n, body));
  });
  return batch.take();
}

function readAll(bytes: Uint8Array): Envelope[] {
  const frame = new Frame(bytes);
  const envelopes = [frame.next()];
  while (!frame.isOver) envelopes.push(frame.next());
  return envelopes;
}

function readByLibrary(bytes: Uint8Array): Envelope[] {
  return fromBinary(FrameSchema, bytes, { readUnknownFields: false }).envelopes;
}

describe("a frame", () => {
  law("has the same bytes as that of the protobuf library, and its length is known before", orderly, (all) => {
    const envelopes = all.map((body, index) => create(EnvelopeSchema, { seq: BigInt(index + 1), body }));
    const batch = new OutgoingBatch();
    for (const envelope of envelopes) batch.add(toBinary(EnvelopeSchema, envelope));
    const expected = toBinary(FrameSchema, create(FrameSchema, { envelopes }));
    expect(batch.frameBytes).toBe(expected.length);
    expect(Buffer.from(batch.take())).toEqual(Buffer.from(expected));
    expect([batch.isEmpty, batch.frameBytes, batch.take().length]).toEqual([true, 0, 0]);
  });

  law("is read as by the protobuf library", orderly, (all) => {
    const bytes = frameOf(all);
    expect(readAll(bytes)).toEqual(readByLibrary(bytes));
  });

  law(
    "that is truncated or changed is refused, or read as by the protobuf library",
    fc.tuple(orderly, fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255), fc.boolean()),
    ([all, place, byte, isCut]) => {
      const whole = Uint8Array.from(frameOf(all));
      const at = Math.floor(place * whole.length);
      const damaged = isCut ? whole.slice(0, at) : whole.with(Math.min(at, whole.length - 1), byte);
      let read: Envelope[];
      try {
        read = readAll(damaged);
      } catch {
        return;
      }
      expect(read).toEqual(readByLibrary(damaged));
    },
  );

  it("is refused without an envelope, also with unknown fields", () => {
    for (const hex of ["", "1001", "12020801"]) {
      expect(() => readAll(Buffer.from(hex, "hex")), hex).toThrow("the frame has no more envelopes");
    }
  });

  it("may have unknown fields, which are ignored", () => {
    const unknown = Buffer.from("1001", "hex");
    const bytes = Buffer.concat([unknown, frameOf([ping]), unknown, frameOf([renewal]), unknown]);
    expect(readAll(bytes).map(({ body }) => body.case)).toEqual(["ping", "reauthenticate"]);
  });

  it("is refused at an envelope that follows a reauthentication", () => {
    expect(readAll(frameOf([ping, renewal]))).toHaveLength(2);
    for (const after of [ping, renewal]) {
      const frame = new Frame(frameOf([ping, renewal, after]));
      expect(frame.next().body.case).toBe("ping");
      expect(() => frame.next()).toThrow("an envelope follows the one that ends");
    }
  });

  it("is refused at the place where it is truncated, and not before", () => {
    const bytes = frameOf([ping, ping]);
    for (let length = bytes.length / 2 + 1; length < bytes.length; length += 1) {
      const read = () => {
        const frame = new Frame(bytes.subarray(0, length));
        expect(frame.next().body.case).toBe("ping");
        frame.next();
      };
      expect(read, `${length} of ${bytes.length} bytes`).toThrow();
    }
  });
});
