import type { SealedContext } from "../../core/sealed-column.ts";
import { VaultError } from "./vault-error.ts";

/** Whose a key is, and what for. */
export type Owner = Pick<SealedContext, "identity" | "purpose">;

/**
 * What is sealed: a key below the root, a data key, a private signing key, or a value of a caller. It is part of what is
 * authenticated, so that no caller can have a key of the vault opened by calling it a value.
 */
export type Kind = "root-check" | "key-encryption-key" | "data-key" | "signing-key" | "value";

/**
 * The context as bytes, for authentication: two contexts that differ anywhere never have the same.
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

/** The owner as one word: two owners never have the same. */
export function ownerName({ identity, purpose }: Owner): string {
  checkPart(identity);
  checkPart(purpose);
  return `${identity}\n${purpose}`;
}

function checkPart(part: string): void {
  if (typeof part !== "string" || !/^[\x20-\x7e]{1,128}$/.test(part)) throw new VaultError("context-invalid");
}
