// @module-tag slow/exhaustive

import { generateKeyPairSync } from "node:crypto";
import { expect, it, onTestFinished } from "vitest";
import { onEveryDatabase } from "../../support/database/databases.ts";
import { type BackupFixtureMembers, openBackupFixture } from "./backup-fixture.ts";
import { signedLedger } from "./signed-ledger.ts";

onEveryDatabase("the restore test of a backup with a ledger", (engine) => {
  /** A database with a ledger of five entries and two batches or more, whose orders are signed. */
  async function filled(membersOf: (ledger: { pay(): Promise<unknown> }) => BackupFixtureMembers = () => ({})) {
    const location = await engine.createForTest();
    let pay: () => Promise<unknown> = async () => undefined;
    const fixture = await openBackupFixture(location, membersOf({ pay: () => pay() }));
    const { database } = fixture;
    onTestFinished(() => fixture.close());
    const [ada, eve] = [await fixture.addIdentity(), await fixture.addIdentity()];
    const { ledger, ...signed } = await signedLedger(database, ada, eve);
    pay = signed.pay;
    await Promise.all([pay(), pay(), pay()]);
    await pay();
    return {
      ...fixture,
      ada,
      ledger,
      tamper: (sql: string) => database.transact((manager) => manager.query(sql)),
      async problems() {
        await fixture.backups.create();
        return (await fixture.backups.restoreTest())?.problems;
      },
    };
  }

  it("replays it with its signatures, and finds no problem when payments continue during the backup", async () => {
    const { backups, ledger } = await filled(({ pay }) => ({ afterStep: (step) => void (step === "copied" && pay()) }));
    const { name } = await backups.create();
    const report = await backups.restoreTest();
    expect(report?.problems).toEqual([]);
    expect(report?.counts).toContainEqual({ what: "entries of the ledger", number: expect.any(Number) });
    const entries = report?.counts.find(({ what }) => what === "entries of the ledger")?.number;
    expect(entries).toBeGreaterThanOrEqual(5);
    const [batch] = (await ledger.batchesAfter(0, 100)).slice(2);
    expect(await backups.heads()).toEqual(
      new Map([[name, { head: { number: 3, hash: Buffer.from(batch?.hash ?? []) } }]]),
    );
  });

  it("reports the place of a change, without amounts", async () => {
    const { ada, tamper, problems } = await filled();
    await tamper(
      `UPDATE ledger_accounts SET balance = balance + 1 WHERE owner = '${ada}' AND asset = 'TOKEN_STANDARD'`,
    );
    expect(await problems()).toEqual([`the ledger: account ${ada} TOKEN_STANDARD is not as it was written`]);
    await tamper(
      `UPDATE ledger_accounts SET balance = balance - 1 WHERE owner = '${ada}' AND asset = 'TOKEN_STANDARD'`,
    );
    await tamper("UPDATE ledger_entries SET bytes = x'01' WHERE sequence = 5");
    const found = await problems();
    expect(found).toContain("the ledger: entry 5 is not as it was written");
    expect(found).toContain("the ledger: batch 3 is not as it was written");
  });

  it("finds an order that its sender has not signed", async () => {
    const { tamper, problems } = await filled();
    const [key] = [generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" }).x as string];
    const other = Buffer.from(key, "base64url").toString("hex");
    await tamper(`UPDATE signing_keys SET public_key = x'${other}' WHERE vault_key_id IS NULL`);
    const signed = [2, 3, 4, 5].map((sequence) => `the ledger: entry ${sequence} is not as it was written`);
    expect(await problems()).toEqual(signed);
  });

  it("finds that the ends of the ledger and of the audit log are missing, by the heads at the start of the backup", async () => {
    const head = { number: 9, hash: Buffer.alloc(32, 7) };
    const { problems, location, ...fixture } = await filled();
    expect(await problems()).toEqual([]);
    const other = await openBackupFixture(location, {
      chainHeads: async () => ({ head, auditHead: head }),
      directory: `${fixture.directory}-of-another`,
    });
    onTestFinished(() => other.close());
    await other.backups.create();
    expect((await other.backups.restoreTest())?.problems).toEqual([
      "the ledger: batch 9 is not as it was written",
      "the audit log: audit record 9 is not as it was written",
    ]);
  });
});
