import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { onInterruption } from "./interruption.ts";

/**
 * A new file, which has its name only when all of it is on the disk, and never replaces another one. Until then it is
 * `NAME.ID.partial` beside it, which goes with a signal.
 */
export class NewFile {
  readonly #path: string;
  readonly #partial: string;
  readonly #stopListening: () => void;
  #file: number | undefined;

  /** @throws Error of the system if there is such a file, or it cannot be made */
  constructor(path: string, mode = 0o666) {
    if (existsSync(path)) throw existing(path);
    this.#path = path;
    this.#partial = `${path}.${crypto.randomUUID().slice(0, 8)}.partial`;
    this.#file = openSync(this.#partial, "wx", mode);
    this.#stopListening = onInterruption(() => this.end());
  }

  write(content: string | Uint8Array): void {
    if (this.#file === undefined) throw new Error(`${this.#partial} is closed`);
    const bytes = typeof content === "string" ? Buffer.from(content) : content;
    let written = 0;
    while (written < bytes.length) written += writeSync(this.#file, bytes, written);
  }

  /** Gives the file its name, unless another one has it meanwhile. @throws Error of the system */
  publish(): void {
    if (this.#file === undefined) throw new Error(`${this.#partial} is closed`);
    fsyncSync(this.#file);
    this.#close();
    try {
      linkSync(this.#partial, this.#path);
    } catch (error) {
      const { code = "" } = error as NodeJS.ErrnoException;
      if (code === "EEXIST") throw existing(this.#path);
      // Some disks, such as those of cameras, have no second names of a file.
      this.#rename();
    }
    this.end();
  }

  /** Removes what has no name of its own yet. */
  end(): void {
    this.#stopListening();
    this.#close();
    rmSync(this.#partial, { force: true });
  }

  /** Renames the file in place of an empty one, which is made only if there is none. */
  #rename(): void {
    closeSync(openSync(this.#path, "wx"));
    try {
      renameSync(this.#partial, this.#path);
    } catch (error) {
      rmSync(this.#path, { force: true });
      throw error;
    }
  }

  #close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}

/** Writes a new file as a whole, or none. @throws Error of the system, as when there is one already */
export function writeNew(path: string, content: string | Uint8Array, mode?: number): void {
  const file = new NewFile(path, mode);
  try {
    file.write(content);
    file.publish();
  } finally {
    file.end();
  }
}

function existing(path: string): Error {
  return Object.assign(new Error(`EEXIST: file already exists, '${path}'`), { code: "EEXIST" });
}
