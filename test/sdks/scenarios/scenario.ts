import type { World } from "../world.ts";

/** A script for every SDK, in which harm may be done. */
export interface Scenario {
  readonly name: string;
  /** Whether it is played over the wallet channel, which not every SDK speaks. */
  readonly needsChannel?: true;
  /** Whether the SDK must see headers of answers that are not the service's. */
  readonly needsForeignHeaders?: true;
  /** Whether a small disk is mounted for it. */
  readonly needsMount?: true;
  /** Whether it mostly waits for time to pass, so that others are played beside it; it leaves the service running. */
  readonly waits?: true;
  /** Plays the script and compares with the ledger; returns the outcome in a word for the table. */
  play(world: World): Promise<string>;
}
