import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { type Stretching, saltBytes } from "../vault/index.ts";
import { BackupError } from "./backup-error.ts";
import { decryptChunks, encryptChunks } from "./chunks.ts";
import { encodeHeader, type Facts, type Header, type Heads, headerMax, readHeader } from "./header.ts";
import { type BackupRoot, fileKeys, knownBackupRoot } from "./keys.ts";

/** Facts and content of a backup to write. */
export interface Content extends Heads {
  readonly kind: Facts["kind"];
  readonly createdAt: Date;
  readonly serviceVersion: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Size and hash of a written file. */
export interface Written {
  readonly size: number;
  /** Hash of the whole file. */
  readonly sha256: string;
}

/** Steps of writing after which a process may crash, without leaving an incomplete file under the final name. */
export type WriteStep = "written" | "synced" | "named";

/**
 * Writes an encrypted file under a temporary name, and renames it once it is on disk. Removes it on failure.
 */
export async function writeEncrypted(
  path: string,
  asidePath: string,
  root: BackupRoot,
  content: Content,
  afterStep: (step: WriteStep) => void,
): Promise<Written> {
  try {
    const written = await writeAside(asidePath, root, content, afterStep);
    await rename(asidePath, path);
    afterStep("named");
    await syncFolder(dirname(path));
    return written;
  } catch (error) {
    await rm(asidePath, { force: true });
    throw error;
  }
}

/** An encrypted file, opened with its passphrase. */
export interface Opened {
  readonly facts: Facts;
  /** Decrypted content; rejects with BackupError "damaged" at the first damaged chunk. */
  readonly content: AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/**
 * Opens an encrypted file. The passphrase is zeroed.
 *
 * @throws BackupError "not-a-backup", "newer-format", "damaged", "weak-stretching" or "wrong-passphrase"
 */
export async function openEncrypted(path: string, passphrase: Uint8Array, stretching: Stretching): Promise<Opened> {
  try {
    return await openWith(passphrase, path, stretching);
  } finally {
    passphrase.fill(0);
  }
}

async function openWith(passphrase: Uint8Array, path: string, stretching: Stretching): Promise<Opened> {
  const file = await open(path, "r");
  try {
    const { facts, check, bytes } = await headerOf(file);
    const keys = fileKeys(await knownBackupRoot(passphrase, facts, stretching), facts.fileSalt);
    if (!timingSafeEqual(keys.check, check)) throw new BackupError("wrong-passphrase");
    const encrypted = file.createReadStream({ start: bytes.length, autoClose: false });
    return { facts, content: decryptChunks(keys.content, bytes, encrypted), close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * Reads the facts of a file, which are not authenticated until it is opened.
 *
 * @throws BackupError "not-a-backup", "newer-format" or "damaged"
 */
export async function readFacts(path: string): Promise<Facts> {
  const file = await open(path, "r");
  try {
    return (await headerOf(file)).facts;
  } finally {
    await file.close();
  }
}

/** Syncs a folder, so that its entries survive a power loss. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function writeAside(
  path: string,
  root: BackupRoot,
  content: Content,
  afterStep: (step: WriteStep) => void,
): Promise<Written> {
  const file = await open(path, "wx", 0o600);
  try {
    const digest = createHash("sha256");
    let size = 0;
    const counted = async function* () {
      for await (const bytes of fileBytes(root, content)) {
        digest.update(bytes);
        size += bytes.length;
        yield bytes;
      }
    };
    await file.writeFile(counted());
    afterStep("written");
    await file.sync();
    afterStep("synced");
    return { size, sha256: digest.digest("hex") };
  } finally {
    await file.close();
  }
}

async function* fileBytes(root: BackupRoot, { bytes, ...facts }: Content): AsyncGenerator<Uint8Array> {
  const fileSalt = randomBytes(saltBytes);
  const keys = fileKeys(root, fileSalt);
  const header = encodeHeader({ ...facts, iterations: root.iterations, salt: root.salt, fileSalt }, keys.check);
  yield header;
  yield* encryptChunks(keys.content, header, bytes);
}

async function headerOf(file: FileHandle): Promise<Header> {
  const start = Buffer.alloc(headerMax);
  const { bytesRead } = await file.read(start, 0, headerMax, 0);
  return readHeader(start.subarray(0, bytesRead));
}
