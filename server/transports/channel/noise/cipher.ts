/** Bytes that encryption adds. */
export const tagBytes = 16;

/** A cipher of Noise (revision 34, sections 12.3 and 12.4), under the name that the specification gives it. */
export interface Cipher {
  readonly name: "AESGCM" | "ChaChaPoly";
  /** Returns the cipher under a key of 32 bytes. */
  keyed(key: Uint8Array): KeyedCipher;
}

/** Authenticated encryption under one key. A change to a message, its number or its associated data is detected. */
export interface KeyedCipher {
  /** Encrypts a message. A number must be used only once. */
  seal(number: bigint, associated: Uint8Array, plain: Uint8Array): Buffer;
  /** Decrypts a message of at least `tagBytes`. Throws if it is not genuine. */
  open(number: bigint, associated: Uint8Array, sealed: Uint8Array): Buffer;
}

/**
 * Returns a function that writes a message's number as a nonce: four zero bytes, then the number in eight. The next call
 * overwrites the returned buffer.
 */
export function createNonce(isLittleEndian: boolean): (number: bigint) => Buffer {
  const nonce = Buffer.alloc(12);
  return (number) => {
    if (isLittleEndian) nonce.writeBigUInt64LE(number, 4);
    else nonce.writeBigUInt64BE(number, 4);
    return nonce;
  };
}
