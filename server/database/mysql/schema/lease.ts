import { randomUUID } from "node:crypto";
import { errorCodeOf } from "../../driver-error.ts";
import { unrecordedActsTable } from "../../unrecorded-acts.ts";
import { mysqlDialect } from "../dialect.ts";
import { unfinishedRestoreTable } from "../unfinished-restore.ts";

/** Runs a statement outside a migration's own. */
export type Execute = (sql: string, values?: unknown[]) => Promise<unknown>;

/** Statement of a migration: all before it are done, and it may be done. The first statement has number 1. */
export interface Progress {
  readonly migration: string;
  readonly statement: number;
}

/** Progress while no migration is under way. */
export const none: Progress = { migration: "", statement: 0 };

/** Another process has taken over; this one must execute no further statement. */
export class LeaseLost extends Error {
  constructor() {
    super("Another process changes the schema, since this one did not renew its lease in time.");
  }
}

/**
 * The right to change the schema, for a limited time by the database's clock, and the progress of the change. Both are
 * in one row: whoever records progress holds the lease, and whoever takes it over sees the latest progress. On a Galera
 * cluster two nodes cannot both commit a change of one row, whereas a `GET_LOCK` is local to a node.
 */
export class MigrationLease {
  readonly #holder = randomUUID();
  readonly #execute: Execute;
  readonly #seconds: number;

  constructor(execute: Execute, seconds: number) {
    this.#execute = execute;
    this.#seconds = seconds;
  }

  /** Takes the lease or renews it. Undefined: another process holds it, or has just taken it. */
  async take(): Promise<Progress | undefined> {
    try {
      await this.#change("holder = ?", "(holder IS NULL OR holder = ? OR held_until < UTC_TIMESTAMP(3))", [
        this.#holder,
        this.#holder,
      ]);
      // The committed row counts, not the answer to the UPDATE.
      const row = await this.#row();
      if (row !== undefined) return this.#progressOf(row);
      // A process that created the table has ended before it wrote the row, or is about to.
      await this.#execute(`INSERT IGNORE INTO ${leaseTable} VALUES (1, NULL, UTC_TIMESTAMP(3), '', 0)`);
      return await this.take();
    } catch (error) {
      if (errorCodeOf(error) === "ER_NO_SUCH_TABLE") {
        await this.#create();
        return this.take();
      }
      if (mysqlDialect.isDuplicateKey(error) || mysqlDialect.attemptsMax(error) > 1) return undefined;
      throw error;
    }
  }

  /**
   * Records the progress and renews the lease, as a separate statement or as part of a transaction.
   *
   * @throws LeaseLost
   */
  async note({ migration, statement }: Progress): Promise<void> {
    const values = [migration, statement, this.#holder];
    await this.#change("migration = ?, statement = ?", "holder = ?", values);
    await this.confirm({ migration, statement });
  }

  /** @throws LeaseLost unless this process holds the lease with the given progress */
  async confirm({ migration, statement }: Progress): Promise<void> {
    const held = await this.#held();
    if (held?.migration !== migration || held.statement !== statement) throw new LeaseLost();
  }

  async isHeld(): Promise<boolean> {
    return (await this.#held()) !== undefined;
  }

  /** Extends the lease while this process holds it. */
  async renew(execute: Execute): Promise<void> {
    await this.#change("holder = holder", "holder = ?", [this.#holder], execute);
  }

  async release(): Promise<void> {
    await this.#execute(`UPDATE ${leaseTable} SET holder = NULL WHERE holder = ?`, [this.#holder]);
  }

  async #change(changes: string, condition: string, values: unknown[], execute = this.#execute): Promise<void> {
    const until = `held_until = UTC_TIMESTAMP(3) + INTERVAL ${this.#seconds} SECOND`;
    await execute(`UPDATE ${leaseTable} SET ${changes}, ${until} WHERE ${condition}`, values);
  }

  async #held(): Promise<Progress | undefined> {
    return this.#progressOf(await this.#row());
  }

  async #row(): Promise<LeaseRow | undefined> {
    const [row] = (await this.#execute(`SELECT holder, migration, statement FROM ${leaseTable}`)) as LeaseRow[];
    return row;
  }

  #progressOf(row: LeaseRow | undefined): Progress | undefined {
    return row?.holder === this.#holder ? { migration: row.migration, statement: Number(row.statement) } : undefined;
  }

  /** Creates the table only where it is missing: on a cluster DDL aborts transactions that use the table. */
  async #create(): Promise<void> {
    await this.#execute(
      `CREATE TABLE IF NOT EXISTS ${leaseTable} (id int PRIMARY KEY NOT NULL, holder varchar(36) NULL, ` +
        "held_until datetime(3) NOT NULL, migration varchar(255) NOT NULL, statement int NOT NULL)",
    );
  }
}

/** Table with the lease in its only row. */
const leaseTable = "migration_lease";

/** Condition on a column of INFORMATION_SCHEMA that excludes tables about the schema, which no backup contains. */
export const exceptSchemaTables = `TABLE_NAME NOT IN ('migrations', '${leaseTable}', '${unfinishedRestoreTable}', '${unrecordedActsTable}')`;

interface LeaseRow {
  readonly holder: string | null;
  readonly migration: string;
  readonly statement: bigint;
}
