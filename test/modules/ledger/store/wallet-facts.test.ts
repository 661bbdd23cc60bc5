import { globSync, readFileSync } from "node:fs";
import type { Database as Connection } from "better-sqlite3";
import { expect, it } from "vitest";
import { openLedger } from "../../../../server/modules/ledger/store/ledger.ts";
import { sqliteStatements } from "../../../../server/modules/ledger/store/sqlite/statements.ts";
import { storedWallets } from "../../../../server/modules/ledger/store/wallets.ts";
import { sqlite } from "../../../support/database/databases.ts";
import { temporaryDatabase } from "../../../support/database/temporary-database.ts";
import { expectConsistent } from "../../../support/ledger/consistency.ts";
import { policy, someDayMs } from "../../../support/ledger/constants.ts";
import { entryOf, newWallet, openLedgerFixture } from "../../../support/ledger/ledger-fixture.ts";
import { transfer } from "../../../support/ledger/requests.ts";

const addIdentity =
  "INSERT INTO identities (id, username, username_skeleton, sealed_private, metadata, level, version, created_at, updated_at) " +
  "VALUES ('ada', 'ada', 'ada', x'', '{}', 1, 1, 0, 0)";

/** Statements in the order in which they are run, each with whether a cached wallet or account may be wrong after it. */
const statements: readonly (readonly [sql: string, isCounted: boolean])[] = [
  ["UPDATE wallets SET is_frozen = 1", true],
  ["UPDATE wallets SET auto_exchange = 1", true],
  [addIdentity, true],
  ["UPDATE identities SET level = 2", true],
  ["UPDATE identities SET level_falls = '[]'", true],
  ["UPDATE identities SET display_name = 'Ada'", false],
  ["INSERT INTO identities SELECT * FROM identities WHERE TRUE ON CONFLICT DO UPDATE SET level = 3", true],
  ["DELETE FROM identities", true],
  ["DELETE FROM wallets", true],
];

it("the count grows with every change of what a cached wallet consists of, and with no other", async () => {
  const database = await temporaryDatabase();
  const connection = await database.onConnection((own) => own);
  const { factChanges } = sqliteStatements(connection);
  const count = () => factChanges.get()?.[0] ?? 0n;
  const counts = (act: () => unknown) => {
    const before = count();
    act();
    return count() > before;
  };
  const before = count();
  await storedWallets(database).open(newWallet("ada"));
  expect(count()).toBeGreaterThan(before);
  for (const [sql, isCounted] of statements)
    expect(
      counts(() => connection.exec(sql)),
      sql,
    ).toBe(isCounted);
});

it("every table of which a wallet's facts are read is watched", async () => {
  const connection = await (await temporaryDatabase()).onConnection((own) => own);
  const { wallet, wallets } = sqliteStatements(connection);
  const watched = connection
    .prepare("SELECT DISTINCT tbl_name FROM sqlite_schema WHERE type = 'trigger'")
    .pluck()
    .all();
  for (const { source } of [wallet, wallets]) {
    const read = tablesOf(connection, source);
    expect(read).toEqual(new Set(["identities", "wallets"]));
    expect(watched).toEqual(expect.arrayContaining([...read]));
  }
});

it("accounts are changed by batches alone, whose hashes tell it", () => {
  const writes =
    /(UPDATE|INTO|DELETE FROM|REPLACE)\s+["`]?ledger_accounts|(save|insert|update|delete|upsert)\(\s*ledgerAccountRows/;
  const writers = globSync("server/**/*.ts").filter((path) => writes.test(readFileSync(path, "utf8")));
  expect(writers.filter((path) => !path.includes("/migrations/"))).toEqual([
    "server/modules/ledger/store/sqlite/statements.ts",
    "server/modules/ledger/store/mysql/writes.ts",
  ]);
});

it("two ledgers of one connection see each other's balances", async () => {
  const { database, ledger, addWallet } = await openLedgerFixture(sqlite);
  const other = await openLedger(database, { policy, rates: () => () => undefined, now: () => someDayMs });
  const [ada, eve] = [await addWallet(1_000n), await addWallet()];
  for (const one of [ledger, other, ledger, other]) {
    expect(entryOf(await one.submit(transfer(ada, eve, 200n))).outcome).toBe(0);
  }
  await other.close();
  await expectConsistent(ledger);
});

/** Tables whose rows or indexes a statement opens. */
function tablesOf(connection: Connection, sql: string): Set<string> {
  const steps = connection.prepare(`EXPLAIN ${sql.replaceAll("?", "''")}`).all() as { opcode: string; p2: bigint }[];
  const table = connection.prepare("SELECT tbl_name FROM main.sqlite_schema WHERE rootpage = ?").pluck();
  return new Set(steps.filter(({ opcode }) => opcode === "OpenRead").map(({ p2 }) => table.get(p2) as string));
}
