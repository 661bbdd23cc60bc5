import { sha256, sha256Joined } from "../../../../core/sha256.ts";

declare const use: unique symbol;

/**
 * A SHA-256 digest for one use, 32 bytes. Digests for different uses have different types, so that they cannot be
 * confused.
 */
type DigestOf<Use extends string> = Uint8Array & { readonly [use]: Use };

/** Digest of a request: of the signed bytes of an order, or of the parameters of an unsigned request. */
export type RequestDigest = DigestOf<"request">;

/** Digest of an entry's canonical bytes, which the chain of batches covers. */
export type EntryDigest = DigestOf<"entry">;

/** Hash of a batch in the chain, over its entries' digests and the previous batch's hash. */
export type BatchHash = DigestOf<"batch">;

/** Identifies an order by its signed bytes. */
export function orderDigest(order: Uint8Array): RequestDigest {
  return asRequestDigest(sha256(order));
}

/** Identifies an unsigned request by all its parameters. */
export function requestDigest(use: string, parameters: readonly (string | number)[]): RequestDigest {
  return asRequestDigest(sha256(`platonic ledger ${use} v1\n${JSON.stringify(parameters)}`));
}

/** Marks bytes as a request's digest; for readers of stored request digests. */
export function asRequestDigest(bytes: Uint8Array): RequestDigest {
  return bytes as RequestDigest;
}

/** Marks bytes as an entry's digest; for readers of stored entry digests. */
export function asEntryDigest(bytes: Uint8Array): EntryDigest {
  return bytes as EntryDigest;
}

/** Marks bytes as a batch's hash; for readers of stored batch hashes. */
export function asBatchHash(bytes: Uint8Array): BatchHash {
  return bytes as BatchHash;
}

/** Whether two hashes of batches are the same; undefined is that of an empty ledger. */
export function isSameHash(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  return one === undefined || other === undefined ? one === other : Buffer.compare(one, other) === 0;
}

/**
 * Computes the digest of an entry in the chain: SHA-256 over a domain separator and the canonical bytes.
 *
 * @param bytes as encoded by `entryBytes`
 */
export function entryDigest(bytes: Uint8Array): EntryDigest {
  return asEntryDigest(sha256Joined(entryDomain, bytes));
}

const entryDomain = Buffer.from("platonic ledger entry v1", "ascii");
