import { accessTables } from "../access/store/tables.ts";
import type { SchemaOptions } from "../database/schema-options.ts";
import { type Database, type DatabaseLocation, openDatabase } from "../database/source.ts";
import { webhookTables } from "../modules/events/webhooks/store/tables.ts";
import { hostTables } from "../modules/host/store/tables.ts";
import { identityTables } from "../modules/identity/store/tables.ts";
import { ledgerTables } from "../modules/ledger/store/tables.ts";
import { processTables } from "../modules/processes/store/tables.ts";
import { vaultTables } from "../modules/vault/store/tables.ts";
import { verificationTables } from "../modules/verification/store/tables.ts";

/** Every table of the service. */
export const tables = [
  ...accessTables,
  ...identityTables,
  ...vaultTables,
  ...verificationTables,
  ...ledgerTables,
  ...hostTables,
  ...webhookTables,
  ...processTables,
];

/** Opens the database of the service, creating it or bringing its schema up to date where needed. */
export function openServiceDatabase(location: DatabaseLocation, options?: SchemaOptions): Promise<Database> {
  return openDatabase(location, tables, options);
}
