import type { Finding } from "../engine/replay/audit.ts";
import { journalBounds } from "./bounds.ts";
import type { FileJournal } from "./journal.ts";
import { type LossDeps, lossesAmong } from "./losses.ts";
import { proofBy } from "./proof.ts";

/** Compares the files of a journal with the database, file by file. */
export interface Comparison {
  /** Checks new lines, or everything: if asked, or if the last batch that was found is gone. */
  compare(isWhole: boolean): Promise<Finding[]>;
  dismiss(ids: readonly string[]): Promise<number>;
}

export interface ComparisonDeps extends LossDeps {
  readonly journal: FileJournal;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Result for a file. */
interface Compared {
  readonly until: number;
  /** Findings by ids, and by the file's name if a line of it is damaged. */
  readonly findings: Map<string, Finding>;
}

export function createComparison(deps: ComparisonDeps): Comparison {
  const { journal, lookup, now } = deps;
  const files = new Map<string, Compared>();
  const proof = proofBy(lookup);

  async function compareFile(name: string, start: number): Promise<Compared> {
    const { lines, damaged, end } = await journal.read(name, start);
    const dismissed = new Set(lines.flatMap((line) => (line.kind === "dismissed" ? line.ids : [])));
    const kept = lines.flatMap((line) => (line.kind === "acknowledged" ? [line.acknowledged] : []));
    const told = (await proof.unproven(kept)).filter(({ id }) => !dismissed.has(id));
    const findings = await lossesAmong(told, deps);
    if (damaged.length > 0 && !dismissed.has(name)) findings.set(name, damageOf(name, damaged, start));
    return { until: start + end, findings };
  }

  /** Drops a file that is old enough and has no unresolved findings. */
  async function dropConfirmed(name: string): Promise<void> {
    const endMs = await journal.endOf(name);
    if (endMs === undefined || now() - endMs < journalBounds.keptMs || files.get(name)?.findings.size !== 0) return;
    files.delete(name);
    await journal.drop(name);
  }

  return {
    async compare(isWhole) {
      if (isWhole || !(await proof.isStillThere())) {
        proof.forget();
        files.clear();
      }
      for (const name of [...journal.names]) {
        const before = files.get(name);
        // Lines with findings are checked again: their entries may have been reapplied meanwhile.
        files.set(name, await compareFile(name, before?.findings.size === 0 ? before.until : 0));
        await dropConfirmed(name);
      }
      await journal.rotate();
      return [...new Map([...files.values()].flatMap(({ findings }) => [...findings])).values()];
    },

    async dismiss(ids) {
      const found = new Set<string>();
      for (const [name, { findings }] of files) {
        const present = ids.filter((id) => findings.has(id));
        if (present.length === 0) continue;
        await journal.add(name, { kind: "dismissed", ids: present });
        for (const id of present) {
          findings.delete(id);
          found.add(id);
        }
      }
      return found.size;
    },
  };
}

function damageOf(name: string, offsets: readonly number[], start: number): Finding {
  const places = offsets.slice(0, 10).map((offset) => start + offset);
  const flaw = `is damaged at byte ${places.join(", ")}: what was acknowledged there cannot be compared`;
  return { place: `journal file ${name}`, flaw };
}
