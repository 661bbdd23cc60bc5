import { sha256 } from "../../../../core/sha256.ts";

declare const use: unique symbol;

/** SHA-256 of one use, 32 bytes. Digests of different uses are different types: one cannot stand for another. */
type DigestOf<Use extends string> = Uint8Array & { readonly [use]: Use };

/** Digest of a request: of the signed bytes of an order, or of the parameters of an unsigned request. */
export type RequestDigest = DigestOf<"request">;

/** Digest of an entry's canonical bytes, which the chain of batches covers. */
export type EntryDigest = DigestOf<"entry">;

/** Hash of a batch in the chain: of its entries' digests and of the batch before. */
export type BatchHash = DigestOf<"batch">;

/** Identifies an order by its signed bytes. */
export function orderDigest(order: Uint8Array): RequestDigest {
  return asRequestDigest(sha256(order));
}

/** Identifies an unsigned request by all its parameters. */
export function requestDigest(use: string, parameters: readonly (string | number)[]): RequestDigest {
  return asRequestDigest(sha256(`platonic ledger ${use} v1\n${JSON.stringify(parameters)}`));
}

/** Takes bytes for a request's digest, for those who read them from where digests of requests are written. */
export function asRequestDigest(bytes: Uint8Array): RequestDigest {
  return bytes as RequestDigest;
}

/** Takes bytes for an entry's digest, for those who read them from where digests of entries are written. */
export function asEntryDigest(bytes: Uint8Array): EntryDigest {
  return bytes as EntryDigest;
}

/** Takes bytes for a batch's hash, for those who read them from where hashes of batches are written. */
export function asBatchHash(bytes: Uint8Array): BatchHash {
  return bytes as BatchHash;
}

/**
 * Digest of an entry in the chain: SHA-256 over a domain separator and the canonical bytes.
 *
 * @param bytes as encoded by `entryBytes`
 */
export function entryDigest(bytes: Uint8Array): EntryDigest {
  return asEntryDigest(sha256(Buffer.concat([entryDomain, bytes])));
}

const entryDomain = Buffer.from("platonic ledger entry v1", "ascii");
