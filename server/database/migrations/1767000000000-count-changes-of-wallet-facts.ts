import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "../dialects.ts";

/** Tables that only SQLite has, and that hold nothing to keep. */
export const ownOfSqlite: readonly string[] = ["wallet_fact_changes"];

/** Changes of each table that may change the facts of a wallet. */
const counted = {
  wallets: ["INSERT", "UPDATE", "DELETE"],
  identities: ["INSERT", "UPDATE OF id, level, level_falls", "DELETE"],
};

/**
 * Counts changes of the facts of wallets on SQLite, where the ledger keeps these facts from one batch to the next. Triggers
 * count what any connection of any process changes.
 */
export class CountChangesOfWalletFacts1767000000000 implements MigrationInterface {
  readonly name = "CountChangesOfWalletFacts1767000000000";

  async up(runner: QueryRunner): Promise<void> {
    if (dialectOf(runner).name !== "sqlite") return;
    await runner.query(
      "CREATE TABLE wallet_fact_changes (id int NOT NULL PRIMARY KEY, count bigint NOT NULL) WITHOUT ROWID",
    );
    await runner.query("INSERT INTO wallet_fact_changes VALUES (1, 0)");
    for (const [trigger, event] of triggers()) {
      await runner.query(
        `CREATE TRIGGER ${trigger} AFTER ${event} BEGIN UPDATE wallet_fact_changes SET count = count + 1; END`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    if (dialectOf(runner).name !== "sqlite") return;
    for (const [trigger] of triggers()) await runner.query(`DROP TRIGGER ${trigger}`);
    await runner.query("DROP TABLE wallet_fact_changes");
  }
}

/** Names of the triggers, each with its event. */
function triggers(): [name: string, event: string][] {
  return Object.entries(counted).flatMap(([table, changes]) =>
    changes.map((change): [string, string] => [
      `${table}_fact_${change.split(" ", 1)[0]?.toLowerCase()}`,
      `${change} ON ${table}`,
    ]),
  );
}
