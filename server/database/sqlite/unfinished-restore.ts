import { readdirSync } from "node:fs";

/** Name of the folder in a data directory in which a restore makes its database. The first group is the process id. */
export const restoringName = /^\.restoring-(\d+)-[0-9a-f]{8}$/;

/** @throws Error if a folder has a part of a backup and no database: a new, empty one would take its place */
export function refuseUnfinishedRestore(dataDirectory: string): void {
  const names = namesIn(dataDirectory);
  const unfinished = names.includes("platonic.sqlite") ? undefined : names.find((name) => restoringName.test(name));
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
