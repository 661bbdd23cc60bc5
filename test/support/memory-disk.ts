import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";

const memoryDisk = "/dev/shm";
const bytesNeeded = 4 * 2 ** 30;

/**
 * Has a run write its temporary files to memory, where there is enough of it: databases wait for the disk at every commit,
 * and nobody needs those of tests after a loss of power. TMPDIR names another place.
 */
export default function useMemoryDisk(): (() => void) | undefined {
  if (process.env["TMPDIR"] !== undefined || !hasRoom()) return undefined;
  const directory = mkdtempSync(`${memoryDisk}/platonic-run-`);
  // Programs that tests run as other users find their sockets in it.
  chmodSync(directory, 0o711);
  process.env["TMPDIR"] = directory;
  return () => rmSync(directory, { recursive: true, force: true });
}

function hasRoom(): boolean {
  if (!existsSync(memoryDisk)) return false;
  const { bavail, bsize } = statfsSync(memoryDisk);
  return bavail * bsize > bytesNeeded;
}
