import { format } from "mysql2";
import type { ColumnList } from "../../../../database/column-list.ts";
import { mysqlDialect } from "../../../../database/mysql/dialect.ts";
import { literal, literals } from "../../../../database/mysql/literal.ts";
import type { RunScript, ScriptEnd } from "../../../../database/mysql/scripts.ts";
import type { AccountCheckpoint } from "../../engine/checkpoint/caught-up.ts";
import type { Checkpoints } from "../../engine/checkpoint/checkpoints.ts";
import { changesOf } from "../accounts/account-changes.ts";
import type { ChangedAccount, Decided } from "../batch-store.ts";
import { changingHoldColumns, holdColumns } from "../hold-row.ts";
import { batchColumns, changesColumns, entryColumns, newAccountColumns, pageColumns } from "../ledger-row.ts";
import { pendingTransferColumns } from "../pending-transfer-row.ts";
import { reversalColumns } from "../reversal-row.ts";
import { toNewAccountRow } from "../row-conversion.ts";
import type { MysqlStored } from "./stored.ts";

/** Returns the statements that write the changes of a batch; all of its accounts must have ids. */
export function statementsOf({ accounts, chained, created, settled, usedQuotes, holds }: Decided): string[] {
  const statements = [
    ...accounts
      .filter(({ isHeldChanged }) => isHeldChanged)
      .map(({ id, held }) => format("UPDATE ledger_accounts SET held = ? WHERE id = ?", [held, id])),
    ...inserts(pendingTransferColumns, created),
    ...deletes("pending_transfers", settled),
    ...deletes("exchange_quotes", usedQuotes),
    ...inserts(holdColumns, holds, mysqlDialect.overwrite(changingHoldColumns.names)),
  ];
  if (chained === undefined) return statements;
  return [
    ...statements,
    ...inserts(entryColumns, chained.entries),
    ...inserts(reversalColumns, chained.reversals),
    ...inserts(batchColumns, [chained.batch]),
  ];
}

/** Returns the statements that write the changes of the accounts, and that bring some rows up to date. */
export function checkpointOf(
  checkpoints: Checkpoints,
  stored: Pick<MysqlStored, "swept" | "checkpoints">,
  { accounts, chained }: Decided,
) {
  if (chained === undefined) return { statements: [], noteWritten() {} };
  const own = changesOf(accounts, chained);
  const { swept } = stored;
  const caught = stored.checkpoints.flatMap((row) => checkpoints.caughtUp(row, own.of(row.id)) ?? []);
  return {
    statements: [
      ...inserts(changesColumns, [own.packed]),
      ...caught.map(({ row }) => setCheckpoint(row)),
      ...inserts(
        pageColumns,
        caught.flatMap(({ pages }) => pages),
      ),
      format("DELETE FROM ledger_changes WHERE number < ?", [checkpoints.keptFrom]),
    ],
    noteWritten: () => checkpoints.written(own.packed, swept, own.changes),
  };
}

function setCheckpoint({ id, balance, spentDay, spent, asOf, tail }: AccountCheckpoint): string {
  const values = { balance, spent_day: spentDay, spent, as_of: asOf, tail };
  const sets = Object.entries(values).map(([name, value]) => `${name} = ${literal(value)}`);
  return `UPDATE ledger_accounts SET ${sets.join(", ")} WHERE id = ${id}`;
}

/**
 * Returns the query whose answer shows that a batch is stored; undefined if it writes neither entries nor transfers.
 */
export function proofOf({ chained, created }: Decided): ScriptEnd<unknown>["proof"] {
  if (chained !== undefined) {
    const { number, hash } = chained.batch;
    return {
      question: format("SELECT hash FROM ledger_batches WHERE number = ?", [number]),
      holds: ([row]) => row !== undefined && Buffer.compare(row["hash"] as Uint8Array, hash) === 0,
    };
  }
  const ids = created.map(({ id }) => id);
  if (ids.length === 0) return undefined;
  return {
    // Another process may have executed a transfer meanwhile, which then has an entry with the same id.
    question: format(
      "SELECT id FROM pending_transfers WHERE id IN (?) UNION SELECT id FROM ledger_entries WHERE id IN (?)",
      [ids, ids],
    ),
    holds: (rows) => rows.length === ids.length,
  };
}

/** Approximate bytes of one statement: servers refuse statements above a configured size, 16 MiB by default. */
const statementBytes = 1_048_576;

function* inserts<Row>(columns: ColumnList<Row>, rows: readonly Row[], after = ""): Generator<string> {
  let waiting: string[] = [];
  let bytes = 0;
  for (const [index, row] of rows.entries()) {
    const values = columns.values(row).map(literal).join(", ");
    waiting.push(`(${values})`);
    bytes += values.length;
    if (bytes < statementBytes && index < rows.length - 1) continue;
    yield `INSERT INTO ${columns.table} (${columns.sql}) VALUES ${waiting.join(", ")} ${after}`;
    waiting = [];
    bytes = 0;
  }
}

function deletes(table: string, ids: readonly string[]): string[] {
  return ids.length === 0 ? [] : [`DELETE FROM ${table} WHERE id IN ${literals(ids)}`];
}

/** Inserts the new accounts and sets the ids that the database assigns. */
export async function addAccounts(run: RunScript, accounts: readonly ChangedAccount[]): Promise<void> {
  const added = accounts.filter(({ id }) => id === undefined);
  if (added.length === 0) return;
  const answers = await run([
    ...inserts(newAccountColumns, added.map(toNewAccountRow)),
    format("SELECT id, owner, asset FROM ledger_accounts WHERE owner IN (?)", [added.map(({ owner }) => owner)]),
  ]);
  const rows = answers.at(-1) ?? [];
  const ids = new Map(rows.map((row) => [`${row["owner"]} ${row["asset"]}`, Number(row["id"])]));
  for (const account of added) account.id = ids.get(`${account.owner} ${account.asset}`);
}
