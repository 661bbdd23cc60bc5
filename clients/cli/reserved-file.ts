import { closeSync, fsyncSync, ftruncateSync, openSync, renameSync, rmSync, writeSync } from "node:fs";

/** A new file for its owner alone, whose place on the disk is taken before its text is known. */
export class ReservedFile {
  readonly #path: string;
  #file: number | undefined;

  /** @throws Error of the system if the file cannot be written */
  constructor(path: string, bytes: number) {
    this.#path = path;
    this.#file = openSync(path, "w", 0o600);
    try {
      this.#write(this.#file, " ".repeat(bytes));
    } catch (error) {
      this.end();
      throw error;
    }
  }

  /** Writes the text, and gives the file its name in place of another one. */
  publish(text: string, path: string): void {
    if (this.#file === undefined) throw new Error(`${this.#path} is closed`);
    this.#write(this.#file, text);
    this.#close();
    renameSync(this.#path, path);
  }

  /** Removes the file, unless it was published. */
  end(): void {
    this.#close();
    rmSync(this.#path, { force: true });
  }

  #write(file: number, text: string): void {
    const bytes = Buffer.from(text);
    let written = 0;
    while (written < bytes.length) written += writeSync(file, bytes, written, bytes.length - written, written);
    ftruncateSync(file, bytes.length);
    fsyncSync(file);
  }

  #close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}
