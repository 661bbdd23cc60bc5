import type { Database } from "../../../../server/database/source.ts";
import type { Random } from "../../../support/laws/random.ts";

/** A table of the ledger, its key, and its other columns. */
export interface Table {
  readonly name: string;
  readonly key: readonly string[];
  readonly columns: readonly string[];
}

/** The table of postings by earlier versions. */
export const earlyPostings: Table = {
  name: "ledger_early_postings",
  key: ["account", "sequence", "leg"],
  columns: ["kind", "amount", "balance"],
};

/** The tables of a ledger that no earlier version has written. */
export const tables: readonly Table[] = [
  { name: "ledger_entries", key: ["sequence"], columns: ["id", "bytes"] },
  {
    name: "ledger_posting_pages",
    key: ["account", "first_sequence"],
    columns: ["last_sequence", "balance", "postings"],
  },
  { name: "ledger_changes", key: ["number"], columns: ["first_sequence", "last_sequence", "bytes"] },
  {
    name: "ledger_accounts",
    key: ["id"],
    columns: ["owner", "asset", "balance", "spent_day", "spent", "is_customer", "as_of", "tail"],
  },
  {
    name: "ledger_batches",
    key: ["number"],
    columns: ["first_sequence", "last_sequence", "previous_hash", "hash", "at_ms", "tree_size", "tree"],
  },
  { name: "ledger_reversals", key: ["reversed", "sequence"], columns: ["amount", "total"] },
];

export type Row = Readonly<Record<string, Value>>;
type Value = bigint | string | Uint8Array | null;

/** Changes rows of the ledger directly in the database. */
export class Tamperer {
  readonly #database: Database;
  readonly #random: Random;

  constructor(database: Database, random: Random) {
    this.#database = database;
    this.#random = random;
  }

  async rows({ name, key }: Table): Promise<Row[]> {
    return this.#database.manager.query(`SELECT * FROM ${name} ORDER BY ${key.join(", ")}`);
  }

  async remove({ name, key }: Table, row: Row): Promise<void> {
    const sql = `DELETE FROM ${name} WHERE ${key.map((column) => `${column} = ?`).join(" AND ")}`;
    await this.#write(
      sql,
      key.map((column) => row[column]),
    );
  }

  async insert({ name, key, columns }: Table, row: Row): Promise<void> {
    const all = [...key, ...columns];
    const sql = `INSERT INTO ${name} (${all.join(", ")}) VALUES (${all.map(() => "?").join(", ")})`;
    await this.#write(
      sql,
      all.map((column) => row[column]),
    );
  }

  /** Changes one byte, or a number by one, as the database allows; returns the changed row. */
  async change(table: Table, row: Row, column: string): Promise<Row> {
    for (const value of this.#others(row[column] as Value, column)) {
      // MariaDB replaces an id of 0 by a new number.
      if (column === "id" && value === 0n) continue;
      const changed = { ...row, [column]: value };
      if (await this.replace(table, [row], [changed])) return changed;
    }
    throw new Error(`the database has refused every change of ${table.name}.${column}`);
  }

  /** Replaces rows; returns false and restores them if the database refuses. */
  async replace(table: Table, rows: readonly Row[], others: readonly Row[]): Promise<boolean> {
    for (const row of rows) await this.remove(table, row);
    const inserted: Row[] = [];
    try {
      for (const row of others) {
        await this.insert(table, row);
        inserted.push(row);
      }
      return true;
    } catch {
      for (const row of inserted) await this.remove(table, row);
      for (const row of rows) await this.insert(table, row);
      return false;
    }
  }

  *#others(value: Value, column: string): Generator<Value> {
    if (value === null) {
      yield column === "as_of" ? 1n : Buffer.of(this.#random.below(256));
      return;
    }
    if (typeof value === "bigint") {
      yield* this.#random.chance(0.5) ? [value + 1n, value - 1n] : [value - 1n, value + 1n];
      // Used when both numbers are taken.
      yield value + 1_000n;
      return;
    }
    const place = this.#random.below(value.length);
    if (typeof value === "string") {
      yield `${value.slice(0, place)}${value[place] === "x" ? "y" : "x"}${value.slice(place + 1)}`;
      return;
    }
    const bytes = Buffer.from(value);
    bytes[place] = (bytes[place] as number) ^ (1 + this.#random.below(255));
    yield bytes;
  }

  async #write(sql: string, values: readonly unknown[]): Promise<void> {
    const { name } = this.#database.dialect;
    // An attacker with access to the database can disable its constraints.
    if (name === "sqlite") await this.#database.manager.query("PRAGMA ignore_check_constraints = ON");
    const unchecked = name === "sqlite" ? sql : `SET STATEMENT check_constraint_checks = OFF FOR ${sql}`;
    await this.#database.transact((manager) => manager.query(unchecked, [...values]));
  }
}
