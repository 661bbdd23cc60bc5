import { describe, expect, test } from "vitest";
import { storedSessions } from "../../../../server/access/store/sessions.ts";
import { storedAuthentications } from "../../../../server/modules/identity/store/authentications.ts";
import { storedIdentities } from "../../../../server/modules/identity/store/identities.ts";
import { temporaryDatabase } from "../../../support/database/temporary-database.ts";
import { admittance, newIdentity } from "../../../support/identity/samples.ts";

/** An identity in a database, as a process sees it; another process on the same database when a folder is given. */
async function house(dataDirectory?: string) {
  const database = await temporaryDatabase(dataDirectory);
  const parts = {
    identities: storedIdentities(database),
    authentications: storedAuthentications(database),
    sessions: storedSessions(database),
  };
  return { ...parts, dataDirectory: database.dataDirectory };
}

async function identityIn({ identities }: Awaited<ReturnType<typeof house>>) {
  const all = newIdentity();
  await identities.create(all.identity, all.key, all.rotationKey);
  return all.key;
}

describe("a token's counter", () => {
  test("is consumed once by fifty uses at the same time", async () => {
    const one = await house();
    const key = await identityIn(one);
    const uses = Array.from({ length: 50 }, () => admittance(key));
    const outcomes = await Promise.all(uses.map((use) => one.authentications.admit(use)));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await one.sessions.listOpen(key.identityId, new Date(2_000))).toHaveLength(1);
    expect(await one.sessions.list(key.identityId, undefined, 100)).toHaveLength(1);
  });

  test("is consumed once by fifty uses in three processes", async () => {
    const first = await house();
    const key = await identityIn(first);
    const houses = [first, await house(first.dataDirectory), await house(first.dataDirectory)];
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, use) => (houses[use % 3] as typeof first).authentications.admit(admittance(key))),
    );
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await first.sessions.listOpen(key.identityId, new Date(2_000))).toHaveLength(1);
  });

  test("only grows, whatever order the uses come in, and is remembered by the next process", async () => {
    const one = await house();
    const key = await identityIn(one);
    expect(await one.authentications.admit(admittance(key, { n: 5 }))).toBe(true);
    expect(await one.authentications.admit(admittance(key, { n: 4 }))).toBe(false);
    expect(await one.authentications.admit(admittance(key, { n: 5 }))).toBe(false);
    const next = await house(one.dataDirectory);
    expect(await next.authentications.admit(admittance(key, { n: 5 }))).toBe(false);
    expect(await next.authentications.admit(admittance(key, { n: 900 }))).toBe(true);
    const names = { identityId: key.identityId, keyId: key.id, clientId: "app", keyVersion: 1 };
    expect((await one.authentications.facts(names)).state?.lastN).toBe(900);
  });

  test("grows by several in one group, and each opens a session", async () => {
    const one = await house();
    const key = await identityIn(one);
    const outcomes = await Promise.all([3, 1, 4, 2, 5].map((n) => one.authentications.admit(admittance(key, { n }))));
    expect(outcomes).toEqual([true, false, true, false, true]);
    expect(await one.sessions.listOpen(key.identityId, new Date(2_000))).toHaveLength(3);
  });

  test("is every client's own", async () => {
    const one = await house();
    const key = await identityIn(one);
    const outcomes = await Promise.all(
      ["app", "phone", "app"].map((clientId) => one.authentications.admit(admittance(key, { clientId }))),
    );
    expect(outcomes).toEqual([true, true, false]);
  });
});

describe("a challenge", () => {
  test("is good for one token, and a token that names an unknown one consumes nothing", async () => {
    const one = await house();
    const key = await identityIn(one);
    await one.authentications.addChallenge("nonce", new Date(10_000));
    const uses = [
      admittance(key, { n: 1, challenge: "unknown" }),
      admittance(key, { n: 1, challenge: "nonce" }),
      admittance(key, { n: 2, challenge: "nonce" }),
    ];
    expect(await Promise.all(uses.map((use) => one.authentications.admit(use)))).toEqual([false, true, false]);
    expect(await one.authentications.admit(admittance(key, { n: 2 }))).toBe(true);
  });

  test("is good for one token of two processes", async () => {
    const one = await house();
    const other = await house(one.dataDirectory);
    const keys = [await identityIn(one), await identityIn(one)] as const;
    await one.authentications.addChallenge("nonce", new Date(10_000));
    const outcomes = await Promise.all([
      one.authentications.admit(admittance(keys[0], { challenge: "nonce" })),
      other.authentications.admit(admittance(keys[1], { challenge: "nonce" })),
    ]);
    expect(outcomes.filter(Boolean)).toHaveLength(1);
  });

  test("is over at its end, to the millisecond", async () => {
    const one = await house();
    const key = await identityIn(one);
    await one.authentications.addChallenge("a", new Date(5_000));
    await one.authentications.addChallenge("b", new Date(5_000));
    expect(await one.authentications.admit(admittance(key, { challenge: "a", atMs: 5_000 }))).toBe(false);
    expect(await one.authentications.admit(admittance(key, { challenge: "b", atMs: 4_999 }))).toBe(true);
  });
});

test("a key that is revoked opens nothing more, and what it opened can be ended", async () => {
  const one = await house();
  const key = await identityIn(one);
  await one.authentications.admit(admittance(key, { n: 1 }));
  await one.identities.revokeSigningKey(key.identityId, key.id, new Date(3_000));
  expect(await one.authentications.admit(admittance(key, { n: 2 }))).toBe(false);
  await one.sessions.revokeAll(key.identityId, key.id, new Date(3_000));
  expect(await one.sessions.listOpen(key.identityId, new Date(3_000))).toEqual([]);
});

test("one use that cannot be written spoils it for no other of its group", async () => {
  const one = await house();
  const key = await identityIn(one);
  const good = admittance(key, { n: 1 });
  const twice = { ...admittance(key, { n: 2 }), session: { ...admittance(key).session, id: good.session.id } };
  const outcomes = await Promise.allSettled(
    [good, twice, admittance(key, { n: 3 })].map((use) => one.authentications.admit(use)),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(await one.sessions.listOpen(key.identityId, new Date(2_000))).toHaveLength(2);
});

test("the sessions that were opened are read page by page, the newest first", async () => {
  const one = await house();
  const key = await identityIn(one);
  for (let n = 1; n <= 5; n += 1) await one.authentications.admit(admittance(key, { n, atMs: 2_000 + n }));
  const first = await one.sessions.list(key.identityId, undefined, 2);
  const second = await one.sessions.list(key.identityId, first[1]?.id, 9);
  expect([...first, ...second].map(({ createdAt }) => createdAt.getTime())).toEqual([
    2_005, 2_004, 2_003, 2_002, 2_001,
  ]);
});
