/**
 * `npm run new:operation -- <package.Service> <Method> [--stateful]`: writes the common parts of an operation, and
 * prints what is left to do. CONTRIBUTING.md has the recipe.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { readRegistry } from "./contract-registry.ts";
import { writeContract } from "./new-operation/contract.ts";
import { type Names, namesOf, WrongName } from "./new-operation/names.ts";
import { type OperationTable, operationTableOf, withOperation, withStore } from "./new-operation/registration.ts";
import {
  domainText,
  type Files,
  migrationText,
  operationText,
  storeText,
  testText,
} from "./new-operation/templates.ts";
import { migrationClassOf } from "./source-lists.ts";

try {
  const isStateful = process.argv.includes("--stateful");
  const [service, method, ...others] = process.argv.slice(2).filter((word) => word !== "--stateful");
  if (service === undefined || method === undefined || others.length > 0) {
    throw new WrongName("Usage: npm run new:operation -- <package.Service> <Method> [--stateful]");
  }
  write(namesOf(readRegistry(), service, method), isStateful);
} catch (error) {
  if (!(error instanceof WrongName)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

/** Writes everything, or nothing if something is wrong. */
function write(names: Names, isStateful: boolean): void {
  const table = operationTableOf(names.service.name);
  const files = filesOf(names, table);
  const changed = [withOperation(names, files, table, isStateful)];
  const added: [file: string, text: string][] = [
    [files.operation, operationText(names, files, isStateful)],
    [files.test, testText(names, files)],
  ];
  if (isStateful) {
    changed.push(withStore(names, files, table));
    added.push(
      [files.domain, domainText(names)],
      [files.store, storeText(names, files)],
      [files.migration, migrationText(names, migrationClassOf(files.migration))],
    );
  }
  const present = added.find(([file]) => existsSync(file));
  if (present !== undefined) throw new WrongName(`${present[0]} is there already. Choose another name.`);
  const contract = writeContract(names, isStateful);
  for (const [file, text] of [...changed, ...added]) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const [changedCode, addedCode] = [changed.map(([file]) => file), added.map(([file]) => file)];
  execFileSync("biome", ["check", "--write", ...changedCode, ...addedCode], { stdio: "pipe" });
  process.stdout.write(nextSteps([contract, ...changedCode], addedCode, files));
}

/**
 * Returns the files of an operation. A part of a module has its own `operations` folder, next to the files of that part
 * only.
 */
function filesOf({ kebab, kept }: Names, { file }: OperationTable): Files {
  const folder = file.slice(0, file.indexOf("/operations"));
  const operations = file.startsWith(`${folder}/operations/`) ? dirname(file) : `${folder}/operations`;
  return {
    operation: `${operations}/${kebab}.ts`,
    test: `${folder.replace("server", "test")}/${kebab}.test.ts`,
    domain: `${folder}/domain/${kept.file}.ts`,
    store: `${folder}/store/${kept.table.replaceAll("_", "-")}.ts`,
    migration: `server/database/migrations/${Date.now()}-create-${kept.table.replaceAll("_", "-")}.ts`,
  };
}

function nextSteps(changed: readonly string[], added: readonly string[], { operation, test }: Files): string {
  const lines = (paths: readonly string[]) => paths.map((path) => `   ${path}\n`).join("");
  return `Changed:
${lines(changed)}Added:
${lines(added)}
Next:
1. Say in ${changed[0]} what it takes and answers: wherever it says "not written yet", and the bounds of each field.
2. npm run generate
3. Write ${operation}, and whatever else npm run types then finds.
4. Write what it promises in ${test}: npx vitest run ${test}
5. Tell of it in CHANGELOG.md, and run npm run ok.
`;
}
