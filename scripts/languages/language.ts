/** A language whose code is generated, and whose SDK is packed, by its own toolchain. */
export interface Language {
  readonly name: string;
  /** Folder or file of the code that is committed, which is written anew as a whole. */
  readonly output: string;
  /** Returns what is missing to generate, and how to get it; undefined if everything is there. */
  problem(): string | undefined;
  /** Installs the tools in `.compilers/`, which is not committed. Throws if the language itself is absent. */
  install(): void;
  generate(): void;
}
