/** Bytes that encryption adds. */
export const tagBytes = 16;

export type Bytes = Uint8Array<ArrayBuffer>;

/** One of the ciphers of Noise (revision 34, sections 12.3 and 12.4), by the name that it has there. */
export interface Cipher {
  readonly name: "AESGCM" | "ChaChaPoly";
  /** Under a key of 32 bytes. */
  keyed(key: Bytes): Promise<KeyedCipher>;
}

/** What is changed of a message, of its number or of what is associated with it, is noticed. */
export interface KeyedCipher {
  /** A number is for one message alone. */
  seal(number: bigint, associated: Bytes, plain: Bytes): Promise<Bytes>;
  /** Rejects for what is not genuine. */
  open(number: bigint, associated: Bytes, sealed: Bytes): Promise<Bytes>;
}

/** Four zero bytes, then a message's number in eight. */
export function nonceOf(number: bigint, isLowestFirst: boolean): Bytes {
  const nonce = new Uint8Array(12);
  new DataView(nonce.buffer).setBigUint64(4, number, isLowestFirst);
  return nonce;
}
