import type { KeyObject } from "node:crypto";
import { decrypt, encrypt, nonceBytes, tagBytes, VaultError } from "../vault/index.ts";
import { BackupError } from "./backup-error.ts";
import { inPieces } from "./fixed-size-pieces.ts";

/** Bytes of content in each chunk except the last. */
export const chunkBytes = 65_536;

const chunksMax = 2 ** 32;

/**
 * Encrypts a stream: each chunk with AES-256-GCM, whose nonce holds the chunk's number and whether it is the last (the
 * STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizar, 2015). Detects removed, added and reordered chunks.
 */
export async function* encryptChunks(
  key: KeyObject,
  header: Uint8Array,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let number = 0;
  for await (const { bytes, isLast } of inPieces(content, chunkBytes)) {
    const { ciphertext, tag } = encrypt(key, nonceOf(number++, isLast), header, bytes);
    yield Buffer.concat([ciphertext, tag]);
  }
}

/**
 * Inverse of `encryptChunks`. Yields authenticated bytes only; truncation is detected at the end.
 *
 * @throws BackupError "damaged"
 */
export async function* decryptChunks(
  key: KeyObject,
  header: Uint8Array,
  encrypted: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let number = 0;
  for await (const { bytes, isLast } of inPieces(encrypted, chunkBytes + tagBytes)) {
    const tagAt = bytes.length - tagBytes;
    if (tagAt < 0) throw new BackupError("damaged");
    yield openChunk(key, nonceOf(number++, isLast), header, bytes.subarray(0, tagAt), bytes.subarray(tagAt));
  }
}

function openChunk(...parameters: Parameters<typeof decrypt>): Uint8Array {
  try {
    return decrypt(...parameters);
  } catch (error) {
    throw error instanceof VaultError ? new BackupError("damaged") : error;
  }
}

/** Seven zero bytes (each file has its own key), four bytes of the chunk number, one byte that is 1 in the last chunk. */
function nonceOf(number: number, isLast: boolean): Buffer {
  if (number >= chunksMax) throw new Error("a backup cannot have more than 2^32 chunks");
  const nonce = Buffer.alloc(nonceBytes);
  nonce.writeUInt32BE(number, nonceBytes - 5);
  nonce.writeUInt8(isLast ? 1 : 0, nonceBytes - 1);
  return nonce;
}
