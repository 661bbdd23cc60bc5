import { link, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type FolderUse, useFolder } from "../node/folder-lock.ts";
import { PlatonicError } from "../platonic-error.ts";
import { journaled, type Operation, type OperationStorage, operationOf, operationText } from "./operation-storage.ts";

const ending = ".operation";
/** Most files that are open at once: systems allow a program few hundred. */
const filesMax = 32;

/**
 * Journal in a folder, a file for each operation; `put` syncs to disk. For Node only. One process at a time uses the folder:
 * the file `lock` names it, from the first use until `close`.
 *
 * All methods but `delete` reject with PlatonicError STATE_INVALID if another process uses the folder, and if the folder
 * cannot be read or written.
 */
export class FileStorage implements OperationStorage {
  readonly #folder: string;
  readonly #lockWaitMs: number;
  readonly #waiting: (() => void)[] = [];
  #working = 0;
  #use: { readonly begun: Promise<FolderUse>; readonly closing: AbortController } | undefined;

  /**
   * @param options `lockWaitMs`: how long another process that uses the folder is waited for, in ms; default: 0. Short programs of
   *   one user, such as commands, take turns by it
   */
  constructor(folder: string, { lockWaitMs = 0 }: { readonly lockWaitMs?: number } = {}) {
    this.#folder = folder;
    this.#lockWaitMs = lockWaitMs;
  }

  put(operation: Operation): Promise<void> {
    return this.#locked(() => this.#inTurn(() => this.#write(operation)));
  }

  /** Stores an operation in place of the one with its id, for a caller that knows that they pay the same. */
  replace(operation: Operation): Promise<void> {
    return this.#locked(() => this.#inTurn(() => this.#write(operation, rename)));
  }

  /** Releases the folder, once every journal of this process that uses it is closed. The next use locks it again. */
  async close(): Promise<void> {
    const use = this.#use;
    this.#use = undefined;
    use?.closing.abort();
    const begun = await use?.begun.catch(() => undefined);
    await begun?.end();
  }

  /** Works on the folder while this process holds its lock. Errors of the system become STATE_INVALID. */
  async #locked<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      (await this.#begin()).requireHeld();
      return await work();
    } catch (error) {
      throw error instanceof PlatonicError ? error : unusable(this.#folder, error as Error);
    }
  }

  /** Locks the folder at the first use, and after a failure at the next one. */
  #begin(): Promise<FolderUse> {
    if (this.#use !== undefined) return this.#use.begun;
    const closing = new AbortController();
    const begun = makeFolder(this.#folder, 0o700).then(() => useFolder(this.#folder, this.#lockWaitMs, closing.signal));
    const use = { begun, closing };
    this.#use = use;
    begun.catch(() => {
      if (this.#use === use) this.#use = undefined;
    });
    return begun;
  }

  async #write(operation: Operation, publish = publishNew): Promise<void> {
    const path = this.#path(operation.id);
    // Written under a name of its own, so that no partial file counts as an operation.
    const unfinished = `${path}.${crypto.randomUUID()}.new`;
    try {
      await this.#synced(unfinished, operationText(operation));
      await publish(unfinished, path);
    } finally {
      await rm(unfinished, { force: true });
    }
    await this.#syncFolder();
  }

  /** Makes the names in the folder durable. Windows cannot, and does not need it. */
  async #syncFolder(): Promise<void> {
    if (process.platform === "win32") return;
    const folder = await open(this.#folder);
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }

  async delete(id: string): Promise<void> {
    await rm(this.#path(id), { force: true });
  }

  list(): Promise<Operation[]> {
    return this.#locked(async () => {
      const names = (await readdir(this.#folder)).filter((name) => name.endsWith(ending));
      const read = await Promise.all(names.map((name) => this.#inTurn(() => this.#read(name))));
      return read.filter((operation) => operation !== undefined);
    });
  }

  /** Reads an operation; undefined if it was settled meanwhile. */
  async #read(name: string): Promise<Operation | undefined> {
    const path = join(this.#folder, name);
    const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw error;
    });
    if (text === undefined) return undefined;
    const operation = operationOf(text, path);
    if (operation.id + ending !== name) throw damaged(path);
    return operation;
  }

  /** Waits until few enough files are open. */
  async #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#working < filesMax) this.#working += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#working -= 1;
      else next();
    }
  }

  async #synced(path: string, text: string): Promise<void> {
    const file = await open(path, "w", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  #path(id: string): string {
    if (!/^[\w-]+$/.test(id)) throw new Error("an operation's id is letters, digits and hyphens");
    return join(this.#folder, `${id}${ending}`);
  }
}

/** Gives a file its name, unless another one has it. */
async function publishNew(unfinished: string, path: string): Promise<void> {
  try {
    await link(unfinished, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") throw journaled(basename(path, ending));
    if (code !== "EPERM" && code !== "ENOTSUP" && code !== "ENOSYS" && code !== "EOPNOTSUPP") throw error;
    // A file system without hard links.
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined) throw journaled(basename(path, ending));
    await rename(unfinished, path);
  }
}

/** Error for a folder that is full, read-only, or none. */
function unusable(folder: string, cause: Error): PlatonicError {
  const text = `the journal's folder ${folder} cannot be used: ${cause.message}`;
  return new PlatonicError("STATE_INVALID", text, { wasNotSent: true }, { cause });
}

function damaged(path: string): PlatonicError {
  return new PlatonicError("STATE_INVALID", `${path} has the id of another operation; look at it before you remove it`);
}

/**
 * Makes a folder and those above it that are missing, one level at a time: Node's own `recursive` never ends below /proc.
 * @internal
 */
export async function makeFolder(path: string, mode: number): Promise<void> {
  if (await isFolder(path)) return;
  if (dirname(path) !== path) await makeFolder(dirname(path), mode);
  try {
    await mkdir(path, { mode });
  } catch (error) {
    // Made by another process just now.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST" || !(await isFolder(path))) throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  return found?.isDirectory() === true;
}
