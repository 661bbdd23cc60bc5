import { expect, it } from "vitest";
import { fillMysql, fillSqlite } from "../../../../server/database/snapshot/rows-in.ts";
import { rowsOf } from "../../../../server/database/snapshot/rows-out.ts";
import type { DatabaseLocation } from "../../../../server/database/source.ts";
import { standardAsset } from "../../../../server/modules/ledger/domain/assets.ts";
import { mariadb, onEveryDatabase, onMariadb } from "../../../support/database/databases.ts";
import { expectConsistent } from "../../../support/ledger/consistency.ts";
import { someDayMs } from "../../../support/ledger/constants.ts";
import { entryOf, openLedgerFixture } from "../../../support/ledger/ledger-fixture.ts";
import { create, exchange, execute, transfer } from "../../../support/ledger/requests.ts";

onMariadb("a ledger whose rows are restored into another database", () => {
  onEveryDatabase("of each engine", (engine) => {
    it("is consistent there, and continues", async () => {
      const { database, ledger, wallets, addWallet } = await openLedgerFixture(mariadb);
      const [ada, eve] = [await addWallet(10n ** 11n), await addWallet()];
      const rate = { source: standardAsset, target: "EUR", rate: 10n ** 25n, origin: "q", atMs: someDayMs };
      const quote = { id: "quote", owner: ada, sourceAmount: 10n ** 9n, rate, endsAtMs: someDayMs + 1 };
      const pending = create(ada, eve, 100n);
      await ledger.addQuote(quote);
      for (const request of [transfer(ada, eve, 1_000n), pending]) await ledger.submit(request);
      const location = await engine.createForTest();
      await fill(location, rowsOf(database.manager.connection));
      const other = await openLedgerFixture(engine, {}, location);
      const entries = await expectConsistent(ledger);
      expect(await expectConsistent(other.ledger)).toEqual(entries);
      expect(await other.wallets.find(ada)).toEqual(await wallets.find(ada));
      expect(await other.ledger.pending(pending.id)).toEqual(await ledger.pending(pending.id));
      const next = entryOf(await other.ledger.submit(execute(pending.id, ada)));
      expect(next).toMatchObject({ sequence: entries.length + 1, outcome: 0 });
      const quoted = exchange(ada, 10n ** 9n, { quoteId: quote.id });
      expect(entryOf(await other.ledger.submit(quoted)).exchanged).toMatchObject({ rate: 10n ** 25n });
      await other.addWallet(5n);
      await expectConsistent(other.ledger);
    });
  });
});

function fill({ dataDirectory, databaseServer }: DatabaseLocation, rows: AsyncIterable<Uint8Array>): Promise<void> {
  return databaseServer === undefined
    ? fillSqlite(dataDirectory, rows)
    : fillMysql(databaseServer, { id: "a backup", content: rows });
}
