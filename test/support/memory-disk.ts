import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";

const memoryDisk = "/dev/shm";
const bytesNeeded = 4 * 2 ** 30;

/**
 * Puts the temporary files of a test run in memory if there is enough: databases wait for the disk at every commit, and
 * those of tests need not survive a power loss. TMPDIR overrides the location.
 */
export default function useMemoryDisk(): (() => void) | undefined {
  if (process.env["TMPDIR"] !== undefined || !hasRoom()) return undefined;
  const directory = mkdtempSync(`${memoryDisk}/platonic-run-`);
  // Tests run programs as other users, which need access to sockets in this directory.
  chmodSync(directory, 0o711);
  process.env["TMPDIR"] = directory;
  return () => rmSync(directory, { recursive: true, force: true });
}

function hasRoom(): boolean {
  if (!existsSync(memoryDisk)) return false;
  const { bavail, bsize } = statfsSync(memoryDisk);
  return bavail * bsize > bytesNeeded;
}
