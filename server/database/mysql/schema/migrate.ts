import { setTimeout as delay } from "node:timers/promises";
import type { DataSource, QueryRunner } from "typeorm";
import { pendingMigrations } from "../../schema-options.ts";
import { withRetry } from "../../with-retry.ts";
import { mysqlDialect } from "../dialect.ts";
import { type Execute, MigrationLease, type Progress } from "./lease.ts";
import { applyMigration } from "./resumable-migration.ts";

/** Longest wait of a start for other processes that bring the schema up to date. */
const waitSecondsMax = 120;
const pollMs = 200;

/** Time after which another process takes over from one that was killed. */
const leaseSeconds = 15;

export interface MigrateOptions {
  readonly onMigrated?: ((migration: string) => void) | undefined;
  /** For tests. */
  readonly leaseSeconds?: number | undefined;
}

/**
 * Brings the schema up to date. Processes that start together take turns by a lease, and each continues where the one
 * before ended, wherever that was killed.
 */
export async function migrate(source: DataSource, options: MigrateOptions): Promise<void> {
  if ((await pendingMigrations(source)).length === 0) return;
  const seconds = options.leaseSeconds ?? leaseSeconds;
  const runner = source.createQueryRunner();
  const lease = new MigrationLease(runner.query.bind(runner) as Execute, seconds);
  try {
    for (let polls = 0; polls * pollMs < waitSecondsMax * 1_000; polls++) {
      const isDone = await withRetry(mysqlDialect, async () => {
        const progress = await lease.take();
        if (progress !== undefined) return applyAll(source, runner, lease, { ...options, progress, seconds });
        return (await pendingMigrations(source)).length === 0;
      });
      if (isDone) return;
      await delay(pollMs);
    }
    throw new Error("Another process has been changing the schema for too long.");
  } finally {
    await runner.release();
  }
}

/** Applies what is missing, as the holder of the lease. False: another process has taken it over. */
async function applyAll(
  source: DataSource,
  runner: QueryRunner,
  lease: MigrationLease,
  { onMigrated, progress, seconds }: MigrateOptions & { readonly progress: Progress; readonly seconds: number },
): Promise<boolean> {
  const stopRenewal = renewEvery(source, lease, seconds / 3);
  try {
    await compareBytes(runner);
    await runner.query(createMigrations);
    for (const migration of await pendingMigrations(source)) {
      await applyMigration(runner, migration, lease, progress);
      onMigrated?.(migration.name);
    }
    await lease.release();
    return true;
  } catch (error) {
    // A statement that came too late, after another process had done it, fails for that reason.
    if (!(await lease.isHeld().catch(() => true))) return false;
    throw error;
  } finally {
    await stopRenewal();
  }
}

/** Prolongs the lease on another connection, as long as a statement may take. */
function renewEvery(source: DataSource, lease: MigrationLease, seconds: number): () => Promise<void> {
  let last = Promise.resolve();
  const timer = setInterval(() => {
    // A renewal that fails shows when progress is noted.
    last = lease.renew((sql, values) => source.query(sql, values)).catch(() => undefined);
  }, seconds * 1_000);
  return () => {
    clearInterval(timer);
    return last;
  };
}

/** Table of applied migrations, as TypeORM makes it and reads it. */
const createMigrations =
  "CREATE TABLE IF NOT EXISTS migrations (id int NOT NULL AUTO_INCREMENT, timestamp bigint NOT NULL, " +
  "name varchar(255) NOT NULL, PRIMARY KEY (id))";

/**
 * Texts of new tables are compared byte by byte, as SQLite does: ids and usernames that differ in case, accents or a
 * space at the end are different ones. MariaDB and MySQL call the same thing by different names.
 */
async function compareBytes(runner: QueryRunner): Promise<void> {
  const [found] = await runner.query(
    "SELECT COLLATION_NAME AS name, @@collation_database AS present FROM INFORMATION_SCHEMA.COLLATIONS " +
      "WHERE COLLATION_NAME IN ('utf8mb4_nopad_bin', 'utf8mb4_0900_bin')",
  );
  if (found === undefined) throw new Error("It needs MariaDB 10.6 or MySQL 8, or later.");
  if (found.name !== found.present) {
    await runner.query(`ALTER DATABASE CHARACTER SET utf8mb4 COLLATE ${found.name}`);
  }
}
