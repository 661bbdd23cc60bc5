import { describe, expect, test } from "vitest";
import { storedAuthentications } from "../../../../server/modules/identity/store/authentications.ts";
import { storedIdentities } from "../../../../server/modules/identity/store/identities.ts";
import { temporaryDatabase } from "../../../support/database/temporary-database.ts";
import { newIdentity } from "../../../support/identity/samples.ts";

async function openStores() {
  const database = await temporaryDatabase();
  const authentications = storedAuthentications(database);
  return {
    database,
    identities: storedIdentities(database),
    /** A rotation key, as the verification of tokens reads it. */
    async rotationKey(identityId: string, keyVersion: number) {
      return (await authentications.facts({ identityId, keyId: "", clientId: "", keyVersion, challenge: undefined }))
        .rotationKey;
    },
  };
}

describe("an identity", () => {
  test("is read as it was stored", async () => {
    const { identities, rotationKey: keyOf } = await openStores();
    const { identity, key, rotationKey } = newIdentity({
      displayName: "Ada",
      metadata: { __proto__: "x", "a b": "ü" },
    });
    expect(await identities.create(identity, key, rotationKey)).toBe(true);
    const found = await identities.find(identity.id);
    expect({ ...found, sealedPrivate: Buffer.from(found?.sealedPrivate ?? []).toString() }).toEqual({
      ...identity,
      sealedPrivate: "sealed",
    });
    expect(await identities.signingKeys(identity.id)).toMatchObject([{ id: key.id, revokedAt: undefined }]);
    expect(await keyOf(identity.id, 1)).toMatchObject({ version: 1, endsAt: undefined });
    expect(await identities.find("nobody")).toBeUndefined();
  });

  test("whose name is taken is not stored, nor are its keys", async () => {
    const { identities } = await openStores();
    const first = newIdentity({ username: "ada" });
    const second = newIdentity({ username: "ada" });
    expect(await identities.create(first.identity, first.key, first.rotationKey)).toBe(true);
    expect(await identities.create(second.identity, second.key, second.rotationKey)).toBe(false);
    expect(await identities.find(second.identity.id)).toBeUndefined();
    expect(await identities.signingKeys(second.identity.id)).toEqual([]);
  });

  test("is changed by one of twenty concurrent changes of the same version", async () => {
    const { identities } = await openStores();
    const { identity, key, rotationKey } = newIdentity();
    await identities.create(identity, key, rotationKey);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, n) => identities.update({ ...identity, version: 2, displayName: `name ${n}` })),
    );
    expect(outcomes.filter((outcome) => outcome === "changed")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "version-mismatch")).toHaveLength(19);
    expect((await identities.find(identity.id))?.version).toBe(2);
  });

  test("cannot take the name of another", async () => {
    const { identities } = await openStores();
    const [ada, eve] = [newIdentity({ username: "ada" }), newIdentity({ username: "eve" })];
    for (const { identity, key, rotationKey } of [ada, eve]) await identities.create(identity, key, rotationKey);
    expect(await identities.update({ ...eve.identity, usernameSkeleton: "ada", version: 2 })).toBe("name-taken");
    expect((await identities.find(eve.identity.id))?.version).toBe(1);
  });
});

/** Destroys no key: those of these tests are not in the vault. */
const unsealed = async () => undefined;

describe("keys", () => {
  test("keep the time of their first revocation", async () => {
    const { identities } = await openStores();
    const { identity, key, rotationKey } = newIdentity();
    await identities.create(identity, key, rotationKey);
    await identities.revokeSigningKey(identity.id, key.id, new Date(5_000), unsealed);
    const again = await identities.revokeSigningKey(identity.id, key.id, new Date(6_000), unsealed);
    expect(again).toMatchObject({ revokedAt: new Date(5_000) });
  });

  test("are revoked by their own identity only", async () => {
    const { identities } = await openStores();
    const [ada, eve] = [newIdentity(), newIdentity()];
    for (const { identity, key, rotationKey } of [ada, eve]) await identities.create(identity, key, rotationKey);
    expect(await identities.revokeSigningKey(eve.identity.id, ada.key.id, new Date(5_000), unsealed)).toBeUndefined();
    expect(await identities.signingKeys(ada.identity.id)).toMatchObject([{ revokedAt: undefined }]);
  });

  test("for rotation: the previous one ends when the next is made", async () => {
    const { identities, rotationKey: keyOf } = await openStores();
    const { identity, key, rotationKey } = newIdentity();
    await identities.create(identity, key, rotationKey);
    const seal = async (version: number) => Buffer.from(`secret ${version}`);
    const second = await identities.addRotationKey(identity.id, seal, new Date(2_000), new Date(9_000));
    expect(second?.version).toBe(2);
    expect((await keyOf(identity.id, 1))?.endsAt).toEqual(new Date(9_000));
    await identities.addRotationKey(identity.id, seal, new Date(3_000), new Date(99_000));
    expect((await keyOf(identity.id, 1))?.endsAt).toEqual(new Date(3_000));
    expect((await keyOf(identity.id, 2))?.endsAt).toEqual(new Date(99_000));
    await identities.addRotationKey(identity.id, seal, new Date(200_000), new Date(300_000));
    expect((await keyOf(identity.id, 1))?.endsAt).toEqual(new Date(3_000));
    expect((await keyOf(identity.id, 2))?.endsAt).toEqual(new Date(99_000));
    const third = await keyOf(identity.id, 3);
    expect(Buffer.from(third?.sealedSecret ?? []).toString()).toBe("secret 3");
  });

  test("for rotation: one of five concurrent additions is stored, and not ended by the others", async () => {
    const { identities } = await openStores();
    const { identity, key, rotationKey } = newIdentity();
    await identities.create(identity, key, rotationKey);
    const made = await Promise.all(
      Array.from({ length: 5 }, (_, n) =>
        identities.addRotationKey(identity.id, async () => Buffer.of(n), new Date(2_000), new Date(9_000 + n)),
      ),
    );
    const [stored, ...others] = made.filter((added) => added !== undefined);
    expect([stored?.version, others]).toEqual([2, []]);
    expect(await identities.latestRotationKey(identity.id)).toEqual(stored);
  });
});
