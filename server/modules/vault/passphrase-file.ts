import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  type Stats,
  writeFileSync,
} from "node:fs";
import { makeFolder } from "../../core/folder.ts";
import { VaultError } from "./vault-error.ts";

/**
 * Reads a passphrase from a file, without a final line break.
 *
 * The file must belong to this user with no access for others, or to root with at most read access for the group: the
 * rule of PostgreSQL for private keys, which fits how containers mount secrets.
 *
 * @throws VaultError "passphrase-unreadable" or "passphrase-exposed"
 */
export function readPassphrase(path: string): Uint8Array {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch {
    throw new VaultError("passphrase-unreadable");
  }
  try {
    if (!isPrivate(fstatSync(file))) throw new VaultError("passphrase-exposed");
    return withoutLineBreak(readFileSync(file));
  } finally {
    closeSync(file);
  }
}

/**
 * Reads the development passphrase, `vault.passphrase` in the data directory. The first start creates it from 256 random
 * bits, readable by this user only. A copy of the directory contains both secret and data, so that production services
 * need a passphrase file elsewhere.
 *
 * @throws VaultError "passphrase-unreadable" or "passphrase-exposed"; Error if the file cannot be created
 */
export async function developmentPassphrase(dataDirectory: string): Promise<Uint8Array> {
  const path = developmentPassphrasePath(dataDirectory);
  if (!existsSync(path)) await makePassphrase(dataDirectory, path);
  return readPassphrase(path);
}

/** Path of the development passphrase. */
export function developmentPassphrasePath(dataDirectory: string): string {
  return `${dataDirectory}/vault.passphrase`;
}

/**
 * Writes a draft and links it, so that only one of several concurrent processes creates the file and none sees it
 * incomplete.
 */
async function makePassphrase(dataDirectory: string, path: string): Promise<void> {
  await makeFolder(dataDirectory, 0o700);
  const draft = `${path}.${randomBytes(8).toString("hex")}`;
  try {
    writeDurably(draft, randomBytes(32).toString("base64url"));
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  syncFolder(dataDirectory);
}

function isPrivate(stats: Stats): boolean {
  if (!stats.isFile()) return false;
  const user = process.geteuid?.();
  // Windows has no such modes.
  if (user === undefined) return true;
  const open = stats.mode & 0o077;
  return (stats.uid === user && open === 0) || (stats.uid === 0 && (open & ~0o040) === 0);
}

function withoutLineBreak(bytes: Buffer): Uint8Array {
  const length = bytes.length - (bytes.at(-1) === 0x0a ? (bytes.at(-2) === 0x0d ? 2 : 1) : 0);
  return bytes.subarray(0, length);
}

/** Writes a new file that only this user can read, and syncs it. */
export function writeDurably(path: string, content: string | Uint8Array): void {
  const file = openSync(path, "wx", 0o600);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Syncs the folder, so that a power loss cannot leave sealed data without its passphrase. */
export function syncFolder(path: string): void {
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
