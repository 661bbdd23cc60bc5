import type { KeyObject } from "node:crypto";
import { decrypt, encrypt, nonceBytes, tagBytes, VaultError } from "../vault/index.ts";
import { BackupError } from "./backup-error.ts";
import { inPieces } from "./fixed-size-pieces.ts";

/** Bytes of content in every chunk but the last. */
export const chunkBytes = 65_536;

const chunksMax = 2 ** 32;

/**
 * Encrypts a stream: each chunk by AES-256-GCM with its number, and whether it is the last, in the nonce (the STREAM
 * construction of Hoang, Reyhanitabar, Rogaway and Vizar, 2015). So chunks cannot be taken away, added or swapped.
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
 * What `encryptChunks` was given. No byte is answered that was not checked; that nothing is missing is known at the end.
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

/** Seven zeros, for the key is of this file alone; four bytes of the number; one that is 1 in the last chunk. */
function nonceOf(number: number, isLast: boolean): Buffer {
  if (number >= chunksMax) throw new Error("a backup has no more than 2^32 chunks");
  const nonce = Buffer.alloc(nonceBytes);
  nonce.writeUInt32BE(number, nonceBytes - 5);
  nonce.writeUInt8(isLast ? 1 : 0, nonceBytes - 1);
  return nonce;
}
