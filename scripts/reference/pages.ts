import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FileRegistry } from "@bufbuild/protobuf";
import { calls } from "./calls.ts";
import { commands } from "./commands.ts";
import { readContract } from "./contract.ts";
import { errors } from "./errors.ts";
import { verificationLevels } from "./levels.ts";
import { otherLimits } from "./limits.ts";
import { operations } from "./operations.ts";
import { permissions } from "./permissions.ts";
import { plans } from "./plans.ts";
import { settings } from "./settings.ts";

/** Writes every page of the reference into a folder that contains nothing else. */
export async function writeReference(folder: string, registry: FileRegistry): Promise<void> {
  const services = readContract(registry);
  const pages = [
    { name: "operations", title: "Operations", body: operations(services) },
    { name: "calls", title: "Calls", body: calls(registry) },
    { name: "permissions", title: "Permissions", body: permissions(services) },
    { name: "plans", title: "Plans", body: `${plans()}\n${otherLimits()}` },
    { name: "levels", title: "Verification levels", body: verificationLevels() },
    { name: "errors", title: "Errors", body: errors() },
    { name: "settings", title: "Settings", body: settings() },
    { name: "commands", title: "Commands", body: await commands() },
  ];
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { name, title, body } of pages) {
    writeFileSync(join(folder, `${name}.md`), `# ${title}\n\n<!-- Written by \`npm run generate\`. -->\n\n${body}`);
  }
}
