import { link, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { PlatonicError } from "../platonic-error.ts";
import { journaled, type Operation, type OperationStorage, operationOf, operationText } from "./operation-storage.ts";

const ending = ".operation";
/** Most files that are open at once: systems allow a program few hundred. */
const filesMax = 32;

/** Journal in a folder, a file for each operation; `put` syncs to disk. For Node only. */
export class FileStorage implements OperationStorage {
  readonly #folder: string;
  readonly #waiting: (() => void)[] = [];
  #working = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  put(operation: Operation): Promise<void> {
    return this.#inTurn(() => this.#write(operation));
  }

  /** Stores an operation in place of the one with its id, for a caller that knows that they pay the same. */
  replace(operation: Operation): Promise<void> {
    return this.#inTurn(() => this.#write(operation, rename));
  }

  async #write(operation: Operation, publish = publishNew): Promise<void> {
    await makeFolder(this.#folder, 0o700);
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

  async list(): Promise<Operation[]> {
    await makeFolder(this.#folder, 0o700);
    const names = (await readdir(this.#folder)).filter((name) => name.endsWith(ending));
    const read = await Promise.all(names.map((name) => this.#inTurn(() => this.#read(name))));
    return read.filter((operation) => operation !== undefined);
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
