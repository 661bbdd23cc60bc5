import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";

/** What the program reads and writes. */
export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly write: (text: string) => void;
  readonly complain: (text: string) => void;
}

/** What a command has to say: to programs, and to people. */
export interface Outcome {
  readonly json: unknown;
  readonly text: string;
  /** Exit status, where it is not 0. */
  readonly status?: number;
}

/** Thrown for words that are no command. */
export class UsageError extends Error {}

/** Line by line, each with its label. */
export function labelled(members: object): string {
  const lines = Object.entries(members).map(
    ([label, value]) => `${label.padEnd(12)} ${printable(String(value ?? "-"))}\n`,
  );
  return lines.join("");
}

export function moment(timestamp: Timestamp | undefined): string | null {
  return timestamp === undefined ? null : timestampDate(timestamp).toISOString();
}

/** Names come from whoever made the key: control characters in them would drive the terminal. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
