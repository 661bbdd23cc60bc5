import { BinaryReader } from "@bufbuild/protobuf/wire";
import { type Envelope, FrameSchema } from "../../../../gen/es/channel/v1/channel_pb.js";
import { endsKey, readEnvelope } from "./envelope.ts";

const { number: envelopesNumber } = FrameSchema.field.envelopes;

/**
 * The envelopes of a message. Each is read when its turn comes, so that those that are not taken, or not yet, cost
 * nothing but their bytes, however many they are.
 */
export class Frame {
  readonly #reader: BinaryReader;
  #isOver = false;

  /** Throws, as `next` does, for what is no frame. */
  constructor(bytes: Uint8Array) {
    this.#reader = new BinaryReader(bytes);
    this.#advance();
  }

  /** Whether all of them were read. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** The next one. Throws where there should be one and is none, and for one that ends the key and is not the last. */
  next(): Envelope {
    if (this.#isOver) throw new Error("there is no envelope");
    const envelope = readEnvelope(this.#reader.bytes());
    this.#advance();
    if (endsKey(envelope.body) && !this.#isOver) throw new Error("an envelope has come under a key that is over");
    return envelope;
  }

  /** To the next envelope. What is not known is passed over, as in every message. */
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
