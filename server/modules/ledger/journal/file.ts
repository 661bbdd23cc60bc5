import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";
import { type Line, lineOf, type ReadLines, readLines } from "../engine/journal/lines.ts";
import type { JournalStep } from "./steps.ts";

/** A journal file open for writing. */
export interface JournalWriter {
  readonly bytes: number;
  /** Appends a line; resolves when it is on the disk. */
  append(line: Line): Promise<void>;
  close(): Promise<void>;
}

/** Creates a file, and makes it and its name durable. */
export async function createFile(path: string, afterStep: (step: JournalStep) => void): Promise<JournalWriter> {
  const file = await open(path, "wx", 0o600);
  await syncFolder(dirname(path));
  afterStep("created");
  return writerOf(file, 0, afterStep);
}

/**
 * Continues an inactive file after its last complete line, since a process may have died while writing the next one.
 */
export async function continueFile(path: string): Promise<JournalWriter> {
  const file = await open(path, "r+");
  const { end } = readLines(await file.readFile());
  return writerOf(file, end, () => {});
}

function writerOf(file: FileHandle, start: number, afterStep: (step: JournalStep) => void): JournalWriter {
  let bytes = start;
  return {
    get bytes() {
      return bytes;
    },
    async append(line) {
      const encoded = lineOf(line);
      for (let written = 0; written < encoded.length; ) {
        const left = encoded.length - written;
        written += (await file.write(encoded, written, left, bytes + written)).bytesWritten;
      }
      afterStep("written");
      await file.datasync();
      bytes += encoded.length;
      afterStep("synced");
    },
    close: () => file.close(),
  };
}

/** Reads the complete lines of a file from an offset on. */
export async function readFrom(path: string, offset: number): Promise<ReadLines> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const bytes = Buffer.alloc(Math.max(0, size - offset));
    let read = 0;
    while (read < bytes.length) {
      const { bytesRead } = await file.read(bytes, read, bytes.length - read, offset + read);
      if (bytesRead === 0) break;
      read += bytesRead;
    }
    return readLines(bytes.subarray(0, read));
  } finally {
    await file.close();
  }
}

/** Proves that there is room for so many bytes by writing them. */
export async function probeRoom(path: string, bytes: number): Promise<void> {
  const file = await open(path, "w", 0o600);
  try {
    await file.writeFile(Buffer.alloc(bytes, 1));
    await file.datasync();
  } finally {
    await file.truncate(0).catch(() => undefined);
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
