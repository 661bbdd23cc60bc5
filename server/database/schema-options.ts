import type { DataSource, EntityManager, Migration } from "typeorm";
import { MigrationExecutor } from "typeorm";
import { serviceVersion } from "../core/service-version.ts";
import { errorCodeOf } from "./driver-error.ts";
import type { DatabaseMeasurements } from "./measurements.ts";
import { migrations } from "./migrations/index.ts";

/** How the schema is brought up to date when a database is opened. */
export interface SchemaOptions {
  /** Migrations up to the wanted schema; all of them by default. */
  readonly known?: typeof migrations | undefined;
  /** Whether the database is opened for reading alone, with whatever schema it has. Other options have no effect then. */
  readonly isForReading?: boolean | undefined;
  /** Whether an outdated schema is migrated (the default) or refused. */
  readonly mayMigrate?: boolean | undefined;
  /** Called with the name of every migration that this process has applied. */
  readonly onMigrated?: ((migration: string) => void) | undefined;
  /** Action under which the audit log gets the migrations that are applied; absent: it gets none. */
  readonly migratingAct?: string | undefined;
  /** Absent: nothing is measured. */
  readonly measurements?: DatabaseMeasurements | undefined;
}

/** Returns the migrations that a database lacks, in order. Makes the table of migrations if there is none. */
export function pendingMigrations(source: DataSource): Promise<Migration[]> {
  return new MigrationExecutor(source).getPendingMigrations();
}

/** Returns the names of the migrations that were applied to a database, in order. Changes nothing. */
export async function appliedMigrations(manager: EntityManager): Promise<string[]> {
  try {
    const rows: { name: string }[] = await manager.query("SELECT name FROM migrations ORDER BY id");
    return rows.map(({ name }) => name);
  } catch (error) {
    // A database that nobody has migrated yet.
    if (/no such table|ER_NO_SUCH_TABLE/.test(`${errorCodeOf(error)} ${(error as Error).message}`)) return [];
    throw error;
  }
}

/** @throws Error that names the missing migrations of a database */
export async function refuseOutdated(source: DataSource): Promise<void> {
  // A user that may not change the schema could not make the library's table of migrations.
  const applied = new Set(await appliedMigrations(source.manager));
  const names = source.migrations
    .map((migration) => migration.name ?? migration.constructor.name)
    .filter((name) => !applied.has(name));
  if (names.length === 0) return;
  const lacks = `The schema is outdated: it lacks ${names.length} of ${migrations.length} migrations (${names.join(", ")}).`;
  throw new Error(`${lacks} Run \`npm run migrate\` with the same settings, or do not set MIGRATE_ON_START=false.`);
}

/**
 * Refuses a database or a backup whose schema has changes that this version does not know: this version would write
 * rows that the newer version cannot read, or misread its rows.
 *
 * @param applied names of the migrations that were applied there
 * @param of what was migrated, such as "database"
 * @throws Error that names the migrations
 */
export function refuseNewer(applied: readonly string[], of: "database" | "backup"): void {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = applied.filter((name) => !known.has(name));
  if (unknown.length > 0) throw new NewerSchema(of, unknown);
}

/** Refuses a database with a newer schema. Changes nothing. */
export async function refuseNewerDatabase(source: DataSource): Promise<void> {
  refuseNewer(await appliedMigrations(source.manager), "database");
}

/** The schema has migrations that this version does not know. */
class NewerSchema extends Error {
  override readonly name = "NewerSchema";

  constructor(of: "database" | "backup", unknown: readonly string[]) {
    const later = unknown.length === 1 ? "a migration" : `${unknown.length} migrations`;
    const remedy =
      of === "database"
        ? "Start the version that migrated it or a later one, or restore a backup that this version has made"
        : "Restore it with the version that made it or a later one";
    super(
      `The ${of} is of a newer version: its schema has ${later} (${unknown.join(", ")}) that version ` +
        `${serviceVersion}, whose last one is ${migrations.at(-1)?.name}, does not know. Nothing was written. ${remedy}.`,
    );
  }
}
