import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
/** Beside the project, or where `npm run vectors` puts them. */
const folders = [join(root, "../shared/data"), join(root, ".vectors")];

/**
 * Declares a suite over vectors that others publish and this repository does not hold. Where they are absent the suite is
 * skipped, and says so; in CI that is a failure.
 */
export function onSharedData<Data>(file: string, name: string, suite: (data: Data) => void): void {
  const path = folders.map((folder) => join(folder, file)).find(existsSync);
  if (path !== undefined) {
    describe(name, () => suite(JSON.parse(readFileSync(path, "utf8")) as Data));
    return;
  }
  const problem = `there is no ${file}; \`npm run vectors\` fetches it`;
  it.skipIf(process.env["CI"] !== "true")(`${name} (skipped: ${problem})`, () => expect.fail(problem));
}
