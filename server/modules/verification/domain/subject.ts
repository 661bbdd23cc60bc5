import type { Level } from "./levels.ts";

/** An identity as verification knows it. */
export interface Subject {
  readonly id: string;
  readonly username: string;
  readonly email: string | undefined;
  readonly level: Level | undefined;
}
