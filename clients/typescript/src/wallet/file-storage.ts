import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Operation, type OperationStorage, operationOf, operationText } from "./operation-storage.ts";

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

  async #write(operation: Operation): Promise<void> {
    await makeFolder(this.#folder, 0o700);
    const path = this.#path(operation.id);
    // Written under a temporary name, so that no partial file counts as an operation.
    await this.#synced(`${path}.new`, operationText(operation));
    await rename(`${path}.new`, path);
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
    return Promise.all(names.map((name) => this.#inTurn(() => this.#read(name))));
  }

  async #read(name: string): Promise<Operation> {
    return operationOf(await readFile(join(this.#folder, name), "utf8"));
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
