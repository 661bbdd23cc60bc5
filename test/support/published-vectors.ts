import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
/** Folders that may contain the vectors: next to the project, and that of `npm run vectors`. */
const folders = [join(root, "../shared/data"), join(root, ".vectors")];

/**
 * Declares a suite over published vectors that are not part of this repository. Without them the suite is skipped with
 * the reason in its name; in CI it fails.
 */
export function onPublishedVectors<Data>(file: string, name: string, suite: (data: Data) => void): void {
  const path = folders.map((folder) => join(folder, file)).find(existsSync);
  if (path !== undefined) {
    describe(name, () => suite(JSON.parse(readFileSync(path, "utf8")) as Data));
    return;
  }
  const problem = `there is no ${file}; \`npm run vectors\` fetches it`;
  it.skipIf(process.env["CI"] !== "true")(`${name} (skipped: ${problem})`, () => expect.fail(problem));
}
