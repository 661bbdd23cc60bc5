import { expect, onTestFinished, test } from "vitest";
import { EventService } from "#contract/wallet/v1/event_service_pb.js";
import { createAuthenticator } from "../../../server/access/authentication/authenticate.ts";
import { mintSessionToken } from "../../../server/access/authentication/session-token.ts";
import { sessionIdleMs } from "../../../server/access/domain/session-expiry.ts";
import { storedKeys } from "../../../server/access/store/keys.ts";
import { storedSessions } from "../../../server/access/store/sessions.ts";
import { storedAuthentications } from "../../../server/modules/identity/store/authentications.ts";
import { storedIdentities } from "../../../server/modules/identity/store/identities.ts";
import { compileAccess } from "../../../server/rpc/authorization.ts";
import type { Principal } from "../../../server/rpc/principal.ts";
import { CallWait } from "../../../server/rpc/waits/call-wait.ts";
import { Credentials } from "../../../server/rpc/waits/credentials.ts";
import { temporaryDatabase } from "../../support/database/temporary-database.ts";
import { admittance, newIdentity } from "../../support/identity/samples.ts";

const plan = { name: "identity", requestsPerMinute: 600, concurrentRequests: 20 };
const access = compileAccess(EventService.method.listEvents, new Set());

/** A call of a session that waits, whose credentials are looked at each millisecond, by a clock that the test moves. */
async function openWait() {
  const database = await temporaryDatabase();
  const clock = { ms: 10_000 };
  const { identity, key, rotationKey } = newIdentity();
  await storedIdentities(database).create(identity, key, rotationKey);
  const admitted = admittance(key, { atMs: clock.ms });
  const session = { ...admitted.session, expiresAt: new Date(clock.ms + 3 * sessionIdleMs), permissions: ["*"] };
  const { token, digest } = mintSessionToken(session.id);
  await storedAuthentications(database).admit({ ...admitted, session, sessionDigest: digest });
  const authenticator = createAuthenticator({
    keys: storedKeys(database),
    sessions: storedSessions(database),
    plans: new Map(),
    sessionPlan: plan,
    now: () => clock.ms,
  });
  onTestFinished(() => authenticator.close());
  const looks = new Set<Promise<Principal>>();
  let looked = (_: Promise<Principal>) => {};
  async function identify(): Promise<Principal> {
    const look = (async () => authenticator.authenticate(`Bearer ${token}`, undefined))();
    looks.add(look);
    looked(look);
    return look.finally(() => looks.delete(look));
  }
  const wait = new CallWait(
    {},
    new Credentials({ principalId: `identity:${identity.id}`, access, identify, checkMs: 1 }),
    () => () => {},
  );
  let end = () => {};
  const work = new Promise<string>((resolve) => {
    end = () => resolve("told");
  });
  const told = wait.for(() => work).catch(({ reason }) => reason as string);
  const ended = told.then((what): never => {
    throw new Error(`the wait has ended: ${what}`);
  });
  ended.catch(() => {});
  return {
    told,
    end,
    clock,
    expiresAtMs: session.expiresAt.getTime(),
    identify,
    /** Lets time pass, until the waiting call has looked and its use is written. */
    async pass(ms: number): Promise<void> {
      await Promise.allSettled(looks);
      clock.ms += ms;
      const next = new Promise<{ done: Promise<unknown> }>((resolve) => {
        looked = (done) => resolve({ done });
      });
      const look = await Promise.race([next, ended]);
      await Promise.allSettled([look.done]);
      await authenticator.flush();
    },
  };
}

test("a session is in use while a call of it waits, and idle sessionIdleMs after that", async () => {
  const { told, end, clock, pass, identify } = await openWait();
  for (let step = 1; step <= 2; step++) await pass(sessionIdleMs - 1);
  end();
  expect(await told).toBe("told");
  clock.ms += sessionIdleMs;
  await expect(identify()).rejects.toMatchObject({ reason: "INVALID_API_KEY" });
});

test("a call that waits is refused at the latest end of its session", async () => {
  const { told, clock, pass, expiresAtMs } = await openWait();
  while (clock.ms + sessionIdleMs < expiresAtMs) await pass(sessionIdleMs - 1);
  await pass(expiresAtMs - 1 - clock.ms);
  await pass(1);
  expect(await told).toBe("INVALID_API_KEY");
});
