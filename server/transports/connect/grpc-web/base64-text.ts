import { code, RpcError } from "../status.ts";

/** Decodes base64 that arrives in pieces of any length, each of which may have its own padding. */
export class Base64Decoder {
  #bits = 0;
  #held = 0;

  /** @throws RpcError for text that is not base64 */
  decode(text: Uint8Array): Buffer {
    const bytes = Buffer.allocUnsafe(Math.ceil((text.length * 3) / 4) + 1);
    let length = 0;
    let [bits, held] = [this.#bits, this.#held];
    for (const character of text) {
      const value = values[character] as number;
      if (value === foreign) throw new RpcError(code.invalidArgument, "the message is not base64");
      if (value === padding) {
        bits = 0;
        held = 0;
        continue;
      }
      held = ((held << 6) | value) & 0xffff;
      bits += 6;
      if (bits >= 8) {
        bits -= 8;
        bytes[length++] = (held >> bits) & 0xff;
      }
    }
    this.#bits = bits;
    this.#held = held;
    return bytes.subarray(0, length);
  }
}

/** Encodes a piece with its own padding, so that a client can decode it before the next one arrives. */
export function encodeText(bytes: Uint8Array): Buffer {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64");
  return Buffer.from(text, "latin1");
}

const foreign = 255;
const padding = 254;
const values = new Uint8Array(256).fill(foreign);
values.set([padding], 61);
for (const [index, character] of [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].entries()) {
  values[character.charCodeAt(0)] = index;
}
