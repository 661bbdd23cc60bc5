import { existsSync, renameSync, rmSync } from "node:fs";
import { developmentPassphrasePath, readPassphrase, syncFolder, writeDurably } from "./passphrase-file.ts";
import { openPassphraseRoot, type Stretching } from "./passphrase-root.ts";
import type { VaultRecords } from "./records.ts";
import { checkRoot } from "./root-key.ts";
import { VaultError } from "./vault-error.ts";

/** Writes the next development passphrase durably next to the present one. */
export function writeNextPassphrase(dataDirectory: string, passphrase: Uint8Array): void {
  const path = nextPassphrasePath(dataDirectory);
  rmSync(path, { force: true });
  writeDurably(path, passphrase);
  syncFolder(dataDirectory);
}

/** Replaces the development passphrase. */
export function replaceDevelopmentPassphrase(dataDirectory: string, passphrase: Uint8Array): void {
  // Written again: another run of the change may have written its own.
  writeNextPassphrase(dataDirectory, passphrase);
  takeNextPassphrase(dataDirectory);
}

/**
 * Finishes a change of the development passphrase that was killed after the vault had changed: adopts the next file if
 * its passphrase is the vault's. The file of a change that has not got so far stays unused.
 */
export async function finishPassphraseChange(
  dataDirectory: string,
  records: VaultRecords,
  stretching?: Stretching,
): Promise<void> {
  const path = nextPassphrasePath(dataDirectory);
  if (!existsSync(path) || (await records.root())?.check === undefined) return;
  try {
    await checkRoot(await openPassphraseRoot(readPassphrase(path), records, stretching), records);
  } catch (error) {
    if (error instanceof VaultError) return;
    throw error;
  }
  takeNextPassphrase(dataDirectory);
}

function takeNextPassphrase(dataDirectory: string): void {
  renameSync(nextPassphrasePath(dataDirectory), developmentPassphrasePath(dataDirectory));
  syncFolder(dataDirectory);
}

/** Path of the file that becomes the development passphrase once the vault has it. */
function nextPassphrasePath(dataDirectory: string): string {
  return `${developmentPassphrasePath(dataDirectory)}.next`;
}
