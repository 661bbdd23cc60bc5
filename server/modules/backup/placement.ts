import { open } from "node:fs/promises";
import { join } from "node:path";
import { fillSqlite } from "../../database/snapshot/rows-in.ts";
import { snapshotFormats } from "../../database/snapshot/snapshot.ts";
import type { Opened } from "./encrypted-file.ts";

/** Returns the path of the SQLite database in a folder. */
export function databaseFile(folder: string): string {
  return join(folder, "platonic.sqlite");
}

/** Writes the content of a backup into a folder as a SQLite database. */
export async function placeInFolder({ facts, content }: Opened, folder: string): Promise<void> {
  if (snapshotFormats[facts.kind] === "rows") return fillSqlite(folder, content);
  const file = await open(databaseFile(folder), "wx", 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}
