import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { ApiKey } from "../../../server/access/domain/keys.ts";
import { tables } from "../../../server/app/every-table.ts";
import { openSqliteDatabase, type SqliteDatabase } from "../../../server/database/sqlite/database.ts";
import { placeSchema } from "./schema-template.ts";

/** Creates a folder that is removed after the test. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "platonic-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Opens a database until the end of the test: in a new folder, or in the given one like another process. */
export async function temporaryDatabase(given?: string): Promise<SqliteDatabase & { dataDirectory: string }> {
  const dataDirectory = given ?? temporaryDirectory();
  if (given === undefined) await placeSchema(dataDirectory);
  const database = await openSqliteDatabase(dataDirectory, tables);
  onTestFinished(() => database.close());
  return { ...database, dataDirectory };
}

/** Returns a stored API key; `members` replace defaults. */
export function apiKey(members: Partial<ApiKey> = {}): ApiKey {
  return {
    id: "some-key",
    name: "some key",
    plan: "developer",
    permissions: ["geocode:*"],
    createdAt: new Date(1_000),
    lastUsedAt: undefined,
    revokedAt: undefined,
    identityId: "",
    ...members,
  };
}
