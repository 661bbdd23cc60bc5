import { randomBytes } from "node:crypto";
import type { SealedContext } from "../../core/sealed-column.ts";
import type { Kind } from "./context.ts";
import type { VaultRecords } from "./records.ts";
import { VaultError } from "./vault-error.ts";

/**
 * Port: the root secret of the vault, used without exposing it. `openPassphraseRoot` derives it from a passphrase; a
 * systemd credential, a PKCS#11 token or a cloud key service can implement it too.
 */
export interface RootKey {
  /** Encrypts a key; only `unwrap` with the same context decrypts it. */
  wrap(bytes: Uint8Array, context: RootContext): Promise<Uint8Array>;
  /** Rejects with VaultError "refused" if the bytes were not wrapped by this root key in this context. */
  unwrap(bytes: Uint8Array, context: RootContext): Promise<Uint8Array>;
}

/** Kind and location of a value that the root wraps. */
export interface RootContext extends SealedContext {
  readonly kind: Extract<Kind, "root-check" | "key-encryption-key">;
}

/** A root key that has opened the check value of the vault. */
export interface CheckedRoot {
  readonly root: RootKey;
  readonly check: Uint8Array;
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
 * Checks the root key against the check value that the first start has stored.
 *
 * @throws VaultError "wrong-root"
 */
export async function checkRoot(root: RootKey, records: VaultRecords): Promise<CheckedRoot> {
  let check = (await records.root())?.check;
  if (check === undefined) {
    await records.keepRootCheck(await newCheck(root));
    // Another process, perhaps with another secret, may have stored it first.
    check = (await records.root())?.check;
  }
  if (check === undefined) throw new VaultError("wrong-root");
  try {
    await root.unwrap(check, checkContext);
  } catch (error) {
    throw error instanceof VaultError ? new VaultError("wrong-root") : error;
  }
  return { root, check };
}

/** Makes a check value of a root key. */
export function newCheck(root: RootKey): Promise<Uint8Array> {
  return root.wrap(randomBytes(32), checkContext);
}
