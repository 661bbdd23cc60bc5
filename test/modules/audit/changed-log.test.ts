import { expect, test } from "vitest";
import { auditFindings } from "../../../server/modules/audit/check.ts";
import {
  type Draft,
  recordHash,
  removalAction,
  removalValues,
  type StoredRecord,
} from "../../../server/modules/audit/domain/record.ts";
import { auditRecordColumns } from "../../../server/modules/audit/store/audit-row.ts";
import { storedAuditRecords } from "../../../server/modules/audit/store/records.ts";
import { onEveryDatabase } from "../../support/database/databases.ts";
import { Random } from "../../support/laws/random.ts";
import { fuzzSeed } from "../../support/laws/seed.ts";

const records = 6;
const changes = 400;

// biome-ignore lint/suspicious/noExplicitAny: a row as the driver returns it.
type Row = Record<string, any>;

/** A record without empty columns. */
function draft(number: number, random: Random): Draft {
  return {
    ...{ id: `01920000-0000-7000-8000-00000000000${number}`, atMs: 1_700_000_000_000 + number },
    ...{ action: "admin.v1.KeyService.RevokeKey", result: "OK", actorKind: "key", actorId: `key-${number}` },
    ...{ protocol: "rest", requestId: `request-${number}`, targets: `["${number}"]`, plain: `{"plan":"${number}"}` },
    sealed: random.bytes(40),
  };
}

/** Returns a value with another bit. */
function flipped(value: unknown, random: Random, isPrimary: boolean): unknown {
  // The numbers of the other records are taken.
  if (typeof value === "bigint" || typeof value === "number")
    return BigInt.asIntN(64, BigInt(value) ^ (1n << BigInt(isPrimary ? 3 + random.below(61) : random.below(64))));
  const bytes = Buffer.from(value as string | Uint8Array);
  const at = random.below(bytes.length);
  // The other bit of a byte of a text would not be UTF-8, which MariaDB refuses.
  bytes[at] = (bytes[at] as number) ^ (1 << random.below(typeof value === "string" ? 7 : 8));
  return typeof value === "string" ? bytes.toString("utf8") : bytes;
}

onEveryDatabase("the check of the audit log", (engine) => {
  async function log() {
    const random = new Random(fuzzSeed);
    const database = await engine.open();
    const store = storedAuditRecords(database);
    for (let number = 1; number <= records; number++) await store.append(draft(number, random));
    const run = (sql: string, values: unknown[] = []): Promise<Row[]> =>
      database.transact((writer) => writer.query(sql, values));
    const found = async () => (await auditFindings(store)).findings.map(({ place, flaw }) => `${place} ${flaw}`);
    const insert = (record: StoredRecord) => {
      const values = auditRecordColumns
        .values(record)
        .map((value) => (typeof value === "number" ? BigInt(value) : value));
      const places = values.map(() => "?").join(", ");
      return run(`INSERT INTO audit_records (${auditRecordColumns.sql}) VALUES (${places})`, values);
    };
    return { random, store, run, found, insert };
  }

  test(`finds a changed bit in any column of any record, ${changes} times`, async () => {
    const { random, run, found } = await log();
    const rows = await run("SELECT * FROM audit_records ORDER BY number");
    const columns = Object.keys(rows[0] as Row);
    expect(columns).toHaveLength(auditRecordColumns.names.length);
    for (let round = 0; round < changes; round++) {
      const column = columns[round % columns.length] as string;
      const row = random.pick(rows);
      const key = column === "number" ? "id" : "number";
      const change = `UPDATE audit_records SET ${column} = ? WHERE ${key} = ?`;
      const value = flipped(row[column], random, column === "number");
      await run(change, [value, row[key]]);
      const findings = await found();
      const what = `seed ${fuzzSeed}, round ${round}: ${column} of ${row["number"]} is ${value}`;
      expect(findings.join(), what).toMatch(new RegExp(`audit record ${row["number"]} `));
      await run(change, [row[column], row[key]]);
    }
    expect(await found()).toEqual([]);
  });

  test("finds a changed bit in either end of the chain", async () => {
    const { random, run, found } = await log();
    const [row] = (await run("SELECT * FROM audit_chain")) as [Row];
    for (let round = 0; round < 100; round++) {
      const column = ["number", "hash", "removed_number", "removed_hash", "id"][round % 5] as string;
      const value = flipped(row[column], random, false);
      await run(`UPDATE audit_chain SET ${column} = ?`, [column === "id" ? 7 : value]);
      expect(await found(), `seed ${fuzzSeed}, round ${round}: ${column} is ${value}`).not.toEqual([]);
      await run(`UPDATE audit_chain SET ${column} = ?`, [row[column]]);
    }
    expect(await found()).toEqual([]);
  });

  test("finds any two records that were swapped", async () => {
    const { run, found } = await log();
    const renumber = (from: number, to: number) =>
      run("UPDATE audit_records SET number = ? WHERE number = ?", [BigInt(to), BigInt(from)]);
    const swap = async (one: number, other: number) => {
      await renumber(one, 99);
      await renumber(other, one);
      await renumber(99, other);
    };
    for (let one = 1; one < records; one++)
      for (let other = one + 1; other <= records; other++) {
        await swap(one, other);
        const findings = await found();
        for (const number of [one, other])
          expect(findings).toContain(`audit record ${number} is not as it was written`);
        await swap(one, other);
      }
    expect(await found()).toEqual([]);
  });

  test("finds a record that was inserted, wherever it is and however well it is made", async () => {
    const { random, store, run, found, insert } = await log();
    const { last } = (await store.chain()) as NonNullable<Awaited<ReturnType<typeof store.chain>>>;
    const forged = draft(9, random);
    const behind = { ...forged, number: last.number + 1, hash: recordHash(last, forged) };
    for (const number of [0, -1, behind.number, 50]) {
      await insert({ ...behind, number });
      expect(await found(), `${number}`).toEqual([`audit record ${number} is outside of the chain`]);
      await run("DELETE FROM audit_records WHERE id = ?", [forged.id]);
    }
    for (const number of [1, 4, 6]) {
      for (let moved = records; moved >= number; moved--)
        await run("UPDATE audit_records SET number = number + 1 WHERE number = ?", [BigInt(moved)]);
      const [before] = number === 1 ? [] : await store.after(number - 2, 1);
      const hash = recordHash(before ?? { number: 0, hash: Buffer.alloc(32) }, forged);
      await insert({ ...forged, number, hash });
      expect(await found(), `${number}`).not.toEqual([]);
      await run("DELETE FROM audit_records WHERE number = ?", [BigInt(number)]);
      for (let moved = number + 1; moved <= records + 1; moved++)
        await run("UPDATE audit_records SET number = number - 1 WHERE number = ?", [BigInt(moved)]);
    }
    expect(await found()).toEqual([]);
  });

  test("does not take records for missing that the retention removes meanwhile", async () => {
    const { random, store } = await log();
    const removing = {
      ...store,
      after: async (number: number, count: number) => {
        await store.removeBefore(1_700_000_000_004, async (link) => ({
          ...draft(7, random),
          action: removalAction,
          plain: JSON.stringify(removalValues(link)),
        }));
        return store.after(number, count);
      },
    };
    expect(await auditFindings(removing)).toEqual({ checked: 4, findings: [] });
  });

  test.runIf(engine.kind === "sqlite")("finds values that only SQLite can hold in a column", async () => {
    const { run, found } = await log();
    for (const [column, value] of [
      ["number", "3.5"],
      ["number", "'x'"],
      ["at_ms", "'x'"],
      ["result", "CAST(x'ff' AS TEXT)"],
    ] as const) {
      const [row] = (await run("SELECT * FROM audit_records WHERE number = 3")) as [Row];
      await run(`UPDATE audit_records SET ${column} = ${value} WHERE id = ?`, [row["id"]]);
      expect((await found()).length, `${column} = ${value}`).toBeGreaterThan(0);
      await run(`UPDATE audit_records SET ${column} = ? WHERE id = ?`, [row[column], row["id"]]);
    }
    expect(await found()).toEqual([]);
  });
});
