import type { World } from "./world.ts";

/** A call of the transform of the README. */
export const transform = {
  service: "geocode.v1.GeocodeService",
  method: "Transform",
  request: { data: { values: [1, 2, 3, 4, 5] }, sourceDimensions: 5, targetDimensions: 3 },
};

/** Waits until the ledger has completed a transaction. */
export async function transfersCompleted(world: World, sender: string, id: string): Promise<void> {
  while ((await world.wordOf(sender, id)) !== "TRANSACTION_COMPLETED");
}
