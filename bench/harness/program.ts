/** A program to start, from the root of the project. */
export interface Program {
  readonly command: string;
  readonly parameters: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}
