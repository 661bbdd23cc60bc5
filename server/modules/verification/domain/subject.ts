import type { Level } from "./levels.ts";

/** The data of an identity that verification needs. */
export interface Subject {
  readonly id: string;
  readonly username: string;
  readonly email: string | undefined;
  readonly level: Level | undefined;
}
