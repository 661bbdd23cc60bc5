import type { Database as Connection, Statement } from "better-sqlite3";
import { isSignature } from "../../../../server/core/signing/signature.ts";
import type { SqliteDatabase } from "../../../../server/database/sqlite/database.ts";
import { standardAsset } from "../../../../server/modules/ledger/domain/assets.ts";
import { readEntry } from "../../../../server/modules/ledger/domain/entry/chain.ts";
import type { Entry } from "../../../../server/modules/ledger/domain/entry/entry.ts";
import type { Ledger } from "../../../../server/modules/ledger/domain/requests.ts";
import { Audit, findingText } from "../../../../server/modules/ledger/engine/replay/audit.ts";
import { replayLedger } from "../../../../server/modules/ledger/engine/replay/replay.ts";
import { orderFlaws, pendingFlaws } from "../../../../server/modules/ledger/orders/order-flaws.ts";
import { openLedger } from "../../../../server/modules/ledger/store/ledger.ts";
import { storedWallets } from "../../../../server/modules/ledger/store/wallets.ts";
import { temporaryDatabase } from "../../../support/database/temporary-database.ts";
import { checkpointEntries, policy, someDayMs, twoForOne } from "../../../support/ledger/constants.ts";
import { newWallet } from "../../../support/ledger/ledger-fixture.ts";
import { deposit } from "../../../support/ledger/requests.ts";
import { knownKeys } from "./keys.ts";
import type { Lifetime } from "./lifetime.ts";

/** Owners of wallets, and the balance of each at the start in minor units: too little for all payments. */
export const owners = ["ada", "bob", "eve"];
export const firstUnits = 250n;

/** The ledger's database, which outlives servers. Many schedules share it, because opening it takes longer than one. */
export class SharedLedger {
  readonly #database: SqliteDatabase;
  readonly #connection: Connection;
  readonly #ledger: Ledger;
  readonly #entries: Statement<[id: string], { readonly bytes: Uint8Array }>;

  constructor(database: SqliteDatabase, connection: Connection, ledger: Ledger) {
    this.#database = database;
    this.#connection = connection;
    this.#ledger = ledger;
    this.#entries = connection.prepare("SELECT bytes FROM ledger_entries WHERE id = ?");
  }

  static async open(): Promise<SharedLedger> {
    const database = await temporaryDatabase();
    const connection = await database.onConnection((connection) => connection);
    // A killed process loses nothing that it has written. The loss of a machine is tested elsewhere.
    connection.pragma("synchronous = OFF");
    for (const owner of owners) await storedWallets(database).open(newWallet(owner));
    return new SharedLedger(
      database,
      connection,
      await openLedger(database, { policy, rates: () => twoForOne, now: () => someDayMs, checkpointEntries }),
    );
  }

  /** Resets the database to the balances of the start. */
  async reset(): Promise<void> {
    this.#connection.exec(
      "DELETE FROM ledger_entries; DELETE FROM ledger_changes; DELETE FROM ledger_posting_pages; " +
        "DELETE FROM ledger_batches; DELETE FROM ledger_accounts WHERE is_customer = 0; " +
        "UPDATE ledger_accounts SET balance = 0, spent_day = 0, spent = 0, as_of = NULL, tail = NULL",
    );
    // Has the ledger see that it is empty.
    await this.#ledger.balances("ada");
    await Promise.all(owners.map((owner) => this.#ledger.submit(deposit(owner, firstUnits))));
  }

  /** Returns the database of a process. The end of the process rolls back and prevents further writes. */
  databaseOf(lifetime: Lifetime): SqliteDatabase {
    const { onConnection } = this.#database;
    lifetime.onEnd(() => {
      if (this.#connection.inTransaction) this.#connection.exec("ROLLBACK");
    });
    return {
      ...this.#database,
      onConnection: (work) =>
        onConnection((connection) => {
          lifetime.check();
          return work(connection);
        }),
    };
  }

  /** Returns the entry that is stored now under an id. */
  entry(id: string): Entry | undefined {
    const row = this.#entries.get(id);
    return row && readEntry(row.bytes);
  }

  async balance(owner: string): Promise<bigint> {
    const balances = await this.#ledger.balances(owner);
    return balances.find(({ asset }) => asset === standardAsset)?.balance ?? 0n;
  }

  /** Returns the findings of the service's own audit. */
  async flaws(): Promise<readonly string[]> {
    const audit = new Audit([]);
    await replayLedger(audit, {
      rows: this.#ledger,
      entryFlaw: orderFlaws(knownKeys, policy, isSignature),
      pendingFlaw: pendingFlaws(policy),
      pause: async () => false,
    });
    return audit.findings.map(findingText);
  }
}
