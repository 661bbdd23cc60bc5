/** A language with its own toolchain for generating code and packing its SDK. */
export interface Language {
  readonly name: string;
  /** Folder or file of the committed generated code, which is rewritten completely. */
  readonly output: string;
  /** Returns what is missing for generation, and how to get it; undefined if nothing is. */
  problem(): string | undefined;
  /** Installs the tools in `.compilers/`, which is not committed. Throws if the language itself is absent. */
  install(): void;
  generate(): void;
}
