/** Bytes that encryption adds. */
export const tagBytes = 16;

export type Bytes = Uint8Array<ArrayBuffer>;

/** A cipher of Noise (revision 34, sections 12.3 and 12.4), under the name that the specification gives it. */
export interface Cipher {
  readonly name: "AESGCM" | "ChaChaPoly";
  /** Returns the cipher under a key of 32 bytes. */
  keyed(key: Bytes): Promise<KeyedCipher>;
}

/** Authenticated encryption under one key. A change to a message, its number or its associated data is detected. */
export interface KeyedCipher {
  /** Encrypts a message. A number must be used only once. */
  seal(number: bigint, associated: Bytes, plain: Bytes): Promise<Bytes>;
  /** Decrypts a message. Rejects if it is not genuine. */
  open(number: bigint, associated: Bytes, sealed: Bytes): Promise<Bytes>;
}

/** Returns a message's number as a nonce: four zero bytes, then the number in eight. */
export function nonceOf(number: bigint, isLittleEndian: boolean): Bytes {
  const nonce = new Uint8Array(12);
  new DataView(nonce.buffer).setBigUint64(4, number, isLittleEndian);
  return nonce;
}
