import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from "node:crypto";
import { derive, isAcceptable, keyBytes, type Stretching, saltBytes } from "../vault/index.ts";
import { BackupError } from "./backup-error.ts";

/** Parameters of the key derivation from a passphrase; stored in the header of every backup. */
export interface StretchedKey {
  readonly salt: Uint8Array;
  readonly iterations: number;
}

/** The key from which a process derives the keys of each backup. */
export interface BackupRoot extends StretchedKey {
  readonly key: KeyObject;
}

export interface FileKeys {
  /** Recognizes the passphrase; decrypts nothing. */
  readonly check: Buffer;
  readonly content: KeyObject;
}

/** Stretches the passphrase with its own salt, so that backups share no key with the vault. Zeroes the passphrase. */
export async function newBackupRoot(passphrase: Uint8Array, { iterations }: Stretching): Promise<BackupRoot> {
  try {
    return await rootOf(passphrase, { salt: randomBytes(saltBytes), iterations });
  } finally {
    passphrase.fill(0);
  }
}

/**
 * Derives the root of an existing backup. Does not zero the passphrase.
 *
 * @throws BackupError "weak-stretching" if the iterations are too few to be safe, or too many to be computed
 */
export async function knownBackupRoot(
  passphrase: Uint8Array,
  stretched: StretchedKey,
  stretching: Stretching,
): Promise<BackupRoot> {
  if (!isAcceptable(stretched.iterations, stretching)) throw new BackupError("weak-stretching");
  return rootOf(passphrase, stretched);
}

/** Derives the keys of one file. Each file has a random salt, so that nonces may begin at 0 in each. */
export function fileKeys({ key }: BackupRoot, fileSalt: Uint8Array): FileKeys {
  const content = expand(key, fileSalt, "platonic backup content 1");
  try {
    return { check: expand(key, fileSalt, "platonic backup check 1"), content: createSecretKey(content) };
  } finally {
    content.fill(0);
  }
}

async function rootOf(passphrase: Uint8Array, { salt, iterations }: StretchedKey): Promise<BackupRoot> {
  return { salt, iterations, key: await derive(passphrase, salt, iterations) };
}

function expand(key: KeyObject, salt: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", key, salt, purpose, keyBytes));
}
