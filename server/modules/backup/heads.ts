import { BackupError } from "./backup-error.ts";
import { readFacts } from "./encrypted-file.ts";
import type { BackupFolder } from "./folder.ts";
import type { Heads } from "./header.ts";

/** Reads the heads of the chains at each backup, by the backup's name. Skips unreadable backups. */
export async function headsIn(folder: BackupFolder): Promise<Map<string, Heads>> {
  const heads = new Map<string, Heads>();
  for (const { name } of await folder.list()) {
    const read = await headsOf(folder.pathOf(name));
    if (read !== undefined) heads.set(name, read);
  }
  return heads;
}

async function headsOf(path: string): Promise<Heads | undefined> {
  try {
    const { head, auditHead } = await readFacts(path);
    return { head, auditHead };
  } catch (error) {
    // Restore tests report damaged backups. A missing one has been removed by another process.
    if (error instanceof BackupError || (error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
