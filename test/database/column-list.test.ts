import { EntitySchema } from "typeorm";
import { expect, test } from "vitest";
import { columnsOf, into } from "../../server/database/column-list.ts";
import { exactColumn, integerColumn, momentColumn, wordsColumn } from "../../server/database/columns.ts";

interface KeyRow {
  id: string;
  uses: number;
  amount: bigint;
  words: string[];
  endsAt: Date | null;
}

const keyRows = new EntitySchema<KeyRow>({
  name: "Key",
  tableName: "keys",
  columns: {
    id: { type: "varchar", primary: true },
    uses: { ...integerColumn, name: "use_count" },
    amount: exactColumn,
    words: wordsColumn,
    endsAt: { ...momentColumn, name: "ends_at" },
  },
});

const row = { id: "a", uses: 3, amount: 2n ** 60n, words: ["b", "c"], endsAt: new Date(7) };
const stored = { id: "a", use_count: 3n, amount: 2n ** 60n, words: '["b","c"]', ends_at: 7n };

test("a list of columns has those of the schema, in its order", () => {
  const columns = columnsOf(keyRows);
  expect(columns).toMatchObject({ table: "keys", names: ["id", "use_count", "amount", "words", "ends_at"] });
  expect(columns.sql).toBe("id, use_count, amount, words, ends_at");
  expect(into(columns, 2)).toBe("INTO keys (id, use_count, amount, words, ends_at) VALUES (?,?,?,?,?),(?,?,?,?,?)");
});

test("rows are written and read by their properties, and other columns are ignored", () => {
  const columns = columnsOf(keyRows);
  expect(columns.values(row)).toEqual(["a", 3, 2n ** 60n, '["b","c"]', 7n]);
  expect(columns.read({ ...stored, others: 1n })).toEqual(row);
  expect(columns.read({ ...stored, ends_at: null }).endsAt).toBeNull();
});

test("a list may have some of the columns, in another order", () => {
  const columns = columnsOf(keyRows, ["endsAt", "id"]);
  expect(columns.sql).toBe("ends_at, id");
  expect(columns.values(row)).toEqual([7n, "a"]);
  expect(columns.read(stored)).toEqual({ endsAt: new Date(7), id: "a" });
});
