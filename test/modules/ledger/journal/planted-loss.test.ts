// @module-tag slow/kills

import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openJournal } from "../../../../server/modules/ledger/journal/journal.ts";
import { createOn, mariadb, onMariadb } from "../../../support/database/databases.ts";
import { startMariadb } from "../../../support/database/mariadb.ts";
import { temporaryDirectory } from "../../../support/database/temporary-database.ts";
import { ApiClient } from "../../../support/identity/api-client.ts";
import { checked } from "../../../support/ledger/checked.ts";
import { openLedgerFixture } from "../../../support/ledger/ledger-fixture.ts";
import { transfer } from "../../../support/ledger/requests.ts";
import { startServer, type TestServer } from "../../../support/server.ts";
import { until } from "../../../support/until.ts";
import { deposit, done, newHolder, newVaultHolder } from "../../../support/wallet-holder.ts";

onMariadb("a database that loses acknowledged changes", () => {
  it("is found out as soon as it is back, and gets again what was signed, once", async () => {
    const { environment, loseAll, keepCopy } = await losingDatabase();
    const server = await started(environment);
    const api = new ApiClient(server);
    const bob = await newHolder(api);
    const carl = await newHolder(api);
    const ada = await newHolder(api, { TOKEN_STANDARD: 100 });
    const vault = await newVaultHolder(api, { TOKEN_STANDARD: 100 });
    expect(await ada.pay({ recipient: bob.id, amount: "1" })).toEqual(done);
    await keepCopy();

    const signed = ada.signed(ada.order({ recipient: bob.id, amount: "10" }));
    const told = (await ada.send(signed)).body.result;
    expect(told).toEqual(done);
    const deposited = (await deposit(api, carl.id, "TOKEN_STANDARD", 50)).body.result.issuance;
    const dependent = await carl.pay({ recipient: bob.id, amount: "20" });
    const failed = await ada.pay({ recipient: bob.id, amount: "99999" });
    const { id: pending } = (await vault.create({ recipient: bob.id, amount: 5 })).body.result.transaction;
    expect((await bob.held())["TOKEN_STANDARD"]).toBe("31");

    await loseAll();
    // The first payment that is made after it has everything compared.
    while ((await ada.pay({ recipient: bob.id, amount: "1" }))?.success !== true);
    await until(() => server.log.join("").includes("the database lacks a result that this process has acknowledged"));
    const findings = await checked(api);
    expect(findings).toEqual([
      expect.stringMatching(
        `^acknowledged entry \\d+, ${told.transaction_id}: a transfer of 10 TOKEN_STANDARD from ${ada.id} to ${bob.id} ` +
          `\\(code ${told.confirmation_code}\\) was acknowledged, and its id is that of entry \\d+ with the code `,
      ),
      expect.stringMatching(
        `^acknowledged entry \\d+, ${deposited.id}: a deposit of 50 TOKEN_STANDARD of ${carl.id} .*` +
          "was acknowledged and is gone. It carries no signature of its owner: make it again with the same id.$",
      ),
      expect.stringMatching(
        `^acknowledged entry \\d+, ${dependent.transaction_id}: a transfer of 20 .* is gone. It would fail by rule 3 now`,
      ),
      expect.stringMatching(`^acknowledged entry \\d+, ${failed.transaction_id}: .* is gone. It had failed`),
    ]);
    // The pending transaction is there again.
    expect((await vault.execute(pending)).body.result).toEqual({ ...done, transaction_id: pending });
    expect((await bob.held())["TOKEN_STANDARD"]).toBe("17");

    // A second check makes nothing twice; what was missing is made once its deposit is there.
    expect(await checked(api)).toEqual(findings);
    expect((await bob.held())["TOKEN_STANDARD"]).toBe("17");
    expect((await ada.send(signed)).body.result).toMatchObject({ ...done, transaction_id: told.transaction_id });
    const again = { deposit_id: deposited.id };
    expect((await deposit(api, carl.id, "TOKEN_STANDARD", 50, again)).status).toBe(200);
    const later = await checked(api);
    expect(later.filter((text) => text.includes("and is gone"))).toEqual([findings[3]]);
    expect((await bob.held())["TOKEN_STANDARD"]).toBe("37");

    const ids = [told, dependent, failed].map(({ transaction_id }) => transaction_id);
    const dismissal = { ids: [...ids, deposited.id, "unknown"] };
    const { body } = await api.call("POST", "/v1/admin/ledger/losses/dismiss", dismissal);
    expect(body.result).toEqual({ dismissed: 4 });
    expect(await checked(api)).toEqual([]);
    await server.close();
    expect(await checked(new ApiClient(await started(environment)))).toEqual([]);
  });

  it("is found out by the next process in the folder, which does not use a key that is revoked by then", async () => {
    const { environment, loseAll, keepCopy } = await losingDatabase();
    const first = await started(environment);
    const api = new ApiClient(first);
    const bob = await newHolder(api);
    const [ada, eve] = [await newHolder(api, { TOKEN_STANDARD: 100 }), await newHolder(api, { TOKEN_STANDARD: 100 })];
    await keepCopy();
    const [good, bad] = [await ada.pay({ recipient: bob.id }), await eve.pay({ recipient: bob.id })];
    await first.close();
    await loseAll();
    const unaware = await started({ ...environment, LEDGER_JOURNAL: "off" });
    const revocation = `/api/identities/${eve.id}/keys/${eve.keyId}`;
    expect((await new ApiClient(unaware).call("DELETE", revocation)).status).toBe(200);
    expect((await checked(new ApiClient(unaware))).length).toBe(0);
    await unaware.close();

    const second = await started(environment);
    expect(await checked(new ApiClient(second))).toEqual([
      expect.stringMatching(`${good.transaction_id}: .* was acknowledged, and its id is that of entry`),
      expect.stringMatching(`${bad.transaction_id}: .* is gone. Its signing key is revoked or not known.$`),
    ]);
    const { wallet } = (await new ApiClient(second).call("GET", `/api/wallets/${bob.id}`)).body.result;
    expect(wallet.standard.exact_amount).toBe("10");
  });
});

onMariadb("a ledger whose database was away", () => {
  it("has everything compared when it is back", async () => {
    const server = await startMariadb();
    onTestFinished(() => server.remove());
    const location = await createOn(server.url);
    const journal = openJournal({ root: temporaryDirectory(), now: Date.now });
    onTestFinished(() => journal.close());
    const { ledger, addWallet } = await openLedgerFixture(mariadb, { journal }, location);
    const [ada, eve] = [await addWallet(1_000n), await addWallet()];
    let count = 0;
    journal.onReturn(() => count++);
    await server.kill();
    await expect(ledger.submit(transfer(ada, eve, 1n))).rejects.toThrow("cannot be reached");
    await server.start();
    await ledger.submit(transfer(ada, eve, 1n));
    expect(count).toBe(1);
  });
});

async function started(environment: Record<string, string>): Promise<TestServer> {
  const server = await startServer({ LEDGER_JOURNAL: "on", ...environment });
  onTestFinished(() => server.close());
  return server;
}

/** A MariaDB of its own that forgets what it has committed since a copy, as a crash of an engine may. */
async function losingDatabase() {
  const mariadb = await startMariadb();
  onTestFinished(() => mariadb.remove());
  const { environment } = await createOn(mariadb.url);
  const copy = join(temporaryDirectory(), "copy");
  const replaceBy = (from: string, to: string) => {
    rmSync(to, { recursive: true, force: true });
    cpSync(from, to, { recursive: true });
  };
  return {
    environment,
    async keepCopy() {
      await mariadb.kill();
      replaceBy(mariadb.dataDirectory, copy);
      await mariadb.start();
    },
    async loseAll() {
      await mariadb.kill();
      replaceBy(copy, mariadb.dataDirectory);
      await mariadb.start();
    },
  };
}
