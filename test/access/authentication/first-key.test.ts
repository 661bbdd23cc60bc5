import { describe, expect, it } from "vitest";
import { digestOf, hasWrongChecksum } from "../../../server/access/authentication/api-key.ts";
import { ensureFirstKey } from "../../../server/access/authentication/first-key.ts";
import { storedKeys } from "../../../server/access/store/keys.ts";
import { apiKey, temporaryDatabase } from "../../support/database/temporary-database.ts";

const chosen = "chosen-by-the-operator-0123456789";
const now = () => 5_000;

async function temporaryKeys(dataDirectory?: string) {
  return storedKeys(await temporaryDatabase(dataDirectory));
}

describe("a service without any key", () => {
  it("makes one that may do everything, and tells its secret once", async () => {
    const keys = await temporaryKeys();
    const secret = (await ensureFirstKey({ keys, bootstrapApiKey: undefined, now })) as string;
    expect(hasWrongChecksum(secret)).toBe(false);
    const [key] = await keys.list();
    expect(key).toMatchObject({ name: "operator", plan: "operator", permissions: ["*"], createdAt: new Date(5_000) });
    expect(await keys.findByDigest(digestOf(secret))).toEqual(key);
    expect(await ensureFirstKey({ keys, bootstrapApiKey: undefined, now })).toBeUndefined();
    expect(await keys.list()).toHaveLength(1);
  });

  it("takes the secret that the operator chose, and makes up none", async () => {
    const keys = await temporaryKeys();
    expect(await ensureFirstKey({ keys, bootstrapApiKey: chosen, now })).toBeUndefined();
    expect(await keys.list()).toHaveLength(1);
    expect(await keys.findByDigest(digestOf(chosen))).toMatchObject({
      plan: "operator",
      permissions: ["*"],
      revokedAt: undefined,
    });
  });
});

describe("a service that starts again", () => {
  it("makes no key while there was one, even if all are revoked", async () => {
    const keys = await temporaryKeys();
    await keys.create(apiKey({ id: "a" }), digestOf("a"));
    await keys.revoke("a", new Date(1));
    expect(await ensureFirstKey({ keys, bootstrapApiKey: undefined, now })).toBeUndefined();
    expect(await keys.list()).toHaveLength(1);
  });

  it("keeps the operator's key as it is, and revoked once it was revoked", async () => {
    const keys = await temporaryKeys();
    await ensureFirstKey({ keys, bootstrapApiKey: chosen, now });
    const [before] = await keys.list();
    await ensureFirstKey({ keys, bootstrapApiKey: chosen, now: () => 9_000 });
    expect(await keys.list()).toEqual([before]);
    await keys.revoke(before?.id as string, new Date(6_000));
    await ensureFirstKey({ keys, bootstrapApiKey: chosen, now });
    expect(await keys.list()).toEqual([{ ...before, revokedAt: new Date(6_000) }]);
  });

  it("lets the operator back in with another secret", async () => {
    const keys = await temporaryKeys();
    await ensureFirstKey({ keys, bootstrapApiKey: chosen, now });
    await ensureFirstKey({ keys, bootstrapApiKey: `${chosen}-again`, now });
    expect(await keys.findByDigest(digestOf(`${chosen}-again`))).toMatchObject({ permissions: ["*"] });
    expect(await keys.list()).toHaveLength(2);
  });
});

describe("two processes that start at the same moment", () => {
  it("agree on the operator's key", async () => {
    const { dataDirectory, ...database } = await temporaryDatabase();
    const keys = storedKeys(database);
    const elsewhere = await temporaryKeys(dataDirectory);
    // The other process is quicker by the step between looking and making.
    const slower = {
      ...keys,
      create: async (...key: Parameters<typeof keys.create>) => {
        await ensureFirstKey({ keys: elsewhere, bootstrapApiKey: chosen, now });
        await keys.create(...key);
      },
    };
    await ensureFirstKey({ keys: slower, bootstrapApiKey: chosen, now });
    expect(await keys.list()).toHaveLength(1);
  });

  it("do not hide that a key could not be made", async () => {
    const keys = await temporaryKeys();
    const trouble = new Error("disk full");
    const failing = { ...keys, create: () => Promise.reject(trouble) };
    await expect(ensureFirstKey({ keys: failing, bootstrapApiKey: chosen, now })).rejects.toBe(trouble);
  });
});
