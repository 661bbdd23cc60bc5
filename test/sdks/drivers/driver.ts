/** Program and parameters. */
export type Command = readonly [program: string, ...parameters: string[]];

/** A program that translates commands into calls of the SDK of a language (test/sdks/README.md). */
export interface Driver {
  readonly language: string;
  /** Whether the SDK speaks the wallet channel. */
  readonly hasChannel: boolean;
  /** Whether the SDK sees headers of answers that are not the service's; default: true. */
  readonly seesForeignHeaders?: false;
  /** Returns why it cannot be built on this machine; undefined if it can. */
  problem(): string | undefined;
  /** Packs the SDK, installs the package in a folder that has nothing of this repository, and returns the command to start. */
  install(folder: string): Command;
}
