import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBoundedCache } from "../../../server/modules/vault/bounded-cache.ts";
import type { RootKey } from "../../../server/modules/vault/root-key.ts";
import { storedVaultRecords } from "../../../server/modules/vault/store/vault.ts";
import { vaultDataKeyRows } from "../../../server/modules/vault/store/vault-data-key-row.ts";
import { VaultError } from "../../../server/modules/vault/vault-error.ts";
import { temporaryDatabase } from "../../support/database/temporary-database.ts";
import { due, firstStart } from "../../support/vault/constants.ts";
import { isSignedBy } from "../../support/vault/is-signed-by.ts";
import { openedVault, placeOf } from "../../support/vault/opened.ts";
import { storedKey } from "../../support/vault/stored-key.ts";
import { contexts, flipped, plainBytes } from "./arbitraries.ts";
import { asyncLaw } from "./async-law.ts";

const refused = { name: "VaultError", reason: "refused", message: "the sealed value cannot be opened" };
const owner = { identity: "alice", purpose: "signing" };
const message = Buffer.from("pay 1 to bob");

describe("a vault", () => {
  asyncLaw(
    "opens what it sealed, in the same context",
    openedVault,
    fc.tuple(contexts, plainBytes),
    async (vault, [context, plain]) => {
      const given = Uint8Array.from(plain);
      const sealed = await vault.seal(context, given);
      expect(given).toEqual(plain);
      expect(Buffer.from(await vault.open(context, sealed)).equals(plain)).toBe(true);
    },
  );

  asyncLaw(
    "refuses another context and changed bytes, always with the same error",
    openedVault,
    fc.tuple(contexts, contexts, plainBytes, fc.nat(), fc.integer({ min: 1, max: 255 })),
    async (vault, [context, other, plain, place, bits]) => {
      const sealed = await vault.seal(context, plain);
      for (const part of ["table", "column", "row", "identity", "purpose"] as const) {
        if (context[part] === other[part]) continue;
        await expect(vault.open({ ...context, [part]: other[part] }, sealed)).rejects.toMatchObject(refused);
      }
      await expect(vault.open(context, flipped(sealed, place, bits))).rejects.toMatchObject(refused);
      await expect(vault.open(context, sealed.subarray(0, place % sealed.length))).rejects.toMatchObject(refused);
    },
  );

  asyncLaw(
    "does not open values that were exchanged",
    openedVault,
    fc.tuple(contexts, plainBytes),
    async (vault, [context, plain]) => {
      const rows = ["1", "2"].map((row) => ({ ...context, row }));
      const [first, second] = await Promise.all(rows.map((row) => vault.seal(row, plain)));
      await expect(vault.open(rows[0] as typeof context, second as Uint8Array)).rejects.toMatchObject(refused);
      await expect(vault.open(rows[1] as typeof context, first as Uint8Array)).rejects.toMatchObject(refused);
    },
  );

  it.each([undefined, null, "text", 7, {}, new Uint8Array(), new Uint8Array(500)])(
    "does not open %j",
    async (sealed) => {
      const vault = await openedVault();
      await expect(vault.open(placeOf(), sealed as Uint8Array)).rejects.toMatchObject(refused);
    },
  );

  it("says what is wrong with a context", async () => {
    const vault = await openedVault();
    const context = placeOf({ row: "line\nbreak" });
    await expect(vault.seal(context, message)).rejects.toMatchObject({ reason: "context-invalid" });
    const strange = { identity: "", purpose: "signing" };
    await expect(storedKey(vault, strange)).rejects.toMatchObject({ reason: "context-invalid" });
  });

  it("has these methods only", async () => {
    const { records: _, ...vault } = await openedVault();
    const names = "close createSigningKey destroyKey hasSamePassphrase open rotateIfDue rotateNow seal sign status";
    expect(Object.keys(vault).sort().join(" ")).toBe(names);
  });

  it("refuses every call once it is closed", async () => {
    const closed = await openedVault();
    const { keyId } = await storedKey(closed, owner);
    const sealed = await closed.seal(placeOf(), message);
    await closed.close();
    await closed.close();
    const calls = [
      closed.seal(placeOf(), message),
      closed.open(placeOf(), sealed),
      storedKey(closed, owner),
      closed.sign(keyId, message),
      closed.destroyKey(keyId),
      closed.rotateIfDue(),
      closed.rotateNow(),
      closed.status(),
    ];
    for (const call of calls) await expect(call).rejects.toMatchObject({ reason: "closed" });
  });

  it("opens its values and signs with its keys after it is reopened", async () => {
    const first = await openedVault();
    const sealed = await first.seal(placeOf(), message);
    const { keyId, publicKey } = await storedKey(first, owner);
    await first.close();
    const again = await openedVault({ records: first.records });
    expect(Buffer.from(await again.open(placeOf(), sealed))).toEqual(message);
    expect(isSignedBy(publicKey, message, await again.sign(keyId, message))).toBe(true);
  });

  it("works with a root in a key service as with a passphrase", async () => {
    const { root, wrapped } = keyService();
    const { records, ...vault } = await openedVault({ root });
    const sealed = await vault.seal(placeOf(), message);
    await vault.rotateNow();
    expect(wrapped).toEqual(["root-check 1", "key-encryption-key 1", "key-encryption-key 2"]);
    expect(await records.root()).toMatchObject({ salt: undefined, iterations: undefined });
    const again = await openedVault({ root, records });
    expect(Buffer.from(await again.open(placeOf(), sealed))).toEqual(message);
    await expect(openedVault({ root: keyService().root, records })).rejects.toMatchObject({ reason: "wrong-root" });
    await expect(openedVault({ records })).rejects.toMatchObject({ reason: "weak-root" });
    const away = { ...root, unwrap: () => Promise.reject(new Error("the key service is away")) };
    await expect(openedVault({ root: away, records })).rejects.toThrow("the key service is away");
  });

  it("has one data key for each identity and purpose, under concurrent requests", async () => {
    const database = await temporaryDatabase();
    const records = storedVaultRecords(database);
    const vaults = [await openedVault({ records }), await openedVault({ records })];
    const places = ["alice", "bob"].flatMap((identity) => ["a", "b"].map((purpose) => placeOf({ identity, purpose })));
    const jobs = vaults.flatMap((one) => places.flatMap((place) => [place, place].map((p) => ({ one, place: p }))));
    const sealed = await Promise.all(jobs.map(({ one, place }) => one.seal(place, message)));
    for (const [index, { place }] of jobs.entries()) {
      for (const one of vaults) {
        expect(Buffer.from(await one.open(place, sealed[index] as Uint8Array))).toEqual(message);
      }
    }
    expect(await database.manager.count(vaultDataKeyRows)).toBe(4);
  });

  it("seals with a new data key after 30 days, and opens what the old one sealed", async () => {
    let now = firstStart;
    const { seal, open, records } = await openedVault({ now: () => now });
    const old = await seal(placeOf(), message);
    now = due - 1;
    await seal(placeOf(), message);
    expect((await records.dataKey(placeOf()))?.version).toBe(1);
    now = due;
    const fresh = await seal(placeOf(), message);
    expect((await records.dataKey(placeOf()))?.version).toBe(2);
    expect(Buffer.from(await open(placeOf(), old))).toEqual(message);
    expect(Buffer.from(await open(placeOf(), fresh))).toEqual(message);
  });
});

describe("a signing key", () => {
  it("makes Ed25519 signatures of exactly the given bytes", async () => {
    const { createSigningKey, sign } = await openedVault();
    const { keyId, publicKey } = await storedKey({ createSigningKey }, owner);
    expect(publicKey).toHaveLength(32);
    for (const bytes of [message, new Uint8Array(), new Uint8Array(100_000)]) {
      const signature = await sign(keyId, bytes);
      expect(signature).toHaveLength(64);
      expect(isSignedBy(publicKey, bytes, signature)).toBe(true);
      expect(isSignedBy(publicKey, Buffer.concat([bytes, Buffer.of(0)]), signature)).toBe(false);
    }
  });

  it("signs no more once it is destroyed, and is gone from the records", async () => {
    const vault = await openedVault();
    const { keyId, publicKey } = await storedKey(vault, owner);
    const other = await storedKey(vault, owner);
    await vault.sign(keyId, message);
    expect(await vault.destroyKey(keyId)).toBe(true);
    await expect(vault.sign(keyId, message)).rejects.toMatchObject({ reason: "key-unknown" });
    expect(await vault.destroyKey(keyId)).toBe(false);
    const record = await vault.records.signingKey(keyId);
    expect(record).toMatchObject({ sealedPrivateKey: undefined, destroyedAt: new Date(firstStart) });
    expect(Buffer.from(record?.publicKey as Uint8Array).equals(publicKey)).toBe(true);
    await vault.sign(other.keyId, message);
    const again = await openedVault({ records: vault.records });
    await expect(again.sign(keyId, message)).rejects.toMatchObject({ reason: "key-unknown" });
  });

  it("is not kept in use by a signature that runs while it is destroyed", async () => {
    const records = storedVaultRecords(await temporaryDatabase());
    const vault = await openedVault({ records });
    const { keyId } = await storedKey(vault, owner);
    await Promise.allSettled([vault.sign(keyId, message), vault.destroyKey(keyId), vault.sign(keyId, message)]);
    await expect(vault.sign(keyId, message)).rejects.toMatchObject({ reason: "key-unknown" });
  });

  it("that another process destroyed signs for less than a second", async () => {
    let now = firstStart;
    const here = await openedVault({ now: () => now });
    const there = await openedVault({ records: here.records });
    const { keyId } = await storedKey(here, owner);
    await here.sign(keyId, message);
    now += 1_000;
    await here.sign(keyId, message);
    await there.destroyKey(keyId);
    now += 1_000;
    await expect(here.sign(keyId, message)).rejects.toMatchObject({ reason: "key-unknown" });
    await expect(here.sign(keyId, message)).rejects.toMatchObject({ reason: "key-unknown" });
  });

  it("is found by its exact id only", async () => {
    const { createSigningKey, sign, destroyKey } = await openedVault();
    const { keyId } = await storedKey({ createSigningKey }, owner);
    for (const name of ["", "unknown", keyId.toUpperCase(), `${keyId} `, "' OR 1=1 --"]) {
      await expect(sign(name, message)).rejects.toMatchObject({ reason: "key-unknown" });
      expect(await destroyKey(name)).toBe(false);
    }
    await sign(keyId, message);
  });

  it("cannot be read by opening it as a value", async () => {
    const { records, createSigningKey, open } = await openedVault();
    const { keyId } = await storedKey({ createSigningKey }, owner);
    const sealed = (await records.signingKey(keyId))?.sealedPrivateKey as Uint8Array;
    for (const column of ["sealed_private_key", "private_key"]) {
      const context = { table: "vault_signing_keys", column, row: keyId, ...owner };
      await expect(open(context, sealed)).rejects.toMatchObject(refused);
      await expect(open({ ...context, kind: "signing-key" } as typeof context, sealed)).rejects.toMatchObject(refused);
    }
  });

  it("does not sign when its record contains another's private key", async () => {
    const database = await temporaryDatabase();
    const records = storedVaultRecords(database);
    const { createSigningKey } = await openedVault({ records });
    const [alice, bob] = [
      await storedKey({ createSigningKey }, owner),
      await storedKey({ createSigningKey }, { ...owner, identity: "bob" }),
    ];
    await database.manager.query(
      `UPDATE vault_signing_keys SET sealed_private_key =
        (SELECT sealed_private_key FROM vault_signing_keys WHERE id = ?) WHERE id = ?`,
      [bob.keyId, alice.keyId],
    );
    const again = await openedVault({ records });
    await expect(again.sign(alice.keyId, message)).rejects.toMatchObject(refused);
    await again.sign(bob.keyId, message);
  });

  it("is loaded again when more keys are in use than the cache holds", async () => {
    const cache = createBoundedCache<number>(3);
    const loads: string[] = [];
    const get = (name: string) => cache.get(name, async () => loads.push(name));
    for (const name of ["a", "b", "c", "a", "d", "a", "b"]) await get(name);
    expect(loads.join("")).toBe("abcdb");
    expect(cache.size).toBe(3);
    await expect(cache.get("e", () => Promise.reject(new Error("not now")))).rejects.toThrow("not now");
    expect(cache.peek("e")).toBeUndefined();
  });
});

/** A key service that stores what it wraps, and returns a name for it. */
function keyService(): { root: RootKey; wrapped: string[] } {
  const kept = new Map<string, Uint8Array>();
  const wrapped: string[] = [];
  const root: RootKey = {
    async wrap(bytes, context) {
      wrapped.push(`${context.kind} ${context.row}`);
      const name = JSON.stringify([randomUUID(), context]);
      kept.set(name, Uint8Array.from(bytes));
      return Buffer.from(name);
    },
    async unwrap(name, context) {
      const bytes = kept.get(Buffer.from(name).toString());
      if (bytes === undefined || JSON.parse(Buffer.from(name).toString())[1].row !== context.row) {
        throw new VaultError("refused");
      }
      return Uint8Array.from(bytes);
    },
  };
  return { root, wrapped };
}
