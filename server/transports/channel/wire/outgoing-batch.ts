import { WireType } from "@bufbuild/protobuf/wire";
import { FrameSchema } from "#contract/channel/v1/channel_pb.js";
import { limits } from "../../../core/limits.ts";
import { tagBytes } from "../noise/cipher.ts";

/** Tag of the envelopes' field: one byte. */
const tag = (FrameSchema.field.envelopes.number << 3) | WireType.LengthDelimited;

const frameBytesMax = limits.channelMessageBytesMax - tagBytes;
/** Longest envelope that fits into a message, with one byte for its tag and three for its length. */
export const envelopeBytesMax = frameBytesMax - 4;

/** Envelopes that are encrypted together. Their bytes are copied into the frame; none is encoded twice. */
export class OutgoingBatch {
  #envelopes: Uint8Array[] = [];
  #frameBytes = 0;

  /** Length of the frame. */
  get frameBytes(): number {
    return this.#frameBytes;
  }

  get isEmpty(): boolean {
    return this.#envelopes.length === 0;
  }

  hasRoomFor(envelope: Uint8Array): boolean {
    return this.#frameBytes + framedBytes(envelope.length) <= frameBytesMax;
  }

  add(envelope: Uint8Array): void {
    this.#envelopes.push(envelope);
    this.#frameBytes += framedBytes(envelope.length);
  }

  /** Returns the frame and empties the batch. */
  take(): Buffer {
    const frame = Buffer.allocUnsafe(this.#frameBytes);
    let at = 0;
    for (const envelope of this.#envelopes) {
      frame[at++] = tag;
      let rest = envelope.length;
      for (; rest > 0x7f; rest >>>= 7) frame[at++] = rest | 0x80;
      frame[at++] = rest;
      frame.set(envelope, at);
      at += envelope.length;
    }
    this.#envelopes = [];
    this.#frameBytes = 0;
    return frame;
  }
}

function framedBytes(length: number): number {
  let bytes = 2 + length;
  for (let rest = length >>> 7; rest > 0; rest >>>= 7) bytes += 1;
  return bytes;
}
