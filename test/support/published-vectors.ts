import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const folder = join(import.meta.dirname, "../../../shared/data");

/**
 * A suite over published vectors that are kept beside the project and not in it. Where they are absent it is skipped,
 * and says so; in CI that is a failure.
 */
export function onSharedData<Data>(file: string, name: string, suite: (data: Data) => void): void {
  const path = join(folder, file);
  if (existsSync(path)) {
    describe(name, () => suite(JSON.parse(readFileSync(path, "utf8")) as Data));
    return;
  }
  it.skipIf(process.env["CI"] !== "true")(`${name} (skipped: there is no ../shared/data/${file})`, () => {
    expect.fail(`there is no ../shared/data/${file}`);
  });
}
