import { expect, it } from "vitest";
import { digestOf } from "../../../server/access/authentication/api-key.ts";
import { storedKeys } from "../../../server/access/store/keys.ts";
import { onEveryDatabase } from "../../support/database/databases.ts";
import { apiKey } from "../../support/database/temporary-database.ts";

onEveryDatabase("stored keys", ({ open }) => {
  async function temporaryKeys() {
    const database = await open();
    return { database, keys: storedKeys(database) };
  }

  it("are found by their digest, unchanged", async () => {
    const { keys } = await temporaryKeys();
    const key = apiKey({ name: 'Ünïcödé "; DROP TABLE api_keys; --', permissions: ["geocode:*", "keys:list"] });
    await keys.create(key, digestOf("secret"));
    expect(await keys.findByDigest(digestOf("secret"))).toEqual(key);
    expect(await keys.findByDigest(digestOf("other"))).toBeUndefined();
    expect(await keys.findByDigest(new Uint8Array())).toBeUndefined();
  });

  it("are stored with a digest of 32 bytes and integer times", async () => {
    const { keys, database } = await temporaryKeys();
    await keys.create(apiKey({ createdAt: new Date(1_763_600_000_123) }), digestOf("secret"));
    const query = "SELECT length(digest) AS bytes, created_at, last_used_at FROM api_keys";
    expect(await database.manager.query(query)).toEqual([
      { bytes: 32n, created_at: 1_763_600_000_123n, last_used_at: null },
    ]);
  });

  it("never share an id or a digest", async () => {
    const { keys, database } = await temporaryKeys();
    await keys.create(apiKey({ id: "a" }), digestOf("one"));
    await expect(keys.create(apiKey({ id: "b" }), digestOf("one"))).rejects.toSatisfy(database.dialect.isDuplicateKey);
    await expect(keys.create(apiKey({ id: "a" }), digestOf("two"))).rejects.toSatisfy(database.dialect.isDuplicateKey);
    expect((await keys.list()).map((key) => key.id)).toEqual(["a"]);
  });

  it("are found by their exact id only", async () => {
    const { keys } = await temporaryKeys();
    await keys.create(apiKey({ id: "a" }), digestOf("a"));
    for (const [index, id] of ["A", "a ", "á", "a\u0000"].entries()) {
      expect(await keys.revoke(id, new Date(5)), id).toBeUndefined();
      await keys.create(apiKey({ id }), digestOf(`like a ${index}`));
    }
    expect((await keys.findByDigest(digestOf("a")))?.revokedAt).toBeUndefined();
  });

  it("are listed the newest first, revoked ones included", async () => {
    const { keys } = await temporaryKeys();
    expect(await keys.isEmpty()).toBe(true);
    for (const [index, id] of ["oldest", "middle", "newest"].entries()) {
      await keys.create(apiKey({ id, createdAt: new Date(index) }), digestOf(id));
    }
    await keys.revoke("middle", new Date(9));
    expect((await keys.list()).map((key) => key.id)).toEqual(["newest", "middle", "oldest"]);
    expect(await keys.isEmpty()).toBe(false);
  });

  it("are bounded by owner: the keys of others take no place, and neither do revoked ones", async () => {
    const { keys } = await temporaryKeys();
    const create = (id: string, identityId: string) => keys.create(apiKey({ id, identityId }), digestOf(id), 2);
    expect([await create("a", "ada"), await create("b", "ada"), await create("c", "ada")]).toEqual([true, true, false]);
    expect([await create("d", "bob"), await create("e", "")]).toEqual([true, true]);
    await keys.revoke("a", new Date(5));
    expect(await create("f", "ada")).toBe(true);
  });

  it("are revoked by their owner alone, if one is named", async () => {
    const { keys } = await temporaryKeys();
    await keys.create(apiKey({ id: "a", identityId: "ada" }), digestOf("a"));
    for (const other of ["bob", ""]) expect(await keys.revoke("a", new Date(5), other)).toBeUndefined();
    expect((await keys.findByDigest(digestOf("a")))?.revokedAt).toBeUndefined();
    expect((await keys.revoke("a", new Date(6), "ada"))?.revokedAt).toEqual(new Date(6));
  });

  it("are revoked once: a second time changes nothing", async () => {
    const { keys } = await temporaryKeys();
    await keys.create(apiKey({ id: "a" }), digestOf("a"));
    expect((await keys.revoke("a", new Date(5)))?.revokedAt).toEqual(new Date(5));
    expect((await keys.revoke("a", new Date(8)))?.revokedAt).toEqual(new Date(5));
    expect(await keys.revoke("unknown", new Date(5))).toBeUndefined();
    expect((await keys.findByDigest(digestOf("a")))?.revokedAt).toEqual(new Date(5));
  });

  it("notify listeners of a revocation before it is answered, until they unsubscribe", async () => {
    const { keys } = await temporaryKeys();
    await keys.create(apiKey({ id: "a" }), digestOf("a"));
    const heard: string[] = [];
    const stop = keys.onChanged((key) => heard.push(`${key.id} ${key.revokedAt?.getTime()}`));
    await keys.revoke("unknown", new Date(5));
    expect(heard).toEqual([]);
    await keys.revoke("a", new Date(5));
    expect(heard).toEqual(["a 5"]);
    stop();
    await keys.revoke("a", new Date(6));
    expect(heard).toEqual(["a 5"]);
  });

  it("keep their latest use, whatever the order in which uses are recorded", async () => {
    const { keys } = await temporaryKeys();
    await keys.create(apiKey({ id: "a", createdAt: new Date(2) }), digestOf("a"));
    await keys.create(apiKey({ id: "b", createdAt: new Date(1) }), digestOf("b"));
    const lastUses = async () => (await keys.list()).map((key) => key.lastUsedAt?.getTime());
    await keys.recordUses(
      new Map([
        ["a", new Date(50)],
        ["gone", new Date(50)],
      ]),
    );
    expect(await lastUses()).toEqual([50, undefined]);
    await keys.recordUses(
      new Map([
        ["a", new Date(40)],
        ["b", new Date(60)],
      ]),
    );
    expect(await lastUses()).toEqual([50, 60]);
    await keys.recordUses(new Map());
    expect(await lastUses()).toEqual([50, 60]);
  });

  it("can be written concurrently", async () => {
    const { keys } = await temporaryKeys();
    const ids = Array.from({ length: 50 }, (_, index) => `key-${index}`);
    await Promise.all(ids.map((id) => keys.create(apiKey({ id }), digestOf(id))));
    await Promise.all([
      ...ids.map((id) => keys.recordUses(new Map([[id, new Date(3)]]))),
      ...ids.map((id) => keys.revoke(id, new Date(4))),
    ]);
    const all = await keys.list();
    expect(all).toHaveLength(50);
    expect(all.every((key) => key.revokedAt?.getTime() === 4 && key.lastUsedAt?.getTime() === 3)).toBe(true);
  });
});
