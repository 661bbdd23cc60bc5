import { join } from "node:path";
import { createFile, type JournalWriter } from "./file.ts";
import type { JournalFolder } from "./folder.ts";
import type { JournalStep } from "./steps.ts";

/** The journal file being written, if there is one. */
export interface PresentFile {
  readonly name: string | undefined;
  /** Returns the file, or a new one if there is none or it is full. */
  writer(): Promise<JournalWriter>;
  /** Ends the file if it is older. */
  endIfOlder(ageMs: number): Promise<void>;
  end(): Promise<void>;
}

export interface PresentFileDeps {
  readonly folder: JournalFolder;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly afterStep: (step: JournalStep) => void;
  readonly fileBytesMax: number;
  /** Called with the name of a new file. */
  readonly begun: (name: string) => void;
}

export function presentFile({ folder, now, afterStep, fileBytesMax, begun }: PresentFileDeps): PresentFile {
  let present: { readonly name: string; readonly file: JournalWriter; readonly startMs: number } | undefined;

  async function end(): Promise<void> {
    const ended = present;
    present = undefined;
    await ended?.file.close();
  }

  return {
    get name() {
      return present?.name;
    },
    async writer() {
      if (present !== undefined && present.file.bytes >= fileBytesMax) await end();
      if (present === undefined) {
        const name = folder.nextName(now());
        present = { name, file: await createFile(join(folder.path, name), afterStep), startMs: now() };
        begun(name);
      }
      return present.file;
    },
    async endIfOlder(ageMs) {
      if (present !== undefined && now() - present.startMs >= ageMs) await end();
    },
    end,
  };
}
