import type { SealedContext } from "../../core/sealed-column.ts";
import { VaultError } from "./vault-error.ts";

/** Owner and purpose of a key. */
export type Owner = Pick<SealedContext, "identity" | "purpose">;

/**
 * Kind of a sealed value: a check value or key under the root, a data key, a private signing key, or a value of a caller.
 * It is authenticated, so that a caller cannot open a key of the vault as a value.
 */
export type Kind = "root-check" | "key-encryption-key" | "data-key" | "signing-key" | "value";

/**
 * Encodes the context as additional authenticated data. The encoding is injective.
 *
 * @throws VaultError "context-invalid"
 */
export function encodeContext(kind: Kind, context: SealedContext, version: number): Buffer {
  const { table, column, row, identity, purpose } = context;
  const parts = [kind, table, column, row, identity, purpose];
  for (const part of parts) checkPart(part);
  const bytes = Buffer.alloc(parts.reduce((length, part) => length + 1 + part.length, 4));
  let at = bytes.writeUInt32BE(version);
  for (const part of parts) {
    at = bytes.writeUInt8(part.length, at);
    at += bytes.write(part, at, "latin1");
  }
  return bytes;
}

/** Encodes an owner as a cache key. The encoding is injective. */
export function ownerName({ identity, purpose }: Owner): string {
  checkPart(identity);
  checkPart(purpose);
  return `${identity}\n${purpose}`;
}

function checkPart(part: string): void {
  if (typeof part !== "string" || !/^[\x20-\x7e]{1,128}$/.test(part)) throw new VaultError("context-invalid");
}
