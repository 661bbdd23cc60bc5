import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  type Stats,
  writeSync,
} from "node:fs";
import { VaultError } from "./vault-error.ts";

/**
 * The passphrase in a file, without one line break at its end.
 *
 * The file must belong to this user and be open to nobody else, or belong to root and be open at most to the group for
 * reading: the rule that PostgreSQL has for private keys, which fits how containers mount secrets.
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
 * The passphrase in `vault.passphrase` in the folder, for development. At the first start it is made there, of 256 random
 * bits, readable by this user only. Who copies the folder has the secret with the data: a service that matters is given a
 * passphrase file from elsewhere.
 *
 * @throws VaultError "passphrase-unreadable" or "passphrase-exposed"; Error when the file cannot be made.
 */
export function developmentPassphrase(dataDirectory: string): Uint8Array {
  const path = developmentPassphrasePath(dataDirectory);
  if (!existsSync(path)) makePassphrase(dataDirectory, path);
  return readPassphrase(path);
}

/** Where the passphrase for development is. */
export function developmentPassphrasePath(dataDirectory: string): string {
  return `${dataDirectory}/vault.passphrase`;
}

/** Written aside and then linked, so that of processes that start together one makes it, and the others find it whole. */
function makePassphrase(dataDirectory: string, path: string): void {
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
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
  // There are no such modes on Windows.
  if (user === undefined) return true;
  const open = stats.mode & 0o077;
  return (stats.uid === user && open === 0) || (stats.uid === 0 && (open & ~0o040) === 0);
}

function withoutLineBreak(bytes: Buffer): Uint8Array {
  const length = bytes.length - (bytes.at(-1) === 0x0a ? (bytes.at(-2) === 0x0d ? 2 : 1) : 0);
  return bytes.subarray(0, length);
}

function writeDurably(path: string, text: string): void {
  const file = openSync(path, "wx", 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Or a loss of power could leave sealed data without the passphrase. */
function syncFolder(path: string): void {
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
