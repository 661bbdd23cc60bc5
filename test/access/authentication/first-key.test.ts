import { describe, expect, it } from "vitest";
import { digestOf, hasWrongChecksum, mintApiKey } from "../../../server/access/authentication/api-key.ts";
import { ensureFirstKey } from "../../../server/access/authentication/first-key.ts";
import { storedKeys } from "../../../server/access/store/keys.ts";
import { apiKey, temporaryDatabase } from "../../support/database/temporary-database.ts";

const chosen = "chosen-by-the-operator-0123456789";
const now = () => 5_000;

async function temporaryKeys(dataDirectory?: string) {
  return storedKeys(await temporaryDatabase(dataDirectory));
}

describe("a service without any key", () => {
  it("creates one with every permission, and returns its secret once", async () => {
    const keys = await temporaryKeys();
    const secret = (await ensureFirstKey({ mint: mintApiKey, keys, bootstrapApiKey: undefined, now })) as string;
    expect(hasWrongChecksum(secret)).toBe(false);
    const [key] = await keys.list();
    expect(key).toMatchObject({ name: "operator", plan: "operator", permissions: ["*"], createdAt: new Date(5_000) });
    expect(await keys.findByDigest(digestOf(secret))).toEqual(key);
    expect(await ensureFirstKey({ mint: mintApiKey, keys, bootstrapApiKey: undefined, now })).toBeUndefined();
    expect(await keys.list()).toHaveLength(1);
  });

  it("uses the secret that the operator chose, and generates none", async () => {
    const keys = await temporaryKeys();
    expect(await ensureFirstKey({ mint: mintApiKey, keys, bootstrapApiKey: chosen, now })).toBeUndefined();
    expect(await keys.list()).toHaveLength(1);
    expect(await keys.findByDigest(digestOf(chosen))).toMatchObject({
      plan: "operator",
      permissions: ["*"],
      revokedAt: undefined,
    });
  });
});

describe("a service that starts again", () => {
  it("creates no key if one was ever created, even if all are revoked", async () => {
    const keys = await temporaryKeys();
    await keys.create(apiKey({ id: "a" }), digestOf("a"));
    await keys.revoke("a", new Date(1));
    expect(await ensureFirstKey({ mint: mintApiKey, keys, bootstrapApiKey: undefined, now })).toBeUndefined();
    expect(await keys.list()).toHaveLength(1);
  });

  it("keeps the operator's key unchanged, also when it is revoked", async () => {
    const keys = await temporaryKeys();
    await ensureFirstKey({ mint: mintApiKey, keys, bootstrapApiKey: chosen, now });
    const [before] = await keys.list();
    await ensureFirstKey({ mint: mintApiKey, keys, bootstrapApiKey: chosen, now: () => 9_000 });
    expect(await keys.list()).toEqual([before]);
    await keys.revoke(before?.id as string, new Date(6_000));
    await ensureFirstKey({ mint: mintApiKey, keys, bootstrapApiKey: chosen, now });
    expect(await keys.list()).toEqual([{ ...before, revokedAt: new Date(6_000) }]);
  });

  it("creates another key when the operator chooses another secret", async () => {
    const keys = await temporaryKeys();
    await ensureFirstKey({ mint: mintApiKey, keys, bootstrapApiKey: chosen, now });
    await ensureFirstKey({ mint: mintApiKey, keys, bootstrapApiKey: `${chosen}-again`, now });
    expect(await keys.findByDigest(digestOf(`${chosen}-again`))).toMatchObject({ permissions: ["*"] });
    expect(await keys.list()).toHaveLength(2);
  });
});

describe("two processes that start at the same moment", () => {
  it("agree on the operator's key", async () => {
    const { dataDirectory, ...database } = await temporaryDatabase();
    const keys = storedKeys(database);
    const elsewhere = await temporaryKeys(dataDirectory);
    // The other process creates its key between the check and the creation of this one.
    const slower = {
      ...keys,
      create: async (...key: Parameters<typeof keys.create>) => {
        await ensureFirstKey({ mint: mintApiKey, keys: elsewhere, bootstrapApiKey: chosen, now });
        return keys.create(...key);
      },
    };
    await ensureFirstKey({ mint: mintApiKey, keys: slower, bootstrapApiKey: chosen, now });
    expect(await keys.list()).toHaveLength(1);
  });

  it("fail with the error of the key's creation", async () => {
    const keys = await temporaryKeys();
    const failure = new Error("disk full");
    const failing = { ...keys, create: () => Promise.reject(failure) };
    await expect(ensureFirstKey({ mint: mintApiKey, keys: failing, bootstrapApiKey: chosen, now })).rejects.toBe(
      failure,
    );
  });
});
