import { BackupError } from "./backup-error.ts";
import { readFacts } from "./encrypted-file.ts";
import type { BackupFolder } from "./folder.ts";
import type { LedgerHead } from "./header.ts";

/** The last batch of the ledger at each backup of a folder, by the backup's name. What cannot be read tells none. */
export async function headsIn(folder: BackupFolder): Promise<Map<string, LedgerHead>> {
  const heads = new Map<string, LedgerHead>();
  for (const { name } of await folder.list()) {
    const head = await headOf(folder.pathOf(name));
    if (head !== undefined) heads.set(name, head);
  }
  return heads;
}

async function headOf(path: string): Promise<LedgerHead | undefined> {
  try {
    return (await readFacts(path)).head;
  } catch (error) {
    // What is wrong with a backup is for a drill to tell; and another process may have removed it.
    if (error instanceof BackupError || (error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
