/** A language whose code is generated, and whose SDK is packed, by its own toolchain. */
export interface Language {
  readonly name: string;
  /** Folder of the generated code, which is committed and written anew as a whole. */
  readonly folder: string;
  /** Returns what is missing to generate, and how to get it; undefined if everything is there. */
  problem(): string | undefined;
  /** Installs the tools in `.compilers/`, which is not committed. Throws if the language itself is absent. */
  install(): void;
  generate(): void;
}
