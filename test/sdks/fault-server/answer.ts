import type { Readable } from "node:stream";

/** Answer of the service. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** Whether the headers are all of it, and end the stream. */
  readonly isEnded?: boolean;
  readonly body: Readable;
  /** Returns the headers that follow the body, once it has ended. */
  trailers(): Readonly<Record<string, string | string[]>>;
}

/** Answer of an intermediary. */
export interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
