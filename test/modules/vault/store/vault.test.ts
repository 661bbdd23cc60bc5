import { randomBytes, randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import type {
  DataKeyRecord,
  KeyEncryptionKeyRecord,
  SigningKeyRecord,
} from "../../../../server/modules/vault/records.ts";
import { storedVaultRecords } from "../../../../server/modules/vault/store/vault.ts";
import { onEveryDatabase } from "../../../support/database/databases.ts";

const moment = new Date(1_763_700_000_123);
const alice = { identity: "alice", purpose: "profile" };

function keyEncryptionKey(version: number): KeyEncryptionKeyRecord {
  return { version, state: "active", wrappedKey: randomBytes(65), createdAt: moment, destroyedAt: undefined };
}

function dataKey(members: Partial<DataKeyRecord> = {}): DataKeyRecord {
  const wrappedKey = randomBytes(65);
  return {
    id: randomUUID(),
    ...alice,
    version: 1,
    keyEncryptionKeyVersion: 1,
    wrappedKey,
    createdAt: moment,
    ...members,
  };
}

function signingKey(members: Partial<SigningKeyRecord> = {}): SigningKeyRecord {
  const keys = { publicKey: randomBytes(32), sealedPrivateKey: randomBytes(81) };
  return { id: randomUUID(), ...alice, ...keys, createdAt: moment, destroyedAt: undefined, ...members };
}

onEveryDatabase("stored records of the vault", (engine) => {
  async function emptyRecords() {
    return storedVaultRecords(await engine.open());
  }

  async function recordsWithKeys(versions: number) {
    const records = await emptyRecords();
    for (let version = 1; version <= versions; version++) {
      await records.replaceActiveKey(version === 1 ? undefined : version - 1, keyEncryptionKey(version), undefined);
    }
    return records;
  }

  it("keep one root, and the first check value only", async () => {
    const records = await emptyRecords();
    expect(await records.root()).toBeUndefined();
    const [salt, check] = [randomBytes(32), randomBytes(65)];
    const additions = [records.addRoot({ salt, iterations: 600_000 }), records.addRoot({ salt, iterations: 600_000 })];
    expect((await Promise.all(additions)).sort()).toEqual([false, true]);
    expect(await records.root()).toEqual({ salt, iterations: 600_000, check: undefined });
    expect(await records.keepRootCheck(check)).toBe(true);
    expect(await records.keepRootCheck(randomBytes(65))).toBe(false);
    expect(await records.root()).toEqual({ salt, iterations: 600_000, check });
  });

  it("keep the first check value of a root in a key service, of 1,000 bytes", async () => {
    const records = await emptyRecords();
    const checks = [randomBytes(1_000), randomBytes(1_000)];
    const kept = await Promise.all(checks.map((check) => records.keepRootCheck(check)));
    expect([...kept].sort()).toEqual([false, true]);
    const check = checks[kept.indexOf(true)];
    expect(await records.root()).toEqual({ salt: undefined, iterations: undefined, check });
  });

  it("have one active key-encryption key, the last", async () => {
    const records = await emptyRecords();
    expect(await records.keyEncryptionKeys()).toEqual([]);
    const [first, second] = [keyEncryptionKey(1), keyEncryptionKey(2)];
    expect(await records.replaceActiveKey(undefined, first, undefined)).toBe(true);
    expect(await records.replaceActiveKey(undefined, keyEncryptionKey(1), undefined)).toBe(false);
    expect(await records.keyEncryptionKeys()).toEqual([first]);
    expect(await records.replaceActiveKey(1, second, undefined)).toBe(true);
    expect(await records.replaceActiveKey(1, keyEncryptionKey(3), undefined)).toBe(false);
    expect(await records.keyEncryptionKeys()).toEqual([{ ...first, state: "decrypt-only" }, second]);
  });

  it("leave the active key as it is when the next one cannot be stored", async () => {
    const records = await recordsWithKeys(1);
    expect(await records.replaceActiveKey(1, keyEncryptionKey(1), undefined)).toBe(false);
    expect((await records.keyEncryptionKeys()).map(({ state }) => state)).toEqual(["active"]);
  });

  it("accept one of five concurrent replacements of the active key", async () => {
    const records = await recordsWithKeys(1);
    const attempts = Array.from({ length: 5 }, () => records.replaceActiveKey(1, keyEncryptionKey(2), undefined));
    expect((await Promise.all(attempts)).filter((isWinner) => isWinner)).toHaveLength(1);
    expect((await records.keyEncryptionKeys()).map(({ state }) => state)).toEqual(["decrypt-only", "active"]);
  });

  it("accept data keys under the active key only, and each version of an owner once", async () => {
    const records = await recordsWithKeys(2);
    expect(await records.addDataKey(dataKey({ keyEncryptionKeyVersion: 1 }))).toBe(false);
    expect(await records.addDataKey(dataKey({ keyEncryptionKeyVersion: 3 }))).toBe(false);
    expect(await records.dataKey(alice)).toBeUndefined();
    const [first, second] = [2, 2].map((under) => dataKey({ keyEncryptionKeyVersion: under })) as [
      DataKeyRecord,
      DataKeyRecord,
    ];
    expect((await Promise.all([records.addDataKey(first), records.addDataKey(second)])).sort()).toEqual([false, true]);
    const later = dataKey({ keyEncryptionKeyVersion: 2, version: 2 });
    expect(await records.addDataKey(later)).toBe(true);
    expect(await records.dataKey(alice)).toEqual(later);
    expect(await records.dataKey(alice, 2)).toEqual(later);
    expect([first, second]).toContainEqual(await records.dataKey(alice, 1));
    expect(await records.dataKey(alice, 3)).toBeUndefined();
  });

  it("distinguish owners by case and by spaces at the end", async () => {
    const records = await recordsWithKeys(1);
    const identities = ["alice", "Alice", "alice ", "ALICE"];
    for (const identity of identities) expect(await records.addDataKey(dataKey({ identity })), identity).toBe(true);
    for (const identity of identities) {
      expect(await records.dataKey({ ...alice, identity })).toMatchObject({ identity });
    }
    expect(await records.dataKey({ ...alice, identity: "alicE" })).toBeUndefined();
  });

  it("return the data keys under a key in pages", async () => {
    const records = await recordsWithKeys(1);
    const keys = Array.from({ length: 7 }, (_, index) => dataKey({ identity: `${index}` }));
    for (const key of keys) await records.addDataKey(key);
    const sorted = keys.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(await records.dataKeysUnder(1, "", 3)).toEqual(sorted.slice(0, 3));
    expect(await records.dataKeysUnder(1, (sorted[2] as DataKeyRecord).id, 3)).toEqual(sorted.slice(3, 6));
    expect(await records.dataKeysUnder(1, (sorted[6] as DataKeyRecord).id, 3)).toEqual([]);
    expect(await records.dataKeysUnder(2, "", 3)).toEqual([]);
    expect(await records.countDataKeysUnder(1)).toBe(7);
  });

  it("rewrap data keys under the active key only", async () => {
    const records = await recordsWithKeys(1);
    const keys = ["a", "b", "c"].map((identity) => dataKey({ identity })) as [
      DataKeyRecord,
      DataKeyRecord,
      DataKeyRecord,
    ];
    for (const key of keys) await records.addDataKey(key);
    await records.replaceActiveKey(1, keyEncryptionKey(2), undefined);
    const rewrapped = keys.map(({ id }) => ({ id, wrappedKey: randomBytes(65) }));
    expect(await records.rewrapDataKeys(1, rewrapped)).toBe(false);
    expect(await records.rewrapDataKeys(2, rewrapped.slice(0, 2))).toBe(true);
    expect(await records.rewrapDataKeys(2, [])).toBe(true);
    expect(await records.rewrapDataKeys(2, [{ id: keys[0].id, wrappedKey: randomBytes(65) }])).toBe(true);
    const found = await Promise.all(keys.map((key) => records.dataKey(key)));
    expect(found).toEqual([
      { ...keys[0], ...rewrapped[0], keyEncryptionKeyVersion: 2 },
      { ...keys[1], ...rewrapped[1], keyEncryptionKeyVersion: 2 },
      keys[2],
    ]);
    await records.replaceActiveKey(2, keyEncryptionKey(3), undefined);
    expect(await records.rewrapDataKeys(2, rewrapped)).toBe(false);
    expect(await records.dataKey(keys[2])).toEqual(keys[2]);
  });

  it("erase a key-encryption key when it is not active and wraps no data key", async () => {
    const records = await recordsWithKeys(1);
    const key = dataKey();
    await records.addDataKey(key);
    expect(await records.destroyKeyEncryptionKey(1, moment)).toBe(false);
    await records.replaceActiveKey(1, keyEncryptionKey(2), undefined);
    expect(await records.destroyKeyEncryptionKey(1, moment)).toBe(false);
    await records.rewrapDataKeys(2, [key]);
    expect(await records.destroyKeyEncryptionKey(2, moment)).toBe(false);
    expect(await records.destroyKeyEncryptionKey(1, moment)).toBe(true);
    expect(await records.destroyKeyEncryptionKey(1, moment)).toBe(false);
    const [first] = await records.keyEncryptionKeys();
    expect(first).toMatchObject({ state: "destroyed", wrappedKey: undefined, destroyedAt: moment });
  });

  it("never erase a key to which a data key is added at the same time", async () => {
    for (let round = 0; round < 10; round++) {
      const records = await recordsWithKeys(1);
      const additions = Array.from({ length: 6 }, (_, index) => records.addDataKey(dataKey({ identity: `${index}` })));
      const replacing = records.replaceActiveKey(1, keyEncryptionKey(2), undefined).then(async () => {
        const found = await records.countDataKeysUnder(1);
        return { found, isErased: await records.destroyKeyEncryptionKey(1, moment) };
      });
      const added = (await Promise.all(additions)).filter((isAdded) => isAdded).length;
      expect(await replacing).toEqual({ found: added, isErased: added === 0 });
      expect(await records.countDataKeysUnder(1)).toBe(added);
    }
  });

  it("keep signing keys, without the private key of a destroyed one", async () => {
    const records = await emptyRecords();
    const [one, other] = [signingKey(), signingKey()];
    for (const key of [one, other]) await records.addSigningKey(key);
    expect(await records.signingKey(one.id)).toEqual(one);
    expect(await records.signingKey("unknown")).toBeUndefined();
    expect(await records.destroySigningKey(one.id, moment)).toBe(true);
    expect(await records.destroySigningKey(one.id, new Date(0))).toBe(false);
    expect(await records.destroySigningKey("unknown", moment)).toBe(false);
    expect(await records.signingKey(one.id)).toEqual({ ...one, sealedPrivateKey: undefined, destroyedAt: moment });
    expect(await records.signingKey(other.id)).toEqual(other);
  });
});
