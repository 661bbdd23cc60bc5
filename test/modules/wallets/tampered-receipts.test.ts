import { expect, test } from "vitest";
import { openServiceDatabase } from "../../../server/app/tables.ts";
import { readDatabaseUrl } from "../../../server/database/mysql/database-url.ts";
import { batchHash, entryBytes, entryDigest, readEntry } from "../../../server/modules/ledger/domain/entry/chain.ts";
import { orderDigest } from "../../../server/modules/ledger/domain/entry/digests.ts";
import type { Entry } from "../../../server/modules/ledger/domain/entry/entry.ts";
import { onEveryServer } from "../../support/every-server.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { newHolder } from "../../support/wallet-holder.ts";

onEveryServer("no receipt is signed for a transaction", ({ server, environment }) => {
  const api = () => new ApiClient(server());

  /** Reads and writes rows directly in the database. */
  async function query(sql: string, ...values: unknown[]) {
    const { DATA_DIR: dataDirectory = "", DATABASE_URL: url } = environment();
    const database = await openServiceDatabase({
      dataDirectory,
      ...(url && { databaseServer: readDatabaseUrl(url) }),
    });
    const rows = await database.transact((manager) => manager.query(sql, values));
    await database.close();
    return rows;
  }

  async function paid() {
    const bob = await newHolder(api());
    const ada = await newHolder(api(), { TOKEN_STANDARD: 100 });
    const { transaction_id: id } = await ada.pay({ recipient: bob.id });
    await ada.pay({ recipient: bob.id, amount: "1" });
    const receipt = () => api().call("GET", `/api/wallets/${ada.id}/transactions/${id}/receipt`);
    expect((await receipt()).status).toBe(200);
    return { id, receipt };
  }

  async function changeEntry(id: string, change: (entry: Entry) => Entry): Promise<Entry> {
    const [{ bytes }] = await query("SELECT bytes FROM ledger_entries WHERE id = ?", id);
    const changed = change(readEntry(bytes));
    await query("UPDATE ledger_entries SET bytes = ? WHERE id = ?", entryBytes(changed), id);
    return changed;
  }

  /** Computes the hash of the entry's batch anew, which holds this entry alone. */
  async function rehash(entry: Entry) {
    const [row] = await query("SELECT * FROM ledger_batches WHERE first_sequence = ?", entry.sequence);
    const hash = batchHash(Number(row.number), row.previous_hash, [entryDigest(entryBytes(entry))]);
    await query("UPDATE ledger_batches SET hash = ? WHERE number = ?", hash, row.number);
  }

  async function expectRefusal({ receipt }: Awaited<ReturnType<typeof paid>>) {
    const { status, body } = await receipt();
    expect([status, body.error?.code, body.result]).toEqual([500, "INTERNAL", undefined]);
    expect(server().log.join("")).toContain("no receipt is signed");
  }

  test("whose stored amount was changed", async () => {
    const given = await paid();
    await changeEntry(given.id, (entry) => ({ ...entry, amount: entry.amount * 99n }));
    await expectRefusal(given);
  });

  test("whose amount and batch were changed to agree with each other, but not with the order", async () => {
    const given = await paid();
    await rehash(await changeEntry(given.id, (entry) => ({ ...entry, amount: entry.amount * 99n })));
    await expectRefusal(given);
  });

  test("whose order was changed with it, and is no longer what its sender signed", async () => {
    const given = await paid();
    const changed = await changeEntry(given.id, (entry) => {
      const order = Buffer.from(
        Buffer.from(entry.order ?? [])
          .toString("latin1")
          .replace("10", "99"),
        "latin1",
      );
      return { ...entry, order, requestDigest: orderDigest(order), amount: 99n * 10n ** 8n };
    });
    await rehash(changed);
    await expectRefusal(given);
  });

  test("whose batch was changed", async () => {
    const given = await paid();
    const [{ sequence }] = await query("SELECT sequence FROM ledger_entries WHERE id = ?", given.id);
    const hash = Buffer.alloc(32, 7);
    await query("UPDATE ledger_batches SET hash = ? WHERE first_sequence = ?", hash, sequence);
    await expectRefusal(given);
  });

  test("whose batch is no longer chained to the one before", async () => {
    const given = await paid();
    const [{ sequence }] = await query("SELECT sequence FROM ledger_entries WHERE id = ?", given.id);
    const [row] = await query("SELECT * FROM ledger_batches WHERE first_sequence = ?", sequence);
    await query("UPDATE ledger_batches SET hash = ? WHERE number = ?", Buffer.alloc(32, 7), Number(row.number) - 1);
    await expectRefusal(given);
  });
});
