import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { takeTurnAt } from "./turn.ts";

/**
 * Builds something from files once: whoever builds it from the same files again, in this run or a later one, gets the same
 * folder.
 *
 * @param place folder of all builds
 * @param sources files and folders of the repository that decide what is built
 * @param build builds it in an empty folder, which stays where it is
 * @param others texts that decide it, too
 */
export function builtOnceIn(
  place: string,
  name: string,
  sources: readonly string[],
  build: (folder: string) => void,
  others = "",
): string {
  const folder = join(place, "built", name, digestOf(sources, others));
  const finished = join(folder, ".finished");
  const endTurn = takeTurnAt(join(place, "turns", `built-${name}`));
  try {
    if (existsSync(finished)) {
      utimesSync(finished, new Date(), new Date());
      return folder;
    }
    rmSync(folder, { recursive: true, force: true });
    forgetUnused(join(place, "built", name));
    mkdirSync(folder, { recursive: true });
    build(folder);
    writeFileSync(finished, "");
    return folder;
  } finally {
    endTurn();
  }
}

/** Removes builds that nobody has asked for in six hours: no run of the tests takes as long. */
function forgetUnused(folder: string): void {
  for (const finished of untouchedSince(6, join(folder, "*/.finished"))) rmSync(dirname(finished), { recursive: true });
}

/** Returns the files that nobody has written or touched for a number of hours. */
export function untouchedSince(hours: number, pattern: string): string[] {
  const before = Date.now() - hours * 3_600_000;
  return globSync(pattern).filter((path) => (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? before) < before);
}

function digestOf(sources: readonly string[], others: string): string {
  const hash = createHash("sha256").update(others);
  const options = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ...sources];
  for (const file of new Set(execFileSync("git", options, { encoding: "utf8" }).split("\0"))) {
    if (file !== "" && existsSync(file)) hash.update(`${file}\0`).update(readFileSync(file));
  }
  return hash.digest("hex").slice(0, 16);
}
