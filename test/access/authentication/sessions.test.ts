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

/** An authenticator over a database, with a clock of its own. */
async function openServer(dataDirectory?: string) {
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

async function openSession({ database, clock }: Awaited<ReturnType<typeof openServer>>) {
  const { identity, key, rotationKey } = newIdentity();
  await storedIdentities(database).create(identity, key, rotationKey);
  const admitted = admittance(key, { atMs: clock.ms });
  const session = { ...admitted.session, expiresAt: new Date(clock.ms + 3 * sessionIdleMs) };
  const { token, digest } = mintSessionToken(session.id);
  await storedAuthentications(database).admit({ ...admitted, session, sessionDigest: digest });
  return { token, session, identityId: identity.id };
}

describe("a session token", () => {
  test("authenticates its identity, whose id all of its sessions share as principal", async () => {
    const server = await openServer();
    const { token, session, identityId } = await openSession(server);
    expect(await server.authenticate(token)).toEqual({
      id: `identity:${identityId}`,
      identityId,
      plan,
      permissions: ["geocode:*"],
      session: { id: session.id, identityId, authLevel: session.authLevel, provenAtMs: session.provenAt?.getTime() },
    });
  });

  test("expires when it is not used for sessionIdleMs, to the millisecond", async () => {
    const server = await openServer();
    const { token } = await openSession(server);
    server.clock.ms += sessionIdleMs - 1;
    expect(await server.authenticate(token)).toMatchObject({ plan });
    await server.authenticator.flush();
    server.clock.ms += sessionIdleMs - 1;
    expect(await server.authenticate(token)).toMatchObject({ plan });
    await server.authenticator.flush();
    const idle = await openServer(server.dataDirectory);
    idle.clock.ms = server.clock.ms + sessionIdleMs;
    expect(await idle.authenticate(token)).toBe("INVALID_API_KEY");
  });

  test("expires at the session's expiresAt even while it is used", async () => {
    const server = await openServer();
    const { token, session } = await openSession(server);
    for (const step of [0.9, 1.8, 2.7]) {
      server.clock.ms = 10_000 + step * sessionIdleMs;
      expect(await server.authenticate(token)).toMatchObject({ plan });
      await server.authenticator.flush();
    }
    server.clock.ms = session.expiresAt.getTime() - 1;
    expect(await server.authenticate(token)).toMatchObject({ plan });
    server.clock.ms += 1;
    expect(await server.authenticate(token)).toBe("INVALID_API_KEY");
  });

  test("is refused at once after a logout here, and within a second after one in another process", async () => {
    const server = await openServer();
    const { token, session, identityId } = await openSession(server);
    const otherServer = await openServer(server.dataDirectory);
    await server.authenticate(token);
    await otherServer.authenticate(token);
    await server.sessions.revoke(identityId, session.id, new Date(server.clock.ms));
    expect(await server.authenticate(token)).toBe("INVALID_API_KEY");
    otherServer.clock.ms += 1_000;
    expect(await otherServer.authenticate(token)).toBe("INVALID_API_KEY");
  });

  test("is refused when it was never issued or lacks its last character", async () => {
    const server = await openServer();
    const { token, session } = await openSession(server);
    expect(await server.authenticate(mintSessionToken(randomUUID()).token)).toBe("INVALID_API_KEY");
    expect(await server.authenticate(mintSessionToken(session.id).token)).toBe("INVALID_API_KEY");
    expect(await server.authenticate(token.slice(0, -1))).toBe("INVALID_API_KEY");
    expect(await server.authenticate("pls_")).toBe("INVALID_API_KEY");
  });
});
