import { describe, expect, test } from "vitest";
import { storedSessions } from "../../../../server/access/store/sessions.ts";
import { storedAuthentications } from "../../../../server/modules/identity/store/authentications.ts";
import { storedIdentities } from "../../../../server/modules/identity/store/identities.ts";
import { temporaryDatabase } from "../../../support/database/temporary-database.ts";
import { admittance, newIdentity } from "../../../support/identity/samples.ts";

/** The stores of a new database, or of the one in a data directory, as another process opens it. */
async function openStores(dataDirectory?: string) {
  const database = await temporaryDatabase(dataDirectory);
  const stores = {
    identities: storedIdentities(database),
    authentications: storedAuthentications(database),
    sessions: storedSessions(database),
  };
  return { ...stores, dataDirectory: database.dataDirectory };
}

/** Terms of a challenge that binds no token. */
const unbound = { clientId: undefined, scope: undefined, longestSeconds: undefined, sessionId: undefined };

/** Stores a new identity, and returns its signing key. */
async function addIdentity({ identities }: Awaited<ReturnType<typeof openStores>>) {
  const all = newIdentity();
  await identities.create(all.identity, all.key, all.rotationKey);
  return all.key;
}

describe("a token's counter", () => {
  test("is consumed by one of fifty concurrent uses", async () => {
    const stores = await openStores();
    const key = await addIdentity(stores);
    const uses = Array.from({ length: 50 }, () => admittance(key));
    const outcomes = await Promise.all(uses.map((use) => stores.authentications.admit(use)));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await stores.sessions.listOpen(key.identityId, new Date(2_000))).toHaveLength(1);
    expect(await stores.sessions.list(key.identityId, undefined, 100)).toHaveLength(1);
  });

  test("is consumed by one of fifty concurrent uses in three processes", async () => {
    const first = await openStores();
    const key = await addIdentity(first);
    const processes = [first, await openStores(first.dataDirectory), await openStores(first.dataDirectory)];
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, n) => (processes[n % 3] as typeof first).authentications.admit(admittance(key))),
    );
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await first.sessions.listOpen(key.identityId, new Date(2_000))).toHaveLength(1);
  });

  test("only grows, whatever the order of the uses, and is stored for the next process", async () => {
    const stores = await openStores();
    const key = await addIdentity(stores);
    expect(await stores.authentications.admit(admittance(key, { n: 5 }))).toBe(true);
    expect(await stores.authentications.admit(admittance(key, { n: 4 }))).toBe(false);
    expect(await stores.authentications.admit(admittance(key, { n: 5 }))).toBe(false);
    const next = await openStores(stores.dataDirectory);
    expect(await next.authentications.admit(admittance(key, { n: 5 }))).toBe(false);
    expect(await next.authentications.admit(admittance(key, { n: 900 }))).toBe(true);
    const names = { identityId: key.identityId, keyId: key.id, clientId: "app", keyVersion: 1, challenge: undefined };
    expect((await stores.authentications.facts(names)).state?.lastN).toBe(900);
  });

  test("grows several times in one commit group, and each use opens a session", async () => {
    const stores = await openStores();
    const key = await addIdentity(stores);
    const outcomes = await Promise.all(
      [3, 1, 4, 2, 5].map((n) => stores.authentications.admit(admittance(key, { n }))),
    );
    expect(outcomes).toEqual([true, false, true, false, true]);
    expect(await stores.sessions.listOpen(key.identityId, new Date(2_000))).toHaveLength(3);
  });

  test("is counted per client", async () => {
    const stores = await openStores();
    const key = await addIdentity(stores);
    const outcomes = await Promise.all(
      ["app", "phone", "app"].map((clientId) => stores.authentications.admit(admittance(key, { clientId }))),
    );
    expect(outcomes).toEqual([true, true, false]);
  });
});

describe("a challenge", () => {
  test("is accepted with one token, and a token with an unknown challenge consumes nothing", async () => {
    const stores = await openStores();
    const key = await addIdentity(stores);
    await stores.authentications.addChallenge("nonce", new Date(10_000), unbound);
    const uses = [
      admittance(key, { n: 1, challenge: "unknown" }),
      admittance(key, { n: 1, challenge: "nonce" }),
      admittance(key, { n: 2, challenge: "nonce" }),
    ];
    expect(await Promise.all(uses.map((use) => stores.authentications.admit(use)))).toEqual([false, true, false]);
    expect(await stores.authentications.admit(admittance(key, { n: 2 }))).toBe(true);
  });

  test("is accepted with one of two tokens in two processes", async () => {
    const stores = await openStores();
    const otherProcess = await openStores(stores.dataDirectory);
    const keys = [await addIdentity(stores), await addIdentity(stores)] as const;
    await stores.authentications.addChallenge("nonce", new Date(10_000), unbound);
    const outcomes = await Promise.all([
      stores.authentications.admit(admittance(keys[0], { challenge: "nonce" })),
      otherProcess.authentications.admit(admittance(keys[1], { challenge: "nonce" })),
    ]);
    expect(outcomes.filter(Boolean)).toHaveLength(1);
  });

  test("expires at its end, to the millisecond", async () => {
    const stores = await openStores();
    const key = await addIdentity(stores);
    await stores.authentications.addChallenge("a", new Date(5_000), unbound);
    await stores.authentications.addChallenge("b", new Date(5_000), unbound);
    expect(await stores.authentications.admit(admittance(key, { challenge: "a", atMs: 5_000 }))).toBe(false);
    expect(await stores.authentications.admit(admittance(key, { challenge: "b", atMs: 4_999 }))).toBe(true);
  });
});

test("a revoked key opens no more sessions, and those that it opened end with it, with those derived from them", async () => {
  const stores = await openStores();
  const key = await addIdentity(stores);
  const opened = admittance(key, { n: 1 });
  await stores.authentications.admit(opened);
  await stores.authentications.admit(admittance(key, { n: 7, clientId: "derived", parentId: opened.session.id }));
  expect(await stores.sessions.listOpen(key.identityId, new Date(3_000))).toHaveLength(2);
  await stores.identities.revokeSigningKey(key.identityId, key.id, new Date(3_000), async () => undefined);
  expect(await stores.authentications.admit(admittance(key, { n: 2 }))).toBe(false);
  expect(await stores.sessions.listOpen(key.identityId, new Date(3_000))).toEqual([]);
});

test("a use that cannot be written does not fail the others of its commit group", async () => {
  const stores = await openStores();
  const key = await addIdentity(stores);
  const good = admittance(key, { n: 1 });
  const twice = { ...admittance(key, { n: 2 }), session: { ...admittance(key).session, id: good.session.id } };
  const outcomes = await Promise.allSettled(
    [good, twice, admittance(key, { n: 3 })].map((use) => stores.authentications.admit(use)),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(await stores.sessions.listOpen(key.identityId, new Date(2_000))).toHaveLength(2);
});

test("the sessions that were opened are read page by page, the newest first", async () => {
  const stores = await openStores();
  const key = await addIdentity(stores);
  for (let n = 1; n <= 5; n += 1) await stores.authentications.admit(admittance(key, { n, atMs: 2_000 + n }));
  const first = await stores.sessions.list(key.identityId, undefined, 2);
  const second = await stores.sessions.list(key.identityId, first[1]?.id, 9);
  expect([...first, ...second].map(({ createdAt }) => createdAt.getTime())).toEqual([
    2_005, 2_004, 2_003, 2_002, 2_001,
  ]);
});
