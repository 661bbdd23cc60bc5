import type { Area } from "./areas.ts";
import type { Result } from "./results.ts";

/** Test files of an area that are to run, in a tree of their own. */
export interface Part {
  readonly area: string;
  readonly inputs: string;
  readonly root: string;
  readonly files: readonly string[];
}

export interface Unchanged extends Result {
  readonly file: string;
}

/** Which slow test files run in trees of their own, and which have passed for the same inputs. All others run as they are. */
export interface Plan {
  readonly parts: readonly Part[];
  readonly unchanged: readonly Unchanged[];
}

export interface Known {
  inputsOf(area: Area): string;
  rootOf(area: Area): string;
  find(inputs: string, file: string): Result | undefined;
}

/** Plans a run of test files. */
export function planOf(files: readonly string[], areas: readonly Area[], known: Known): Plan {
  const unchanged: Unchanged[] = [];
  const byArea = Map.groupBy(files, (file) => areas.find(({ tests }) => tests.test(file)));
  const parts = [...byArea].flatMap(([area, ofArea]): Part[] => {
    if (area === undefined) return [];
    const inputs = known.inputsOf(area);
    const changed = ofArea.filter((file) => {
      const result = known.find(inputs, file);
      if (result !== undefined) unchanged.push({ file, ...result });
      return result === undefined;
    });
    return changed.length === 0 ? [] : [{ area: area.name, inputs, root: known.rootOf(area), files: changed }];
  });
  return { parts, unchanged };
}

/** File of a report of Vitest in JSON. */
export interface Reported {
  /** Absolute path. */
  readonly name: string;
  readonly status: string;
  readonly assertionResults: readonly { readonly status: string }[];
}

/** Returns the files of a part that passed as a whole, with the number of their tests. */
export function passedOf({ root, files }: Part, reported: readonly Reported[]): ReadonlyMap<string, number> {
  const byName = new Map(reported.map((file) => [file.name, file]));
  const passed = new Map<string, number>();
  for (const file of files) {
    const report = byName.get(`${root}/${file}`);
    const counts = Map.groupBy(report?.assertionResults ?? [], ({ status }) => status);
    if (report?.status !== "passed" || counts.has("failed") || !counts.has("passed")) continue;
    passed.set(file, counts.get("passed")?.length as number);
  }
  return passed;
}
