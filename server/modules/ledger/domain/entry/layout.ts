/**
 * The canonical bytes of an entry, all numbers with the highest byte first:
 *
 * version (1 byte), kind (1), outcome (1), parts (1), sequence (8), time (8), amount (8), fee (8), digest (32), then id,
 * owner, asset and description, then what `parts` says is there, in the order of its bits: counterparty, order, key,
 * signature, exchanged.
 *
 * Exchanged is: source amount (8), fee (8), target amount (8), network fee (8), rate (16), time of the rate (8), source,
 * target, origin of the rate, and the quote if `parts` says so. A text is its length (2) and UTF-8, bytes are their
 * length (4) and themselves. So there is one spelling of each entry, and one entry of each spelling.
 */
export const entryVersion = 1;

/** Bits of the byte that tells what is there. */
export const parts = { counterparty: 1, order: 2, keyId: 4, signature: 8, exchanged: 16, quoteId: 32 } as const;

/** Bytes before the first text. */
export const headLength = 4 + 4 * 8 + 32;

/** Bytes of numbers in what was exchanged. */
export const exchangedLength = 5 * 8 + 16;

export const textLengthMax = 2 ** 16 - 1;
