import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { storedSessions } from "../../../../server/access/store/sessions.ts";
import type { Sealer } from "../../../../server/core/sealed-column.ts";
import type { Database } from "../../../../server/database/source.ts";
import { storedAuthentications } from "../../../../server/modules/identity/store/authentications.ts";
import { storedIdentities } from "../../../../server/modules/identity/store/identities.ts";
import { offerAgreement } from "../../../../server/modules/verification/domain/agreement.ts";
import { answer, openChallenge } from "../../../../server/modules/verification/domain/challenge.ts";
import type { Method } from "../../../../server/modules/verification/domain/methods.ts";
import { recoveryCodesRenewed } from "../../../../server/modules/verification/domain/notices.ts";
import type { FactorProof, LevelAfter, Settlement } from "../../../../server/modules/verification/domain/settlement.ts";
import { storedNotices } from "../../../../server/modules/verification/store/notices.ts";
import { storedReviews } from "../../../../server/modules/verification/store/reviews.ts";
import { storedSettlements } from "../../../../server/modules/verification/store/settlements.ts";
import { storedVerifications } from "../../../../server/modules/verification/store/verifications.ts";
import { onEveryDatabase } from "../../../support/database/databases.ts";
import { dyingAfter } from "../../../support/database/dying.ts";
import { admittance, newIdentity } from "../../../support/identity/samples.ts";

const plain: Sealer = { seal: async (_, bytes) => bytes, open: async (_, sealed) => sealed };
const at = new Date(10_000);
const tables = [
  "verification_challenges",
  "verification_factors",
  "reviews",
  "identities",
  "sessions",
  "owner_notices",
];

const to =
  (level: "LEVEL_BASIC" | undefined): LevelAfter =>
  () => ({ level, falls: [] });

onEveryDatabase("a settlement", (engine) => {
  async function fixture() {
    const database = await engine.open();
    const { identity, key, rotationKey } = newIdentity();
    await storedIdentities(database).create(identity, key, rotationKey);
    const sessions = [1, 2].map((n) => admittance(key, { n }));
    for (const session of sessions) await storedAuthentications(database).admit(session);
    const verifications = storedVerifications(database, plain);
    const challenge = openChallenge(
      { id: randomUUID(), identity: identity.id, method: "TOTP", target: "LEVEL_BASIC" },
      Buffer.of(1),
      at,
    );
    await verifications.add(challenge);
    const id = randomUUID();
    const content = { agreement: offerAgreement(id, identity.id, "We agree."), text: "We agree." };
    const review = { id, identityId: identity.id, kind: "AGREEMENT", content, isOpen: true, createdAt: at } as const;
    await storedReviews(database, plain).put({ ...review, revision: 1 });
    const settle = (settlement: Settlement, levelAfter: LevelAfter, on: Database = database) =>
      storedSettlements(on, plain, () => {}).settle(settlement, levelAfter, at);
    const stored = async () => {
      const next = await engine.open(database.location);
      return Promise.all(tables.map((table) => next.manager.query(`SELECT * FROM ${table} ORDER BY 1, 2`)));
    };
    const proof = (method: Method, before?: number): FactorProof => ({
      ...{ identityId: identity.id, method, evidence: ["TOTP"], payload: Buffer.of(7), provenAt: at, before },
    });
    const sessionId = sessions[0]?.session.id as string;
    const passed = { before: challenge, after: answer(challenge, true, at).challenge };
    return { database, identityId: identity.id, verifications, review, settle, stored, proof, sessionId, passed };
  }

  test("of a process that dies at any statement is stored not at all, and its repetition as a whole", async () => {
    const { database, identityId, verifications, review, settle, stored, proof, sessionId, passed } = await fixture();
    await settle({ factors: [proof("PIN")] }, to("LEVEL_BASIC"));
    const before = await stored();
    const notices = storedNotices(database, plain);
    const settlement: Settlement = {
      challenge: passed,
      review: { ...review, isOpen: false, revision: 2 },
      factors: [proof("TOTP"), proof("RECOVERY_CODE"), { identityId, method: "PIN", isRemoved: true }],
      sessions: { identityId, sessionId, endsOthers: true, provenBefore: new Date(1) },
      notice: await notices.prepare(identityId, recoveryCodesRenewed("ada@example.org", { username: "ada", at }), 0),
    };
    let statements = 0;
    for (; ; statements += 1) {
      const outcome = await settle(settlement, to(undefined), dyingAfter(database, statements)).catch(String);
      if (outcome !== "Error: the process died") break;
      expect(await stored(), `after ${statements} statements`).toEqual(before);
    }
    expect(statements).toBeGreaterThan(12);
    expect((await verifications.find(passed.before.id))?.state).toBe("PASSED");
    expect(await notices.due(0, 10)).toHaveLength(1);
    expect((await verifications.factors(identityId)).map(({ method }) => method).sort()).toEqual([
      "RECOVERY_CODE",
      "TOTP",
    ]);
    expect((await storedReviews(database, plain).find("AGREEMENT", review.id))?.revision).toBe(2);
    expect((await storedIdentities(database).find(identityId))?.level).toBe(0);
    // The level fell, and with it all sessions end.
    expect(await storedSessions(database).listOpen(identityId, new Date(3_000))).toEqual([]);
    expect(await settle(settlement, to(undefined))).toBe("challenge");
  });

  test("ends the other sessions and proves the identity to its own", async () => {
    const { database, identityId, settle, proof, sessionId } = await fixture();
    const sessions = { identityId, sessionId, endsOthers: true, provenBefore: new Date(1) };
    await settle({ factors: [proof("TOTP")], sessions }, to(undefined));
    const open = await storedSessions(database).listOpen(identityId, new Date(3_000));
    expect(open.map(({ id, provenAt }) => [id, provenAt])).toEqual([[sessionId, at]]);
  });

  test("whose challenge, review or factor another writer has changed stores nothing, and says which", async () => {
    const { settle, stored, review, proof, passed } = await fixture();
    await settle({ challenge: passed, review: { ...review, revision: 2 }, factors: [proof("PIN")] }, to(undefined));
    const before = await stored();
    const other = [proof("PHONE")];
    expect(await settle({ challenge: passed, factors: other }, to("LEVEL_BASIC"))).toBe("challenge");
    expect(await settle({ review: { ...review, revision: 2 }, factors: other }, to("LEVEL_BASIC"))).toBe("review");
    for (const revision of [undefined, 2]) {
      expect(await settle({ factors: [...other, proof("PIN", revision)] }, to("LEVEL_BASIC"))).toBe("factor");
    }
    expect(await stored()).toEqual(before);
  });

  test("after the removal of a factor goes on from its revision, so that nobody writes over the next one", async () => {
    const { settle, proof, identityId, verifications } = await fixture();
    const revision = async () => (await verifications.factors(identityId))[0]?.revision;
    await settle({ factors: [proof("TOTP")] }, to(undefined));
    expect(await revision()).toBe(1);
    const removal = { factors: [{ identityId, method: "TOTP", isRemoved: true }] } as const;
    await settle(removal, to(undefined));
    await settle(removal, to(undefined));
    expect(await verifications.factors(identityId)).toEqual([]);
    expect(await settle({ factors: [proof("TOTP", 1)] }, to(undefined))).toBe("factor");
    await settle({ factors: [proof("TOTP")] }, to(undefined));
    expect(await revision()).toBe(3);
    expect(await settle({ factors: [proof("TOTP", 1)] }, to(undefined))).toBe("factor");
  });

  test("that removes a factor ends the challenge that would prove it", async () => {
    const { settle, identityId, passed, proof } = await fixture();
    await settle({ factors: [{ identityId, method: "TOTP", isRemoved: true }] }, to(undefined));
    expect(await settle({ challenge: passed, factors: [proof("TOTP")] }, to(undefined))).toBe("challenge");
  });

  test("of seven at once that add a factor each: the level follows from all of them", async () => {
    const { database, settle, proof, identityId } = await fixture();
    const methods: Method[] = ["EMAIL", "PHONE", "PASSWORD", "PIN", "SECURITY_QUESTIONS", "TOTP", "WEBAUTHN"];
    const whenAll: LevelAfter = (level, evidence) => ({
      level: evidence.length === methods.length ? "LEVEL_BASIC" : level,
      falls: [],
    });
    await Promise.all(methods.map((method) => settle({ factors: [proof(method)] }, whenAll)));
    expect((await storedIdentities(database).find(identityId))?.level).toBe(1);
  });
});
