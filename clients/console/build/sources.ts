import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../..");

/** Everything that the console is built from. */
const sources = [
  "clients/console/*.{html,ts}",
  "clients/console/{src,build,documentation,public}/**/*.*",
  "clients/typescript/src/**/*.ts",
  "clients/typescript/lean-messages.ts",
  "gen/es/**/*.js",
  "gen/openapi/openapi.json",
  "clients/demo/wine.csv",
  "docs/**/*.{md,png}",
  "clients/*/README.md",
  "package-lock.json",
];

/** Returns the hash of the names and contents of the sources. */
export function sourcesHash(): string {
  const hash = createHash("sha256");
  for (const file of globSync(sources, { cwd: root }).sort()) {
    hash
      .update(file)
      .update("\0")
      .update(readFileSync(join(root, file)));
  }
  return hash.digest("hex");
}
