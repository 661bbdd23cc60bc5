import { randomUUID } from "node:crypto";
import { describe, expect, onTestFinished, test } from "vitest";
import { createAuthenticator } from "../../../server/access/authentication/authenticate.ts";
import { mintSessionToken } from "../../../server/access/authentication/session-token.ts";
import { sessionIdleMs } from "../../../server/access/domain/session-expiry.ts";
import { storedKeys } from "../../../server/access/store/keys.ts";
import { storedSessions } from "../../../server/access/store/sessions.ts";
import { storedAuthentications } from "../../../server/modules/identity/store/authentications.ts";
import { storedIdentities } from "../../../server/modules/identity/store/identities.ts";
import { temporaryDatabase } from "../../support/database/temporary-database.ts";
import { admittance, newIdentity } from "../../support/identity/samples.ts";

const plan = { name: "identity", requestsPerMinute: 600, concurrentRequests: 20 };

/** An authenticator over a database, and an open session in it, under a clock of the test's own. */
async function house(dataDirectory?: string) {
  const database = await temporaryDatabase(dataDirectory);
  const clock = { ms: 10_000 };
  const sessions = storedSessions(database);
  const authenticator = createAuthenticator({
    keys: storedKeys(database),
    sessions,
    plans: new Map(),
    sessionPlan: plan,
    now: () => clock.ms,
  });
  onTestFinished(() => authenticator.close());
  const authenticate = async (token: string) => {
    try {
      return await authenticator.authenticate(`Bearer ${token}`);
    } catch (error) {
      return (error as { reason: string }).reason;
    }
  };
  return { database, clock, sessions, authenticator, authenticate, dataDirectory: database.dataDirectory };
}

async function openSession({ database, clock }: Awaited<ReturnType<typeof house>>) {
  const { identity, key, rotationKey } = newIdentity();
  await storedIdentities(database).create(identity, key, rotationKey);
  const admitted = admittance(key, { atMs: clock.ms });
  const session = { ...admitted.session, expiresAt: new Date(clock.ms + 3 * sessionIdleMs) };
  const { token, digest } = mintSessionToken(session.id);
  await storedAuthentications(database).admit({ ...admitted, session, sessionDigest: digest });
  return { token, session, identityId: identity.id };
}

describe("the token of a session", () => {
  test("stands for its identity, which all of its sessions are counted as", async () => {
    const one = await house();
    const { token, session, identityId } = await openSession(one);
    expect(await one.authenticate(token)).toEqual({
      id: `identity:${identityId}`,
      plan,
      permissions: ["geocode:*"],
      session: { id: session.id, identityId },
    });
  });

  test("is good until nobody has used it for a while, to the millisecond", async () => {
    const one = await house();
    const { token } = await openSession(one);
    one.clock.ms += sessionIdleMs - 1;
    expect(await one.authenticate(token)).toMatchObject({ plan });
    await one.authenticator.flush();
    one.clock.ms += sessionIdleMs - 1;
    expect(await one.authenticate(token)).toMatchObject({ plan });
    await one.authenticator.flush();
    const idle = await house(one.dataDirectory);
    idle.clock.ms = one.clock.ms + sessionIdleMs;
    expect(await idle.authenticate(token)).toBe("INVALID_API_KEY");
  });

  test("is over at the end that was set, however much it is used", async () => {
    const one = await house();
    const { token, session } = await openSession(one);
    for (const step of [0.9, 1.8, 2.7]) {
      one.clock.ms = 10_000 + step * sessionIdleMs;
      expect(await one.authenticate(token)).toMatchObject({ plan });
      await one.authenticator.flush();
    }
    one.clock.ms = session.expiresAt.getTime() - 1;
    expect(await one.authenticate(token)).toMatchObject({ plan });
    one.clock.ms += 1;
    expect(await one.authenticate(token)).toBe("INVALID_API_KEY");
  });

  test("is refused at once after a logout here, and within a second after one elsewhere", async () => {
    const one = await house();
    const { token, session, identityId } = await openSession(one);
    const other = await house(one.dataDirectory);
    await one.authenticate(token);
    await other.authenticate(token);
    await one.sessions.revoke(identityId, session.id, new Date(one.clock.ms));
    expect(await one.authenticate(token)).toBe("INVALID_API_KEY");
    other.clock.ms += 1_000;
    expect(await other.authenticate(token)).toBe("INVALID_API_KEY");
  });

  test("that nobody was given is refused, and so is one without its last character", async () => {
    const one = await house();
    const { token, session } = await openSession(one);
    expect(await one.authenticate(mintSessionToken(randomUUID()).token)).toBe("INVALID_API_KEY");
    expect(await one.authenticate(mintSessionToken(session.id).token)).toBe("INVALID_API_KEY");
    expect(await one.authenticate(token.slice(0, -1))).toBe("INVALID_API_KEY");
    expect(await one.authenticate("pls_")).toBe("INVALID_API_KEY");
  });
});
