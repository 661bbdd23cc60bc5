/** Bytes that encryption adds. */
export const tagBytes = 16;

/** One of the ciphers of Noise (revision 34, sections 12.3 and 12.4), by the name that it has there. */
export interface Cipher {
  readonly name: "AESGCM" | "ChaChaPoly";
  /** Under a key of 32 bytes. */
  keyed(key: Uint8Array): KeyedCipher;
}

/** What is changed of a message, of its number or of what is associated with it, is noticed. */
export interface KeyedCipher {
  /** A number is for one message alone. */
  seal(number: bigint, associated: Uint8Array, plain: Uint8Array): Buffer;
  /** Throws for what is not genuine. `sealed` has at least the bytes that encryption adds. */
  open(number: bigint, associated: Uint8Array, sealed: Uint8Array): Buffer;
}
