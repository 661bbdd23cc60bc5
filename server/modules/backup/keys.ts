import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from "node:crypto";
import { derive, isAcceptable, keyBytes, type Stretching, saltBytes } from "../vault/index.ts";
import { BackupError } from "./backup-error.ts";

/** How a passphrase was stretched; stands in the header of every backup. */
export interface StretchedKey {
  readonly salt: Uint8Array;
  readonly iterations: number;
}

/** The key below which every backup of a process has one of its own. */
export interface BackupRoot extends StretchedKey {
  readonly key: KeyObject;
}

export interface FileKeys {
  /** Recognises the passphrase; it opens nothing. */
  readonly check: Buffer;
  readonly content: KeyObject;
}

/** Stretches the passphrase with a salt of its own, so that no backup has a key of the vault. The passphrase is zeroed. */
export async function newBackupRoot(passphrase: Uint8Array, { iterations }: Stretching): Promise<BackupRoot> {
  try {
    return await rootOf(passphrase, { salt: randomBytes(saltBytes), iterations });
  } finally {
    passphrase.fill(0);
  }
}

/**
 * The root of a backup that was made. The passphrase stays as it is.
 *
 * @throws BackupError "weak-stretching" when somebody would have it guessed more easily, or the service kept busy.
 */
export async function knownBackupRoot(
  passphrase: Uint8Array,
  stretched: StretchedKey,
  stretching: Stretching,
): Promise<BackupRoot> {
  if (!isAcceptable(stretched.iterations, stretching)) throw new BackupError("weak-stretching");
  return rootOf(passphrase, stretched);
}

/** The keys of one file. Its salt is drawn anew for every file, so that nonces may begin at 0 in each. */
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
