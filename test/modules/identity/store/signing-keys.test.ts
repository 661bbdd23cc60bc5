import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import type { Database } from "../../../../server/database/source.ts";
import { storedIdentities } from "../../../../server/modules/identity/store/identities.ts";
import { onEveryDatabase } from "../../../support/database/databases.ts";
import { newIdentity } from "../../../support/identity/samples.ts";

async function houseOf(database: Database, count: number) {
  const identities = storedIdentities(database);
  const all = Array.from({ length: count }, () => newIdentity());
  for (const { identity, key, rotationKey } of all) await identities.create(identity, key, rotationKey);
  const keys = all.map(({ key }) => key);
  return {
    identities,
    keys,
    asked: () => Promise.all(keys.map(({ identityId, id }) => identities.publicKey(identityId, id))),
  };
}

onEveryDatabase("the public keys of signing keys", (engine) => {
  it("are each its own, of however many are asked for at once", async () => {
    const { keys, asked } = await houseOf(await engine.open(), 150);
    const found = await asked();
    expect(found.map((key) => Buffer.from(key ?? []))).toEqual(keys.map(({ publicKey }) => publicKey));
  });

  it("are none once they are revoked, by whichever process", async () => {
    const one = await engine.open();
    const { keys, asked } = await houseOf(one, 3);
    expect(await asked()).not.toContain(undefined);
    const [, second] = keys as [unknown, (typeof keys)[number]];
    await storedIdentities(await engine.open(one.location)).revokeSigningKey(second.identityId, second.id, new Date());
    expect((await asked()).map((key) => key !== undefined)).toEqual([true, false, true]);
  });

  it("are only those of the identity that is named, spelled as they are", async () => {
    const { identities, keys } = await houseOf(await engine.open(), 2);
    const [ada, eve] = keys as [(typeof keys)[number], (typeof keys)[number]];
    const names = [
      [eve.identityId, ada.id],
      [ada.identityId, ada.id.toUpperCase()],
      [ada.identityId.toUpperCase(), ada.id],
      [ada.identityId, `${ada.id} `],
      [ada.identityId, `${ada.id}\0`],
      [ada.identityId, `${ada.id}', '${eve.id}`],
      [ada.identityId, "\ud800"],
      [ada.identityId, ""],
      [ada.identityId, randomUUID()],
    ] as const;
    const found = await Promise.all(names.map(([identityId, id]) => identities.publicKey(identityId, id)));
    expect(found).toEqual(names.map(() => undefined));
  });
});
