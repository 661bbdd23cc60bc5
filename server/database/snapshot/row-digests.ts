import { createHash } from "node:crypto";
import { encodeRecord, type RowRecord, type Value } from "./row-records.ts";

/** Digest of the rows of a table, in any order. */
interface TableDigest {
  rows: number;
  /** Sum of the SHA-256 of the rows. */
  sum: bigint;
}

/** Digests of the rows of tables, by which two databases are compared, whatever the order of their rows and columns. */
export class RowDigests {
  readonly #tables = new Map<string, TableDigest>();
  #table: TableDigest = { rows: 0, sum: 0n };
  /** Indices of the columns of the table, by their names. */
  #order: readonly number[] = [];

  add(record: RowRecord): void {
    if (record.type === "table") {
      const { table, columns } = record;
      this.#order = [...columns.keys()].sort((one, other) => (String(columns[one]) < String(columns[other]) ? -1 : 1));
      this.#table = { rows: 0, sum: 0n };
      this.#tables.set(`${table} (${[...columns].sort().join(", ")})`, this.#table);
    }
    if (record.type !== "row") return;
    const values = this.#order.map((index) => record.values[index] as Value);
    const digest = createHash("sha256")
      .update(encodeRecord({ type: "row", values }))
      .digest("hex");
    this.#table.rows++;
    this.#table.sum = BigInt.asUintN(256, this.#table.sum + BigInt(`0x${digest}`));
  }

  /** Returns the tables whose rows differ, and those that only one of both has. */
  differences(other: RowDigests): string[] {
    const names = new Set([...this.#tables.keys(), ...other.#tables.keys()]);
    return [...names].filter((name) => {
      const [own, theirs] = [this.#tables.get(name), other.#tables.get(name)];
      return own?.rows !== theirs?.rows || own?.sum !== theirs?.sum;
    });
  }
}
