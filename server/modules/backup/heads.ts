import { BackupError } from "./backup-error.ts";
import { readFacts } from "./encrypted-file.ts";
import type { BackupFolder } from "./folder.ts";
import type { LedgerHead } from "./header.ts";

/** Reads the last batch of the ledger at each backup, by the backup's name. Skips unreadable backups. */
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
    // Restore tests report damaged backups. A missing one has been removed by another process.
    if (error instanceof BackupError || (error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
