import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { type Envelope, EnvelopeSchema, FrameSchema } from "#contract/channel/v1/channel_pb.js";
import type { EnvelopeInit } from "./effects.ts";
import { tagBytes } from "./noise/cipher.ts";

/** Longest message that the service accepts. */
const messageBytesMax = 128 * 1024;
const frameBytesMax = messageBytesMax - tagBytes;

/** Envelopes that are encrypted as one message. */
export interface Frame {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly endsKey: boolean;
}

/** Envelopes that wait to be encrypted. */
export class OutgoingBatch {
  #waiting: Frame[] = [];

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** Adds an envelope as a separate frame: concatenated frames form one frame. */
  add(envelope: EnvelopeInit): void {
    const bytes = toBinary(EnvelopeSchema, create(EnvelopeSchema, envelope));
    const frame = new BinaryWriter().tag(FrameSchema.field.envelopes.number, WireType.LengthDelimited).bytes(bytes);
    this.#waiting.push({ bytes: frame.finish(), endsKey: endsKey(envelope) });
  }

  /** Removes and returns the next message: as many envelopes as fit, in order. One that is too long is sent alone. */
  take(): Frame {
    let [count, length, isLastOfKey] = [0, 0, false];
    for (const { bytes, endsKey: isLast } of this.#waiting) {
      if (isLastOfKey || (count > 0 && length + bytes.length > frameBytesMax)) break;
      count += 1;
      length += bytes.length;
      isLastOfKey = isLast;
    }
    const frame = new Uint8Array(length);
    let at = 0;
    for (const { bytes } of this.#waiting.splice(0, count)) {
      frame.set(bytes, at);
      at += bytes.length;
    }
    return { bytes: frame, endsKey: isLastOfKey };
  }
}

/** Decodes the envelopes of a message. Throws if it is invalid. */
export function envelopesOf(bytes: Uint8Array): { readonly envelopes: Envelope[]; readonly endsKey: boolean } {
  const { envelopes } = fromBinary(FrameSchema, bytes);
  const ending = envelopes.findIndex(endsKey);
  const isLastOfKey = ending >= 0;
  if (envelopes.length === 0 || (isLastOfKey && ending < envelopes.length - 1)) {
    throw new Error("the server violated the protocol of the channel");
  }
  return { envelopes, endsKey: isLastOfKey };
}

/** Whether an envelope is the last under its key: it ends its message, and its direction is rekeyed after it. */
function endsKey({ body }: EnvelopeInit): boolean {
  return body?.case === "reauthenticate";
}
