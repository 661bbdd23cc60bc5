import type { LastStatements, Statement } from "../../../core/alongside.ts";
import { into } from "../../../database/column-list.ts";
import type { StoredRow } from "../../../database/dialect.ts";
import { alongsideOf } from "../../../database/last-statements.ts";
import type { Database } from "../../../database/source.ts";
import { selectRows } from "../../../database/statements.ts";
import { begunValue, type Draft, type Link, recordHash } from "../domain/record.ts";
import type { AuditRecords, Conditions } from "../domain/records.ts";
import { auditChainColumns, auditRecordColumns } from "./audit-row.ts";

/** The audit log of a database, which all of its processes share. */
export function storedAuditRecords(database: Database): AuditRecords {
  const { manager, dialect } = database;
  const lockedChain = `SELECT ${auditChainColumns.sql} FROM audit_chain WHERE id = 1 ${dialect.changeLock}`;

  function appending(drafts: readonly Draft[], written: (number: number) => void = () => undefined): LastStatements {
    return function* () {
      let last = endOf(yield { sql: lockedChain, values: [] });
      for (const draft of drafts) {
        const row = { ...draft, number: last.number + 1, hash: recordHash(last, draft) };
        const values = auditRecordColumns.values(row).map(asValue);
        yield { sql: `INSERT ${into(auditRecordColumns)}`, values };
        last = row;
      }
      yield {
        sql: "UPDATE audit_chain SET number = ?, hash = ? WHERE id = 1",
        values: [BigInt(last.number), Buffer.from(last.hash)],
      };
      written(last.number);
    };
  }

  return {
    appending,

    async append(draft) {
      let number = 0;
      const written = (given: number) => {
        number = given;
      };
      await database.transact(alongsideOf(appending([draft], written)));
      return number;
    },

    list(conditions, before, count) {
      const [where, values] = whereOf(conditions, before);
      return selectRows(manager, auditRecordColumns, `${where} ORDER BY number DESC LIMIT ${count}`, values);
    },

    after: (number, count) =>
      selectRows(manager, auditRecordColumns, `number > ? ORDER BY number LIMIT ${count}`, [BigInt(number)]),

    async resultOf({ action, number }) {
      const condition = "action = ? AND number > ? AND INSTR(plain, ?) > 0 ORDER BY number LIMIT 1";
      const begun = JSON.stringify(begunValue(number)).slice(1, -1);
      return (await selectRows(manager, auditRecordColumns, condition, [action, BigInt(number), begun]))[0];
    },

    async chain() {
      const [row] = await selectRows(manager, auditChainColumns, "id = 1", []);
      if (row === undefined) return undefined;
      const { number, hash, removedNumber, removedHash } = row;
      return { last: { number, hash }, removed: { number: removedNumber, hash: removedHash } };
    },

    removeBefore: removal(database, lockedChain, appending),
  };
}

function removal(
  database: Database,
  lockedChain: string,
  appending: AuditRecords["appending"],
): AuditRecords["removeBefore"] {
  const { manager } = database;
  return async (moment, draftOf) => {
    const [kept] = await selectRows(manager, auditRecordColumns, "at_ms >= ? ORDER BY number LIMIT 1", [
      BigInt(moment),
    ]);
    const condition = kept === undefined ? "number > ?" : "number < ?";
    const [removed] = await selectRows(manager, auditRecordColumns, `${condition} ORDER BY number DESC LIMIT 1`, [
      BigInt(kept?.number ?? 0),
    ]);
    if (removed === undefined) return 0;
    const draft = await draftOf(removed);
    return database.transact(async (writer) => {
      const [chain]: StoredRow[] = await writer.query(lockedChain);
      const count = removed.number - Number(chain?.["removed_number"]);
      // Another process was first.
      if (count <= 0) return 0;
      await writer.query("DELETE FROM audit_records WHERE number <= ?", [BigInt(removed.number)]);
      const anchor = [BigInt(removed.number), Buffer.from(removed.hash)];
      await writer.query("UPDATE audit_chain SET removed_number = ?, removed_hash = ? WHERE id = 1", anchor);
      await alongsideOf(appending([draft]))(writer);
      return count;
    });
  };
}

/** @throws Error if the row is missing, which must fail every act */
function endOf([row]: readonly StoredRow[]): Link {
  if (row === undefined) throw new Error("audit_chain has lost its row: nothing can be recorded");
  const { number, hash } = auditChainColumns.read(row);
  return { number, hash };
}

function asValue(value: unknown): Statement["values"][number] {
  if (typeof value === "number") return BigInt(value);
  return value instanceof Uint8Array ? Buffer.from(value) : (value as string | bigint);
}

function whereOf(conditions: Conditions, before: number | undefined): [string, unknown[]] {
  const { actorId, action, target, result, fromMs, untilMs } = conditions;
  const wanted: [condition: string, ...values: unknown[]][] = [
    ["number < ?", BigInt(before ?? Number.MAX_SAFE_INTEGER)],
    ...(actorId === undefined ? [] : [["actor_id = ?", actorId] as [string, string]]),
    // `action.` up to its last successor: names have no character between a point and a slash.
    ...(action === undefined
      ? []
      : [
          ["(action = ? OR (action >= ? AND action < ?))", action, `${action}.`, `${action}/`] as [string, ...string[]],
        ]),
    ...(target === undefined ? [] : [["INSTR(targets, ?) > 0", JSON.stringify(target)] as [string, string]]),
    ...(result === undefined ? [] : [["result = ?", result] as [string, string]]),
    ...(fromMs === undefined ? [] : [["at_ms >= ?", BigInt(fromMs)] as [string, bigint]]),
    ...(untilMs === undefined ? [] : [["at_ms < ?", BigInt(untilMs)] as [string, bigint]]),
  ];
  return [wanted.map(([condition]) => condition).join(" AND "), wanted.flatMap(([, ...values]) => values)];
}
