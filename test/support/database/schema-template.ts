import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tables } from "../../../server/app/every-table.ts";
import { openSqliteDatabase } from "../../../server/database/sqlite/database.ts";

let template: Promise<string> | undefined;

/**
 * Puts an empty SQLite database with the current schema into a folder. Tests that are not about the migrations copy a
 * migrated one, created once per process: migrations take most of the time of opening a new database.
 */
export async function placeSchema(dataDirectory: string): Promise<void> {
  template ??= createTemplate();
  copyFileSync(await template, join(dataDirectory, fileName));
}

const fileName = "platonic.sqlite";

async function createTemplate(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "platonic-schema-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  await (await openSqliteDatabase(folder, tables)).close();
  return join(folder, fileName);
}
