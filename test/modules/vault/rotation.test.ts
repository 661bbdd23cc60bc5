import { describe, expect, it, vi } from "vitest";
import type { VaultRecords } from "../../../server/modules/vault/records.ts";
import { storedVaultRecords } from "../../../server/modules/vault/store/vault.ts";
import { vaultDataKeyRows } from "../../../server/modules/vault/store/vault-data-key-row.ts";
import type { Vault, VaultStep } from "../../../server/modules/vault/vault.ts";
import { onEveryDatabase } from "../../support/database/databases.ts";
import { temporaryDatabase } from "../../support/database/temporary-database.ts";
import { due, firstStart } from "../../support/vault/constants.ts";
import { expectReadable, fill } from "../../support/vault/contents.ts";
import { openedVault, placeOf } from "../../support/vault/opened.ts";
import { flipped } from "./arbitraries.ts";

const plain = Buffer.from("secret");

async function statesOf(records: VaultRecords) {
  return (await records.keyEncryptionKeys()).map(({ version, state }) => `${version} ${state}`);
}

/** Throws at the n-th occurrence of a step, and at every later one. */
function crashAt(step: VaultStep, nth = 1) {
  let passed = 0;
  return (name: VaultStep) => {
    if (name === step && ++passed >= nth) throw new Error(`crashed after ${step}`);
  };
}

describe("a rotation", () => {
  it("is due after 2,592,000 seconds of the given clock, not before", async () => {
    let now = firstStart;
    const vault = await openedVault({ now: () => now });
    expect(await vault.status()).toEqual({
      activeVersion: 1,
      activeSince: new Date(firstStart),
      rotationDueAt: new Date(firstStart + 2_592_000_000),
      decryptOnly: [],
    });
    now = due - 1;
    expect(await vault.rotateIfDue()).toBe(false);
    now = due;
    expect(await vault.rotateIfDue()).toBe(true);
    expect(await vault.rotateIfDue()).toBe(false);
    expect(await vault.status()).toMatchObject({ activeVersion: 2, activeSince: new Date(due), decryptOnly: [] });
    expect(await statesOf(vault.records)).toEqual(["1 destroyed", "2 active"]);
  });

  it("is due at once after a clock that was far ahead is corrected", async () => {
    let now = firstStart + 10 * 365 * 86_400_000;
    const vault = await openedVault({ now: () => now });
    now = firstStart;
    expect(await vault.rotateIfDue()).toBe(true);
    expect(await vault.rotateIfDue()).toBe(false);
  });

  it("erases the old key, and leaves no data key wrapped by it", async () => {
    const vault = await openedVault();
    const contents = await fill(vault, 20);
    const before = await vault.records.dataKey(placeOf({ identity: "identity-3" }));
    await vault.rotateNow();
    const after = await vault.records.dataKey(placeOf({ identity: "identity-3" }));
    expect(after).toMatchObject({ id: before?.id, keyEncryptionKeyVersion: 2 });
    expect(after?.wrappedKey).not.toEqual(before?.wrappedKey);
    const [old] = await vault.records.keyEncryptionKeys();
    expect(old).toMatchObject({ state: "destroyed", wrappedKey: undefined, destroyedAt: new Date(firstStart) });
    expect(await vault.records.countDataKeysUnder(1)).toBe(0);
    await expectReadable(vault, contents);
    await expectReadable(await openedVault({ records: vault.records }), contents);
  });

  it("requested twice at the same time runs one after the other", async () => {
    const vault = await openedVault();
    const contents = await fill(vault, 20);
    await Promise.all([vault.rotateNow(), vault.rotateNow(), vault.rotateIfDue()]);
    expect(await statesOf(vault.records)).toEqual(["1 destroyed", "2 destroyed", "3 active"]);
    await expectReadable(vault, contents);
  });

  it("does not block other operations", async () => {
    const vault = await openedVault();
    const contents = await fill(vault, 1_000);
    const rotation = vault.rotateNow();
    let isDone = false;
    rotation.finally(() => {
      isDone = true;
    });
    let served = 0;
    while (!isDone) {
      const place = placeOf({ identity: `newcomer-${served}` });
      expect(Buffer.from(await vault.open(place, await vault.seal(place, plain)))).toEqual(plain);
      await new Promise((resolve) => setImmediate(resolve));
      if (!isDone) served++;
    }
    await rotation;
    expect(served).toBeGreaterThan(3);
    await expectReadable(vault, contents);
    expect(await statesOf(vault.records)).toEqual(["1 destroyed", "2 active"]);
  });

  it("that was interrupted resumes by itself when the vault is opened", async () => {
    const vault = await openedVault({ afterStep: crashAt("batch-rewrapped") });
    const contents = await fill(vault, 600);
    await expect(vault.rotateNow()).rejects.toThrow("crashed after batch-rewrapped");
    expect((await vault.status()).decryptOnly).toEqual([{ version: 1, dataKeys: 505 }]);
    const again = await openedVault({ records: vault.records });
    await expect.poll(async () => (await again.status()).decryptOnly).toEqual([]);
    expect(await statesOf(vault.records)).toEqual(["1 destroyed", "2 active"]);
    await expectReadable(again, contents);
  });

  it("reports the error that stops it after it resumed by itself", async () => {
    const vault = await openedVault({ afterStep: crashAt("key-added") });
    await expect(vault.rotateNow()).rejects.toThrow("crashed");
    const report = vi.fn();
    await openedVault({ records: vault.records, afterStep: crashAt("all-rewrapped"), report });
    await expect.poll(() => report.mock.calls).toHaveLength(1);
    expect(report.mock.calls[0]?.[0]).toMatchObject({ message: "crashed after all-rewrapped" });
  });

  it("is stopped by closing the vault after a batch, and leaves the rest to the next start", async () => {
    let close = async () => {};
    const afterStep = (step: VaultStep) => {
      if (step === "batch-rewrapped") void close();
    };
    const vault = await openedVault({ afterStep });
    const contents = await fill(vault, 600);
    close = vault.close;
    await expect(vault.rotateNow()).rejects.toMatchObject({ reason: "closed" });
    expect(await vault.records.countDataKeysUnder(1)).toBe(505);
    await expectReadable(await openedVault({ records: vault.records }), contents);
  });

  it("keeps a damaged data key, reports it, and rewraps all others", async () => {
    const database = await temporaryDatabase();
    const records = storedVaultRecords(database);
    const report = vi.fn();
    const vault = await openedVault({ records, report });
    const { values, signingKeys } = await fill(vault, 300);
    const [damaged, ...whole] = values as [(typeof values)[0], ...typeof values];
    const { id, wrappedKey } = (await records.dataKey(damaged.place)) as { id: string; wrappedKey: Uint8Array };
    await database.manager.update(vaultDataKeyRows, { id }, { wrappedKey: flipped(wrappedKey, 30, 1) });
    for (let times = 1; times <= 2; times++) {
      await (times === 1 ? vault.rotateNow() : vault.rotateIfDue());
      expect(report).toHaveBeenCalledTimes(times);
      expect(report.mock.lastCall?.[0]).toMatchObject({ reason: "refused" });
      expect((await vault.status()).decryptOnly).toEqual([{ version: 1, dataKeys: 1 }]);
    }
    await expectReadable(await openedVault({ records }), { values: whole, signingKeys });
    await database.manager.update(vaultDataKeyRows, { id }, { wrappedKey });
    await vault.rotateIfDue();
    expect((await vault.status()).decryptOnly).toEqual([]);
    await expectReadable(await openedVault({ records }), { values, signingKeys });
  });

  it("does not open a data key that was copied to another identity's record", async () => {
    const database = await temporaryDatabase();
    const records = storedVaultRecords(database);
    const { values } = await fill(await openedVault({ records }), 2);
    const [first, second] = values as [(typeof values)[0], (typeof values)[0]];
    const { wrappedKey } = (await records.dataKey(second.place)) as { wrappedKey: Uint8Array };
    await database.manager.update(vaultDataKeyRows, { identity: first.place.identity }, { wrappedKey });
    const again = await openedVault({ records });
    await expect(again.open(first.place, first.sealed)).rejects.toMatchObject({ reason: "refused" });
    await again.open(second.place, second.sealed);
  });
});

onEveryDatabase("a crash", (engine) => {
  it("after any step of a rotation leaves every record readable, and the next start finishes the rotation", {
    tags: ["slow/exhaustive"],
  }, async () => {
    const records = storedVaultRecords(await engine.open());
    const contents = await fill(await openedVault({ records }), 600);
    const crashes: [VaultStep, number][] = [
      ["begun", 1],
      ["key-added", 1],
      ["batch-rewrapped", 1],
      ["batch-rewrapped", 2],
      ["batch-rewrapped", 7],
      ["all-rewrapped", 1],
      ["key-destroyed", 1],
    ];
    for (const [step, nth] of crashes) {
      const crashing = await openedVault({ records, afterStep: crashAt(step, nth) });
      await expect(crashing.rotateNow()).rejects.toThrow(`crashed after ${step}`);
      // Closed, so that the keys in its memory cannot help.
      await crashing.close();
      const again = await openedVault({ records });
      await expectReadable(again, contents);
      await again.rotateIfDue();
      const states = (await statesOf(records)).map((line) => line.split(" ")[1]);
      expect(
        states.filter((state) => state !== "destroyed"),
        `${step} ${nth}`,
      ).toEqual(["active"]);
      await again.close();
      await expectReadable(await openedVault({ records }), contents);
    }
  });

  it("in several rotations in a row, none of which is finished, leaves every record readable", async () => {
    const records = storedVaultRecords(await engine.open());
    const contents = await fill(await openedVault({ records }), 300);
    for (let round = 0; round < 3; round++) {
      const crashing = await openedVault({ records, afterStep: crashAt("batch-rewrapped") });
      await expect(crashing.rotateNow()).rejects.toThrow("crashed");
      await crashing.close();
    }
    const vault = await openedVault({ records });
    await expectReadable(vault, contents);
    await vault.rotateIfDue();
    expect((await vault.status()).decryptOnly).toEqual([]);
    await expectReadable(vault, contents);
  });

  it("after any step of the first start leaves a vault that can be opened", async () => {
    for (const step of ["root-checked", "keys-opened"] as const) {
      const records = storedVaultRecords(await engine.open());
      await expect(openedVault({ records, afterStep: crashAt(step) })).rejects.toThrow("crashed");
      await fill(await openedVault({ records }), 2);
      const other = openedVault({ records, passphrase: "another passphrase" });
      await expect(other).rejects.toMatchObject({ reason: "wrong-root" });
    }
  });
});

onEveryDatabase("several vaults on one database", (engine) => {
  async function vaults(count: number): Promise<{ records: VaultRecords; all: Vault[] }> {
    const records = storedVaultRecords(await engine.open());
    const all: Vault[] = [];
    for (let index = 0; index < count; index++) all.push(await openedVault({ records, now: () => now }));
    return { records, all };
  }

  let now = firstStart;

  it("that find the same rotation due rotate once", async () => {
    now = firstStart;
    const { records, all } = await vaults(3);
    const contents = await fill(all[0] as Vault, 600);
    now = due;
    await Promise.all(all.map((vault) => vault.rotateIfDue()));
    expect(await statesOf(records)).toEqual(["1 destroyed", "2 active"]);
    for (const vault of all) await expectReadable(vault, contents);
  });

  it("rotate repeatedly while all of them seal, and every vault can open every value", async () => {
    now = firstStart;
    const { records, all } = await vaults(3);
    const sealing = all.map(async (vault, index) => {
      const made = [];
      for (let round = 0; round < 40; round++) {
        const place = placeOf({ identity: `identity-${round}`, row: `${index}` });
        made.push({ place, plain, sealed: await vault.seal(place, plain) });
        await new Promise((resolve) => setImmediate(resolve));
      }
      return made;
    });
    const rotating = all.map(async (vault) => {
      for (let round = 0; round < 4; round++) await vault.rotateNow();
    });
    const values = (await Promise.all(sealing)).flat();
    await Promise.all(rotating);
    for (const vault of [...all, await openedVault({ records })]) {
      await expectReadable(vault, { values, signingKeys: [] });
      await vault.rotateIfDue();
    }
    const states = (await statesOf(records)).map((line) => line.split(" ")[1]);
    expect(states.filter((state) => state !== "destroyed")).toEqual(["active"]);
  });
});
