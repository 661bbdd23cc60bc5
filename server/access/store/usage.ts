import type { EntityManager } from "typeorm";
import { type ColumnList, into } from "../../database/column-list.ts";
import type { Database } from "../../database/source.ts";
import { selectRows } from "../../database/statements.ts";
import { type Refusal, refusalsMax, type UsageCaller, type UsageChoice, type UsageRecords } from "../domain/usage.ts";
import { usageCountColumns, usageRefusalColumns, usageSumColumns } from "./usage-rows.ts";

/** Rows per statement. */
const rowsMax = 500;

/** Creates the records of calls in a database, which all of its processes share. */
export function storedUsage(database: Database): UsageRecords {
  const { dialect, manager } = database;
  return {
    async add(counts, refusals) {
      // Sorted, because processes that lock the same rows in the same order do not deadlock.
      const sorted = counts.toSorted((a, b) => compare(keyOf(a), keyOf(b)));
      await database.transact(async (writer) => {
        await insert(writer, usageCountColumns, sorted, dialect.increase(["calls"]));
        // Overwrites, because a transaction whose answer was lost is repeated.
        await insert(writer, usageRefusalColumns, refusals, dialect.overwrite(["at_ms"]));
        for (const caller of callersOf(refusals)) await keepLast(writer, caller);
      });
    },

    async removeBefore(atMs) {
      await database.transact(async (writer) => {
        await writer.query("DELETE FROM usage_counts WHERE hour_ms < ?", [BigInt(atMs)]);
        await writer.query("DELETE FROM usage_refusals WHERE at_ms < ?", [BigInt(atMs)]);
      });
    },

    async counts(choice, fromMs, untilMs) {
      const { condition, values } = conditionOf(choice);
      const found = await manager.query(
        "SELECT hour_ms, operation, result, CAST(SUM(calls) AS CHAR) AS calls FROM usage_counts " +
          `WHERE ${condition}hour_ms >= ? AND hour_ms < ? GROUP BY hour_ms, operation, result ` +
          "ORDER BY hour_ms, operation, result",
        [...values, BigInt(fromMs), BigInt(untilMs)],
      );
      return found.map((row: object) => usageSumColumns.read(row as never));
    },

    refusals(choice, before, count) {
      const { condition, values } = conditionOf(choice);
      const earlier = before === undefined ? { sql: "1 = 1", values: [] } : { sql: "id < ?", values: [before] };
      return selectRows(manager, usageRefusalColumns, `${condition}${earlier.sql} ORDER BY id DESC LIMIT ${count}`, [
        ...values,
        ...earlier.values,
      ]);
    },
  };
}

async function insert<Row>(writer: EntityManager, columns: ColumnList<Row>, rows: readonly Row[], end: string) {
  for (let start = 0; start < rows.length; start += rowsMax) {
    const part = rows.slice(start, start + rowsMax);
    await writer.query(
      `INSERT ${into(columns, part.length)} ${end}`,
      part.flatMap((row) => columns.values(row)),
    );
  }
}

/** Removes all refusals of a caller but the last ones. */
async function keepLast(writer: EntityManager, { identityId, keyId }: UsageCaller): Promise<void> {
  const ofCaller = "FROM usage_refusals WHERE identity_id = ? AND key_id = ?";
  const values = [identityId, keyId];
  const [last] = await writer.query(`SELECT id ${ofCaller} ORDER BY id DESC LIMIT 1 OFFSET ${refusalsMax - 1}`, values);
  if (last !== undefined) await writer.query(`DELETE ${ofCaller} AND id < ?`, [...values, last.id]);
}

function callersOf(refusals: readonly Refusal[]): UsageCaller[] {
  const callers = new Map(refusals.map((refusal) => [`${refusal.identityId} ${refusal.keyId}`, refusal]));
  return [...callers].sort(([a], [b]) => compare(a, b)).map(([, caller]) => caller);
}

function conditionOf({ identityId, keyId }: UsageChoice): { readonly condition: string; readonly values: string[] } {
  const parts = [
    ...(identityId === undefined ? [] : [["identity_id = ? AND ", identityId] as const]),
    ...(keyId === undefined ? [] : [["key_id = ? AND ", keyId] as const]),
  ];
  return { condition: parts.map(([sql]) => sql).join(""), values: parts.map(([, value]) => value) };
}

function keyOf(row: Parameters<UsageRecords["add"]>[0][number]): string {
  return [row.identityId, row.keyId, row.hourMs, row.operation, row.result].join(" ");
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
