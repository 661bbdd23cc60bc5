import { BinaryReader } from "@bufbuild/protobuf/wire";
import { type Envelope, FrameSchema } from "#contract/channel/v1/channel_pb.js";
import { endsKey, readEnvelope } from "./envelope.ts";

const { number: envelopesNumber } = FrameSchema.field.envelopes;

/** Envelopes of a message. Each is decoded on demand, so that any number of unread ones cost only their bytes. */
export class Frame {
  readonly #reader: BinaryReader;
  #isOver = false;

  /** Throws, as `next` does, if the bytes are not a frame. */
  constructor(bytes: Uint8Array) {
    this.#reader = new BinaryReader(bytes);
    this.#advance();
  }

  /** Whether all envelopes were read. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Returns the next envelope. Throws if there is none, or if one that ends the key is not the last. */
  next(): Envelope {
    if (this.#isOver) throw new Error("the frame has no more envelopes");
    const envelope = readEnvelope(this.#reader.bytes());
    this.#advance();
    if (endsKey(envelope.body) && !this.#isOver) throw new Error("an envelope follows the one that ends the key");
    return envelope;
  }

  /** Moves to the next envelope. Unknown fields are skipped, as in every message. */
  #advance(): void {
    const reader = this.#reader;
    while (reader.pos < reader.len) {
      const [number, wireType] = reader.tag();
      if (number === envelopesNumber) return;
      reader.skip(wireType, number);
    }
    this.#isOver = true;
  }
}
