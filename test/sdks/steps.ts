import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { World } from "./world.ts";

/** A call of the transform of the README. */
export const transform = {
  service: "geocode.v1.GeocodeService",
  method: "Transform",
  request: { data: { values: [1, 2, 3, 4, 5] }, sourceDimensions: 5, targetDimensions: 3 },
};

/** Makes the folder of a journal, which is removed after the test. */
export function newJournal(): string {
  const folder = mkdtempSync(join(tmpdir(), "platonic-journal-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Waits until the ledger has completed a transaction. */
export async function transfersCompleted(world: World, sender: string, id: string): Promise<void> {
  while ((await world.wordOf(sender, id)) !== "TRANSACTION_COMPLETED");
}
