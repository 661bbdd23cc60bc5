/**
 * Layout of the canonical bytes of an entry; numbers are big-endian:
 *
 * version (1 byte), kind (1), outcome (1), presence (1), sequence (8), time (8), amount (8), fee (8), digest (32), then id,
 * owner, asset and description, then the optional fields by the bits of `presence`, in their order: counterparty, order,
 * key, signature, exchanged, hold, links.
 *
 * `exchanged` is: source amount (8), fee (8), target amount (8), network fee (8), rate (16), time of the rate (8), source,
 * target, origin of the rate, and the quote if its bit is set. A text is its length (2) and UTF-8, bytes are their length
 * (4) and the bytes. `hold` is: its end (8), what is returned (8), its id. `links` is a byte of `linkBits`, not zero,
 * and then, by these bits: the id of the transfer that is reversed, and for a linked set the id of the transfer that failed
 * first, or an empty text. The encoding is a bijection: one encoding of each entry, one entry of each encoding.
 */
export const entryVersion = 1;

/** Bits of the optional fields that are present. */
export const presence = {
  counterparty: 1,
  order: 2,
  keyId: 4,
  signature: 8,
  exchanged: 16,
  quoteId: 32,
  hold: 64,
  links: 128,
} as const;

/** Bits of the links to other entries that are present. */
export const linkBits = { reverses: 1, linked: 2 } as const;

/** Bytes before the first text. */
export const headLength = 4 + 4 * 8 + 32;

/** Bytes of the numbers in `exchanged`. */
export const exchangedLength = 5 * 8 + 16;

/** Bytes of the numbers in `hold`. */
export const holdLength = 2 * 8;

export const textLengthMax = 2 ** 16 - 1;
