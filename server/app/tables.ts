import type { SchemaOptions } from "../database/schema-options.ts";
import { type Database, type DatabaseLocation, openDatabase } from "../database/source.ts";
import { auditWithoutVault, serviceAct } from "../modules/audit/index.ts";
import { tables } from "./every-table.ts";

/** Opens the database of the service, creating it or bringing its schema up to date where needed. */
export function openServiceDatabase(location: DatabaseLocation, options?: SchemaOptions): Promise<Database> {
  return openDatabase(location, tables, options);
}

/** Records changes of the schema in the audit log, if there were any. */
export async function recordMigrations(database: Database, action: string, migrations: readonly string[]) {
  if (migrations.length === 0) return;
  const values = { migrations: String(migrations.length), last: migrations.at(-1) as string };
  await auditWithoutVault(database, () => undefined).append(serviceAct({ action, values }));
}
