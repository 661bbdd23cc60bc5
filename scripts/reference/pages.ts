import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readContract } from "./contract.ts";
import { errors } from "./errors.ts";
import { verificationLevels } from "./levels.ts";
import { operations } from "./operations.ts";
import { permissions } from "./permissions.ts";
import { plans } from "./plans.ts";

/** Writes every page of the reference anew into a folder that holds nothing else. */
export function writeReference(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const write = (name: string, title: string, body: string) =>
    writeFileSync(join(folder, `${name}.md`), `# ${title}\n\n<!-- Written by \`npm run generate\`. -->\n\n${body}`);
  const services = readContract();
  write("operations", "Operations", operations(services));
  write("permissions", "Permissions", permissions(services));
  write("plans", "Plans", plans());
  write("levels", "Verification levels", verificationLevels());
  write("errors", "Errors", errors());
}
