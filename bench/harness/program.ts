/** A program to start in the root of the repository. */
export interface Program {
  readonly command: string;
  readonly parameters: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}
