import { setTimeout as delay } from "node:timers/promises";
import type { DataSource, QueryRunner } from "typeorm";
import { pendingMigrations } from "../../schema-options.ts";
import { createUnrecordedActs, noting } from "../../unrecorded-acts.ts";
import { withRetry } from "../../with-retry.ts";
import { mysqlDialect } from "../dialect.ts";
import { type Execute, MigrationLease, type Progress } from "./lease.ts";
import { applyMigration } from "./resumable-migration.ts";

/** Longest wait at startup for other processes that bring the schema up to date. */
const waitSecondsMax = 120;
const pollMs = 200;

/** Time after which another process takes over from a killed one. */
const leaseSeconds = 15;

export interface MigrateOptions {
  readonly onMigrated?: ((migration: string) => void) | undefined;
  /** Action under which the audit log gets the migrations; absent: it gets none. */
  readonly migratingAct?: string | undefined;
  /** For tests. */
  readonly leaseSeconds?: number | undefined;
}

/**
 * Brings the schema up to date. Processes that start together take turns with a lease, and each continues where its
 * predecessor ended or was killed.
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

/** Applies the missing migrations as the holder of the lease. False: another process has taken the lease over. */
async function applyAll(
  source: DataSource,
  runner: QueryRunner,
  lease: MigrationLease,
  {
    onMigrated,
    migratingAct,
    progress,
    seconds,
  }: MigrateOptions & { readonly progress: Progress; readonly seconds: number },
): Promise<boolean> {
  const stopRenewal = renewEvery(source, lease, seconds / 3);
  try {
    await compareBytes(runner);
    await runner.query(createMigrations);
    await runner.query(createUnrecordedActs);
    for (const migration of await pendingMigrations(source)) {
      const notes = migratingAct === undefined ? [] : [noting({ action: migratingAct, subject: migration.name })];
      await applyMigration(runner, migration, { lease, begun: progress, notes });
      onMigrated?.(migration.name);
    }
    await lease.release();
    return true;
  } catch (error) {
    // A statement fails also if another process had executed it before, after the lease was lost.
    if (!(await lease.isHeld().catch(() => true))) return false;
    throw error;
  } finally {
    await stopRenewal();
  }
}

/** Extends the lease on another connection, however long a statement takes. */
function renewEvery(source: DataSource, lease: MigrationLease, seconds: number): () => Promise<void> {
  let last = Promise.resolve();
  const timer = setInterval(() => {
    // A failed renewal shows when progress is recorded.
    last = lease.renew((sql, values) => source.query(sql, values)).catch(() => undefined);
  }, seconds * 1_000);
  return () => {
    clearInterval(timer);
    return last;
  };
}

/** Table of applied migrations, in TypeORM's format. */
const createMigrations =
  "CREATE TABLE IF NOT EXISTS migrations (id int NOT NULL AUTO_INCREMENT, timestamp bigint NOT NULL, " +
  "name varchar(255) NOT NULL, PRIMARY KEY (id))";

/**
 * Makes new tables compare texts byte by byte, as SQLite does: ids and usernames that differ in case, accents or a
 * space at the end are different. MariaDB and MySQL have different names for this collation.
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
