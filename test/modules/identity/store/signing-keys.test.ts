import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import type { Database } from "../../../../server/database/source.ts";
import { storedIdentities } from "../../../../server/modules/identity/store/identities.ts";
import { onEveryDatabase } from "../../../support/database/databases.ts";
import { newIdentity } from "../../../support/identity/samples.ts";

async function storeWithKeys(database: Database, count: number) {
  const identities = storedIdentities(database);
  const all = Array.from({ length: count }, () => newIdentity());
  for (const { identity, key, rotationKey } of all) await identities.create(identity, key, rotationKey);
  const keys = all.map(({ key }) => key);
  return {
    identities,
    keys,
    readAll: () => Promise.all(keys.map(({ identityId, id }) => identities.publicKey(identityId, id))),
  };
}

onEveryDatabase("the public keys of signing keys", (engine) => {
  it("are each returned for their own id when 150 are read at once", async () => {
    const { keys, readAll } = await storeWithKeys(await engine.open(), 150);
    const found = await readAll();
    expect(found.map((key) => Buffer.from(key ?? []))).toEqual(keys.map(({ publicKey }) => publicKey));
  });

  it("are undefined once the key is revoked, by any process", async () => {
    const database = await engine.open();
    const { keys, readAll } = await storeWithKeys(database, 3);
    expect(await readAll()).not.toContain(undefined);
    const [, second] = keys as [unknown, (typeof keys)[number]];
    const otherProcess = storedIdentities(await engine.open(database.location));
    await otherProcess.revokeSigningKey(second.identityId, second.id, new Date(), async () => undefined);
    expect((await readAll()).map((key) => key !== undefined)).toEqual([true, false, true]);
  });

  it("are found only by the exact ids of their identity and key", async () => {
    const { identities, keys } = await storeWithKeys(await engine.open(), 2);
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
