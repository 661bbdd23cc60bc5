// @module-tag slow/exhaustive

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { platonic } from "../../../clients/cli/platonic.ts";
import { loadConfig } from "../../../server/app/config.ts";
import { findDatabase } from "../../../server/app/doctor/database.ts";
import { openServiceDatabase } from "../../../server/app/tables.ts";
import { stretchingInUse } from "../../../server/modules/vault/passphrase-root.ts";
import { contentsOf } from "../../support/database/contents.ts";
import { mariadb, onMariadb, type TestLocation } from "../../support/database/databases.ts";
import { temporaryDirectory } from "../../support/database/temporary-database.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { operatorKey, startServer, type TestServer } from "../../support/server.ts";
import { passphrase, quickStretching } from "../../support/vault/constants.ts";
import { newHolder, newVaultHolder } from "../../support/wallet-holder.ts";
import { openBackupFixture, passphraseBytes, restore, restoreToServer } from "./backup-fixture.ts";
import { signedLedger } from "./signed-ledger.ts";

class PowerCut extends Error {}

/** A backup of SQLite with identities, a vault, and a ledger of signed transfers. */
async function backupOfSqlite() {
  const fixture = await openBackupFixture({ dataDirectory: temporaryDirectory() });
  onTestFinished(() => fixture.close());
  const [ada, eve] = [await fixture.addIdentity(), await fixture.addIdentity()];
  const { pay } = await signedLedger(fixture.database, ada, eve);
  for (let payments = 0; payments < 5; payments++) await pay();
  const path = join(fixture.directory, (await fixture.backups.create()).name);
  return { fixture, path };
}

/** Results of the doctor's look at restores that have not ended. */
async function restoreFindings({ environment }: TestLocation): Promise<string[]> {
  const { database, findings } = await findDatabase(loadConfig(environment));
  await database?.close();
  return findings.filter(({ message }) => message.includes("a restore into it")).map(({ state }) => state);
}

const opening = (path: string) => ({ path, passphrase: passphraseBytes(), stretching: quickStretching });

onMariadb("an installation that moves from SQLite to a server", () => {
  it("has every row there, with the same head of the ledger, and moves back", async () => {
    const { fixture, path } = await backupOfSqlite();
    const target = await mariadb.createForTest();
    const { counts, problems } = await restoreToServer(opening(path), target);
    expect(problems).toEqual([]);
    // One of the deposit and five of the transfers.
    expect(counts).toContainEqual({ what: "rows of ledger_entries", number: 6 });
    const onServer = await openBackupFixture(target);
    onTestFinished(() => onServer.close());
    expect(await contentsOf(onServer.database)).toEqual(await contentsOf(fixture.database));
    await onServer.addIdentity();

    const back = join(onServer.directory, (await onServer.backups.create()).name);
    const directory = join(temporaryDirectory(), "back");
    expect((await restore({ ...opening(back), directory })).problems).toEqual([]);
    const inFolder = await openServiceDatabase({ dataDirectory: directory });
    onTestFinished(() => inFolder.close());
    expect(await contentsOf(inFolder)).toEqual(await contentsOf(onServer.database));
  });

  it("serves its users there as before: sessions, keys, balances, receipts, heads and orders that were sent once", async () => {
    const folder = temporaryDirectory();
    const passphraseFile = join(folder, "passphrase");
    writeFileSync(passphraseFile, passphrase, { mode: 0o600 });
    const settings = {
      VAULT_PASSPHRASE_FILE: passphraseFile,
      BACKUPS: "off",
      PUBLIC_URL: "http://platonic.example",
      BACKUP_DIR: join(folder, "backups"),
    };
    const before = await startServer(settings, { stretching: stretchingInUse });
    const api = new ApiClient(before);
    const [ada, eve] = [await newHolder(api, { TOKEN_STANDARD: 100 }), await newVaultHolder(api)];
    const order = ada.signed(ada.order({ recipient: eve.id }));
    const paid = (await ada.send(order)).body.result;
    const session = await api.session(eve.id);
    const { secret } = await before.createKey("developer");
    const look = async (server: TestServer) => {
      const client = new ApiClient(server);
      const path = `/api/wallets/${ada.id}/transactions/${paid.transaction_id}/receipt`;
      return {
        paid: (await client.call("GET", `/api/wallets/${ada.id}`)).body,
        received: (await client.call("GET", `/api/wallets/${eve.id}`, undefined, session)).body,
        receipt: (await client.call("GET", path)).body,
        geocode: (await server.post("/v1/geocode/transform", {}, { Authorization: `Bearer ${secret}` })).status,
      };
    };
    const seen = await look(before);
    expect([seen.received.error, seen.receipt.error, seen.geocode]).toEqual([undefined, undefined, 400]);
    const { name } = (await api.call("POST", "/v1/admin/backups", {})).body.result.backup;
    // A head as of the backup, and one that it does not have.
    const heads = [join(folder, "head.json"), join(folder, "later.json")] as const;
    const keepHead = async (path: string) =>
      writeFileSync(path, JSON.stringify((await api.call("GET", "/v1/admin/ledger/head")).body.result.head));
    await keepHead(heads[0]);
    await newHolder(api, { TOKEN_STANDARD: 1 });
    await keepHead(heads[1]);
    await before.close();

    const { environment } = await mariadb.createForTest();
    let out = "";
    const write = (text: string) => {
      out += text;
    };
    const env = { ...environment, VAULT_PASSPHRASE_FILE: passphraseFile };
    const file = join(settings.BACKUP_DIR, name);
    expect([await platonic(["restore", file], { env, write, complain: write }), out]).toEqual([
      0,
      expect.stringContaining("is restored"),
    ]);
    const after = await startServer({ ...settings, ...environment }, { stretching: stretchingInUse });
    onTestFinished(() => after.close());
    expect(await look(after)).toEqual(seen);
    const again = await new ApiClient(after).call("POST", "/api/transactions/transfer", {
      sender: ada.id,
      signed_order: order,
    });
    expect(again.body.result.transaction_id).toBe(paid.transaction_id);
    expect(await look(after)).toEqual(seen);

    const verify = (path: string) => {
      const env = { PLATONIC_URL: after.url, PLATONIC_API_KEY: operatorKey };
      return platonic(["ledger", "verify", path], { env, write, complain: write });
    };
    expect(await Promise.all(heads.map(verify))).toEqual([0, 1]);
    await newHolder(new ApiClient(after), { TOKEN_STANDARD: 2 });
    expect(await Promise.all(heads.map(verify))).toEqual([0, 1]);
  });

  it("goes on where it was cut off, wherever that is, and starts only when it is whole", async () => {
    const { fixture, path } = await backupOfSqlite();
    const target = await mariadb.createForTest();
    let cuts = 0;
    for (let isOver = false; !isOver; ) {
      let transactions = 0;
      const afterTransaction = () => {
        transactions += 1;
        // Each time a little further, the last one right before the end.
        if (transactions === 3) throw new PowerCut();
      };
      const filling = { recordsAtOnce: 7, afterTransaction };
      try {
        await restoreToServer({ ...opening(path), filling }, target);
        isOver = true;
      } catch (error) {
        if (!(error instanceof PowerCut)) throw error;
        cuts += 1;
        await expect(openServiceDatabase(target)).rejects.toThrow("Run the same restore again");
        expect(await restoreFindings(target)).toEqual(["failed"]);
      }
    }
    expect(cuts).toBeGreaterThan(3);
    const onServer = await openServiceDatabase(target);
    onTestFinished(() => onServer.close());
    expect(await contentsOf(onServer)).toEqual(await contentsOf(fixture.database));
    expect(await restoreFindings(target)).toEqual([]);
    await expect(restoreToServer(opening(path), target)).rejects.toThrow("without tables");
  });

  it("refuses another backup than the one of which a part is there", async () => {
    const { fixture, path } = await backupOfSqlite();
    const other = join(fixture.directory, (await fixture.backups.create()).name);
    const target = await mariadb.createForTest();
    const afterTransaction = () => {
      throw new PowerCut();
    };
    const filling = { recordsAtOnce: 7, afterTransaction };
    await expect(restoreToServer({ ...opening(path), filling }, target)).rejects.toThrow(PowerCut);
    await expect(restoreToServer(opening(other), target)).rejects.toThrow("a part of another backup is there");
    expect((await restoreToServer(opening(path), target)).problems).toEqual([]);
  });
});
