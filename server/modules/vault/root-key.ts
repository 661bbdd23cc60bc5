import { randomBytes } from "node:crypto";
import type { SealedContext } from "../../core/sealed-column.ts";
import type { Kind } from "./context.ts";
import type { VaultRecords } from "./records.ts";
import { VaultError } from "./vault-error.ts";

/**
 * Port: the secret that everything in the vault hangs on, used where it is kept. Made from a passphrase by
 * `openPassphraseRoot`; a systemd credential, a PKCS#11 token or a cloud's key service can stand in its place.
 */
export interface RootKey {
  /** Encrypts a key so that only `unwrap` with the same context gives it back. */
  wrap(bytes: Uint8Array, context: RootContext): Promise<Uint8Array>;
  /** Rejects with VaultError "refused" when the bytes were not wrapped by this root key in this context. */
  unwrap(bytes: Uint8Array, context: RootContext): Promise<Uint8Array>;
}

/** What is wrapped by the root, and where it is kept. */
export interface RootContext extends SealedContext {
  readonly kind: Extract<Kind, "root-check" | "key-encryption-key">;
}

const checkContext: RootContext = {
  kind: "root-check",
  table: "vault_root",
  column: "check_value",
  row: "1",
  identity: "vault",
  purpose: "root-check",
};

/**
 * Holds the root key against the check value that the first start left.
 *
 * @throws VaultError "wrong-root"
 */
export async function checkRoot(root: RootKey, records: VaultRecords): Promise<void> {
  let kept = (await records.root())?.check;
  if (kept === undefined) {
    await records.keepRootCheck(await root.wrap(randomBytes(32), checkContext));
    // Another process, with another secret perhaps, may have been the first.
    kept = (await records.root())?.check;
  }
  if (kept === undefined) throw new VaultError("wrong-root");
  try {
    await root.unwrap(kept, checkContext);
  } catch (error) {
    throw error instanceof VaultError ? new VaultError("wrong-root") : error;
  }
}
