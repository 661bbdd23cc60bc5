import { randomBytes } from "node:crypto";
import { rewrapKey } from "./key-ring.ts";
import { derivedRoot, openPassphraseRoot, requireStrong, type Stretching, saltBytes } from "./passphrase-root.ts";
import type { VaultRecords } from "./records.ts";
import { type CheckedRoot, checkRoot, newCheck } from "./root-key.ts";
import { VaultError } from "./vault-error.ts";

/** A passphrase change: the passphrases are zeroed. */
export interface PassphraseChange {
  readonly present: Uint8Array;
  readonly next: Uint8Array;
  readonly records: VaultRecords;
  readonly stretching: Stretching;
  /** Called before anything is written; a throw prevents the change. */
  readonly prepare: () => Promise<void>;
}

/**
 * Changes the passphrase of a vault: a new root key, with its own salt, wraps the key-encryption keys, which stay the
 * same, as does everything under them. At any moment the vault opens with exactly one of the passphrases.
 *
 * @returns "changed", or "changed-before" if an earlier run has done so, which may have been killed before it could
 *   report that
 * @throws VaultError "weak-passphrase"; "wrong-root" if neither passphrase is the vault's; "same-passphrase"; "refused"
 *   if a key-encryption key is damaged; "root-changed" if another change came first
 */
export async function changePassphrase(change: PassphraseChange): Promise<"changed" | "changed-before"> {
  const { present, next, records, stretching, prepare } = change;
  try {
    requireStrong(next);
    const isSame = Buffer.from(present).equals(next);
    const previous = await checked(present, change);
    if (previous === undefined) {
      if (isSame || (await checked(next, change)) === undefined) throw new VaultError("wrong-root");
      return "changed-before";
    }
    if (isSame) throw new VaultError("same-passphrase");
    const stretched = { salt: randomBytes(saltBytes), iterations: stretching.iterations };
    const root = await derivedRoot(next, stretched);
    const check = await newCheck(root);
    await prepare();
    const isChanged = await records.changeRoot(previous.check, { ...stretched, check }, (key) =>
      rewrapKey(previous.root, root, key),
    );
    if (!isChanged) throw new VaultError("root-changed");
    return "changed";
  } finally {
    present.fill(0);
    next.fill(0);
  }
}

/** Opens the root of a vault with a copy of a passphrase. Returns undefined if it is not the vault's. */
async function checked(
  passphrase: Uint8Array,
  { records, stretching }: Pick<PassphraseChange, "records" | "stretching">,
): Promise<CheckedRoot | undefined> {
  try {
    return await checkRoot(await openPassphraseRoot(Buffer.from(passphrase), records, stretching), records);
  } catch (error) {
    if (error instanceof VaultError && error.reason === "wrong-root") return undefined;
    throw error;
  }
}
