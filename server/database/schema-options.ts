import type { DataSource, Migration } from "typeorm";
import { MigrationExecutor } from "typeorm";
import { migrations } from "./migrations/index.ts";

/** How the schema is brought up to date when a database is opened. */
export interface SchemaOptions {
  /** Migrations that lead to the wanted schema; all of them by default. */
  readonly known?: typeof migrations | undefined;
  /** Whether an outdated schema is migrated, which is the default, or refused. */
  readonly mayMigrate?: boolean | undefined;
  /** Called with the name of every migration that this process has applied. */
  readonly onMigrated?: ((migration: string) => void) | undefined;
}

/** Migrations that a database lacks, in their order. Changes nothing. */
export function pendingMigrations(source: DataSource): Promise<Migration[]> {
  return new MigrationExecutor(source).getPendingMigrations();
}

/** @throws Error that names the migrations which a database lacks */
export async function refuseOutdated(source: DataSource): Promise<void> {
  const names = (await pendingMigrations(source)).map(({ name }) => name);
  if (names.length === 0) return;
  const lacks = `The schema is outdated: it lacks ${names.length} of ${migrations.length} migrations (${names.join(", ")}).`;
  throw new Error(`${lacks} Run \`npm run migrate\` with the same settings, or do not set MIGRATE_ON_START=false.`);
}
