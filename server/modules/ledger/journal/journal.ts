import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Journal } from "../engine/journal/journal.ts";
import type { Line, ReadLines } from "../engine/journal/lines.ts";
import { journalBounds } from "./bounds.ts";
import { continueFile, probeRoom, readFrom } from "./file.ts";
import { openFolder } from "./folder.ts";
import { presentFile } from "./present-file.ts";
import type { JournalStep } from "./steps.ts";
import { JournalUnwritable } from "./unwritable.ts";

/** The journal of this process, in files of a folder. */
export interface FileJournal extends Journal {
  /** Names of the files, oldest first. */
  readonly names: readonly string[];
  read(name: string, offset: number): Promise<ReadLines>;
  /** Milliseconds since 1970 of the last line of a file; undefined while it is being written. */
  endOf(name: string): Promise<number | undefined>;
  /** Adds a line to any of the files. */
  add(name: string, line: Line): Promise<void>;
  drop(name: string): Promise<void>;
  /** Ends the present file if it is old enough; the next line starts another. */
  rotate(): Promise<void>;
  /** Calls the listener when something is kept for the first time after the database was lost, or was rolled back. */
  onReturn(listener: () => void): void;
  close(): Promise<void>;
}

export interface JournalDeps {
  /** Folder of the journals of all processes. */
  readonly root: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** For tests: called between the steps. */
  readonly afterStep?: ((step: JournalStep) => void) | undefined;
  readonly fileBytesMax?: number | undefined;
}

/** Opens a journal, including the files of ended processes. */
export function openJournal({ root, now, afterStep = () => {}, ...deps }: JournalDeps): FileJournal {
  const { fileBytesMax = journalBounds.fileBytesMax } = deps;
  const folder = openFolder(root, afterStep);
  const names = [...folder.inherited];
  const pathOf = (name: string) => join(folder.path, name);
  const present = presentFile({ folder, now, afterStep, fileBytesMax, begun: (name) => names.push(name) });
  let isBroken = false;
  let isLost = false;
  let lastNumber = 0;
  let returned = () => {};
  // Writes are sequential.
  let work: Promise<unknown> = Promise.resolve();

  function inTurn<Result>(write: () => Promise<Result>): Promise<Result> {
    const result = work.then(write);
    work = result.catch(() => undefined);
    return result;
  }

  /** Abandons a failed write: its file ends before it, and the next line starts another. */
  async function giveUp(cause: unknown, mayBeStored: boolean): Promise<never> {
    isBroken = true;
    await inTurn(present.end).catch(() => undefined);
    throw new JournalUnwritable(folder.path, cause, mayBeStored);
  }

  return {
    names,
    async ready() {
      if (!isBroken) return;
      await inTurn(() => probeRoom(pathOf("probe"), journalBounds.probeBytes)).catch((error) => giveUp(error, false));
      isBroken = false;
    },
    async keep(acknowledged) {
      const append = async () => (await present.writer()).append({ kind: "acknowledged", acknowledged });
      await inTurn(append).catch((error) => giveUp(error, true));
      const { number = lastNumber + 1 } = acknowledged.batch ?? {};
      // A batch number acknowledged before shows that later batches are gone, even if no connection has reported an
      // outage.
      if (isLost || number <= lastNumber) returned();
      isLost = false;
      if (acknowledged.batch !== undefined) lastNumber = number;
    },
    databaseLost() {
      isLost = true;
    },
    read: (name, offset) => readFrom(pathOf(name), offset),
    endOf: async (name) => (name === present.name ? undefined : (await stat(pathOf(name))).mtimeMs),
    add: (name, line) =>
      inTurn(async () => {
        if (name === present.name) await present.end();
        const file = await continueFile(pathOf(name));
        await file.append(line).finally(() => file.close());
      }),
    async drop(name) {
      await rm(pathOf(name), { force: true });
      names.splice(names.indexOf(name), 1);
    },
    rotate: () => inTurn(() => present.endIfOlder(journalBounds.fileAgeMsMax)),
    onReturn(listener) {
      returned = listener;
    },
    async close() {
      await inTurn(present.end);
      folder.close();
    },
  };
}
