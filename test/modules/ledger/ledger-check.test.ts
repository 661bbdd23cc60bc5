import { expect, test } from "vitest";
import { orderRoot } from "../../../clients/typescript/src/wallet/order-tree.ts";
import { openServiceDatabase } from "../../../server/app/tables.ts";
import { readDatabaseUrl } from "../../../server/database/mysql/database-url.ts";
import { onEveryServer } from "../../support/every-server.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { replayed } from "../../support/ledger/checked.ts";
import { done, newHolder, newVaultHolder, rates } from "../../support/wallet-holder.ts";

onEveryServer(
  "a replay of the ledger",
  ({ server, environment }) => {
    const api = () => new ApiClient(server());

    const replay = () => replayed(api());

    /** Runs statements directly on the database. */
    async function tamper(...statements: string[]) {
      const { DATA_DIR: dataDirectory = "", DATABASE_URL: url } = environment();
      const database = await openServiceDatabase({
        dataDirectory,
        ...(url && { databaseServer: readDatabaseUrl(url) }),
      });
      for (const sql of statements) await database.transact((manager) => manager.query(sql));
      await database.close();
    }

    test("has no result before the first", async () => {
      expect((await api().call("GET", "/v1/admin/ledger/check")).body.result).toEqual({});
    });

    test("finds nothing in entries of every kind, while more are written", async () => {
      const bob = await newHolder(api());
      const ada = await newHolder(api(), { TOKEN_STANDARD: 100, TOKEN_MICRO: 5_000, USD: 3 });
      const carl = await newVaultHolder(api(), { TOKEN_STANDARD: 100 });
      await ada.configure({ auto_exchange: true });
      await ada.pay({ recipient: bob.id, amount: "95" });
      await ada.pay({ recipient: bob.id, amount: "20" });
      await ada.pay({ recipient: bob.id, amount: "0" });
      await ada.pay({ recipient: bob.id, amount: "99999" });
      await carl.execute((await carl.create({ recipient: bob.id })).body.result.transaction.id);
      await carl.exchange({});
      await carl.exchange({ source_amount: 10_000 });
      const orders = Array.from({ length: 5 }, () => bob.order({ recipient: ada.id, amount: "1" }));
      const batch = {
        sender: bob.id,
        orders: Buffer.concat(
          orders.flatMap((order) => [Buffer.of(0x0a, (order.length & 127) | 128, order.length >> 7), order]),
        ).toString("base64"),
        key_id: bob.keyId,
        signature: bob.signature("transfers", await orderRoot(orders)),
      };
      expect((await api().call("POST", "/api/transactions/batch", batch)).body.result.results).toEqual(
        orders.map(() => done),
      );
      const more = Promise.all(Array.from({ length: 50 }, () => bob.pay({ recipient: ada.id, amount: "0.01" })));
      const check = await replay();
      expect(check.findings).toEqual([]);
      expect(check).toMatchObject({ is_running: false, is_whole: true, findings: [] });
      expect(check.entries).toBeGreaterThan(10);
      await more;
      const { batches } = (await api().call("GET", "/v1/admin/ledger/batches?page_size=100")).body.result;
      const after = await replay();
      const { hash: head, last_sequence: entries } = batches.at(-1);
      expect(after).toMatchObject({ is_whole: true, head, entries, entries_total: entries });
    });

    test("finds a changed row by its place, and nothing else", async () => {
      const bob = await newHolder(api());
      const ada = await newHolder(api(), { TOKEN_STANDARD: 100 });
      await ada.pay({ recipient: bob.id });
      const [{ sequence }] = await bob.entries();
      const account = `owner = '${bob.id}' AND asset = 'TOKEN_STANDARD'`;
      await tamper(`UPDATE ledger_accounts SET balance = balance + 1 WHERE ${account}`);
      const changed = (await replay()).findings;
      expect(changed.length).toBeGreaterThan(0);
      expect(changed.filter((finding: string) => !finding.startsWith(`account ${bob.id} TOKEN_STANDARD: `))).toEqual(
        [],
      );
      await tamper(`UPDATE ledger_accounts SET balance = balance - 1 WHERE ${account}`);

      const changes = `first_sequence <= ${sequence} AND last_sequence >= ${sequence}`;
      await tamper(`UPDATE ledger_changes SET first_sequence = first_sequence - 1 WHERE ${changes}`);
      const found = await replay();
      expect(found.is_whole).toBe(false);
      expect(found.findings.join("\n")).toMatch(/^batch [0-9]+: its changes of accounts are of entries/);
      await tamper(`UPDATE ledger_changes SET first_sequence = first_sequence + 1 WHERE ${changes}`);
      expect((await replay()).is_whole).toBe(true);

      await tamper(`UPDATE ledger_batches SET at_ms = at_ms + 1 WHERE first_sequence = ${sequence}`);
      expect((await replay()).findings.join("\n")).toMatch(new RegExp(`^entry ${sequence}: `));
      await tamper(`UPDATE ledger_batches SET at_ms = at_ms - 1 WHERE first_sequence = ${sequence}`);

      const key = `UPDATE signing_keys SET id = `;
      await tamper(`${key}'another' WHERE id = '${ada.keyId}'`);
      expect((await replay()).findings).toEqual([`entry ${sequence}: is signed by a key that its sender never had`]);
      await tamper(`${key}'${ada.keyId}' WHERE id = 'another'`);
      expect((await replay()).is_whole).toBe(true);

      await tamper(`DELETE FROM ledger_entries WHERE sequence = ${sequence}`);
      const gone = (await replay()).findings;
      expect(gone).toContainEqual(expect.stringMatching(/^batch \d+: has 0 entries in place of 1$/));
    });

    test("finds a pending transaction that differs from its order", async () => {
      const bob = await newHolder(api());
      const carl = await newVaultHolder(api(), { TOKEN_STANDARD: 100 });
      const { id } = (await carl.create({ recipient: bob.id })).body.result.transaction;
      const pending = async () =>
        (await replay()).findings.filter((finding: string) => finding.startsWith("pending transaction"));
      expect(await pending()).toEqual([]);
      for (const [change, undo] of [
        ["amount = amount + 1", "amount = amount - 1"],
        [`recipient = '${carl.id}'`, `recipient = '${bob.id}'`],
        ["asset = 'TOKEN_MICRO'", "asset = 'TOKEN_STANDARD'"],
        ["description = 'another'", "description = ''"],
      ]) {
        await tamper(`UPDATE pending_transfers SET ${change} WHERE id = '${id}'`);
        expect(await pending(), change).toEqual([`pending transaction ${id}: is not what its order says`]);
        await tamper(`UPDATE pending_transfers SET ${undo} WHERE id = '${id}'`);
      }
      await tamper(`UPDATE pending_transfers SET order_bytes = x'00' WHERE id = '${id}'`);
      expect(await pending()).toEqual([`pending transaction ${id}: is not what its order says`]);
    });

    test("finds an entry with unreadable bytes, and exports them unchanged", async () => {
      const bob = await newHolder(api(), { TOKEN_STANDARD: 1 });
      const [{ sequence }] = await bob.entries();
      await tamper(`UPDATE ledger_entries SET bytes = x'00' WHERE sequence = ${sequence}`);
      const { findings } = await replay();
      expect(findings).toContainEqual(expect.stringMatching(new RegExp(`^entry ${sequence}: cannot be read`)));
      let after = 0;
      const exported: { entries: string[] }[] = [];
      for (let page: { number: number; entries: string[] }[]; ; exported.push(...page)) {
        const path = `/v1/admin/ledger/batches?page_size=100&after=${after}`;
        page = (await api().call("GET", path)).body.result.batches ?? [];
        if (page.length === 0) break;
        after = page.at(-1)?.number ?? 0;
      }
      expect(exported.at(-1)?.entries).toEqual(["AA=="]);
    });

    test("finds a missing end by an earlier backup", async () => {
      const bob = await newHolder(api(), { TOKEN_STANDARD: 1 });
      const [{ sequence }] = await bob.entries();
      const { name } = (await api().call("POST", "/v1/admin/backups", {})).body.result.backup;
      await tamper(
        `DELETE FROM ledger_batches WHERE last_sequence >= ${sequence}`,
        `DELETE FROM ledger_entries WHERE sequence >= ${sequence}`,
      );
      const { findings } = await replay();
      expect(findings).toContainEqual(
        expect.stringMatching(new RegExp(`^batch \\d+: is gone, but the backup ${name} tells of it$`)),
      );
    });
  },
  () => rates,
);
