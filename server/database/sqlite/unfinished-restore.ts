import { readdirSync } from "node:fs";

/** Name of the folder in a data directory in which a restore makes its database. The first group is the process id. */
export const restoringName = /^\.restoring-(\d+)-[0-9a-f]{8}$/;

/** Returns the name of the folder of a restore that has not ended, in a folder without a database; undefined if there is none. */
export function unfinishedRestoreIn(dataDirectory: string): string | undefined {
  const names = namesIn(dataDirectory);
  return names.includes("platonic.sqlite") ? undefined : names.find((name) => restoringName.test(name));
}

/** @throws Error if a restore into a folder has not ended: a new, empty database would take the place of its own */
export function refuseUnfinishedRestore(dataDirectory: string): void {
  const unfinished = unfinishedRestoreIn(dataDirectory);
  if (unfinished === undefined) return;
  throw new Error(
    `A restore into ${dataDirectory} has not ended. Wait for it, or run it again if it was cut off; for an empty ` +
      `database remove ${unfinished} there.`,
  );
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Opening the database says what is wrong.
    return [];
  }
}
