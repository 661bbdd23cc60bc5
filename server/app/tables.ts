import type { SchemaOptions } from "../database/schema-options.ts";
import { type Database, type DatabaseLocation, openDatabase } from "../database/source.ts";
import { tables } from "./every-table.ts";

/** Opens the database of the service, creating it or bringing its schema up to date where needed. */
export function openServiceDatabase(location: DatabaseLocation, options?: SchemaOptions): Promise<Database> {
  return openDatabase(location, tables, options);
}
