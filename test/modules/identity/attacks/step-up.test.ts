import { describe, expect, test } from "vitest";
import { onEveryServer } from "../../../support/every-server.ts";
import { ApiClient } from "../../../support/identity/api-client.ts";
import { movedClock } from "../../../support/identity/moved-clock.ts";
import { enrolTotp, freshAddress, newOwner } from "../../../support/identity/owner.ts";

const clock = movedClock();

const fiveMinutesMs = 5 * 60_000;

onEveryServer(
  "a stolen session",
  ({ server }) => {
    const api = () => new ApiClient(server());

    const changes: [string, (id: string) => [string, string, object]][] = [
      ["add a signing key", (id) => ["POST", `/api/identities/${id}/keys`, {}]],
      ["rotate the rotation key", (id) => ["POST", `/api/identities/${id}/rotation-key`, {}]],
      ["change the e-mail address", (id) => ["PUT", `/api/identities/${id}`, { email: freshAddress() }]],
    ];

    const use = async (id: string, session: string) =>
      (await api().call("GET", `/api/identities/${id}`, undefined, session)).status;

    describe.each(changes)("cannot %s", (_, change) => {
      const attempt = async (id: string, credentials: string) => (await api().call(...change(id), credentials)).status;

      test("five minutes after it was opened, though all else", async () => {
        const { id } = await newOwner(api());
        const session = await api().session(id);
        clock.aheadMs = fiveMinutesMs + 2_000;
        const { status, body } = await api().call(...change(id), session);
        expect([status, body.error.message]).toEqual([403, expect.stringContaining("proof of the identity")]);
        const harmless = await api().call("PUT", `/api/identities/${id}`, { display_name: "Ada" }, session);
        expect(harmless.status).toBe(200);
        expect(await attempt(id, await api().session(id))).toBe(200);
      });

      test("by a session whose token it requested, nor by its JWT", async () => {
        const { id } = await newOwner(api());
        const session = await api().session(id, { auth_scope: "identities:* authentication:*" });
        clock.aheadMs = fiveMinutesMs + 2_000;
        const request = { identity_id: id, client_id: "app" };
        const { body } = await api().call("POST", "/api/authentication/token", request, session);
        const derived = (await api().authenticate(body.result.token)).session_token;
        const { jwt } = (await api().call("POST", "/api/authentication/jwt", {}, session)).body.result;
        expect([await attempt(id, derived), await attempt(id, jwt)]).toEqual([403, 403]);
      });

      test("by a factor that it enrolled itself", async () => {
        const ada = await newOwner(api());
        const session = await api().session(ada.id);
        clock.aheadMs = fiveMinutesMs + 2_000;
        const { app } = await enrolTotp(ada);
        expect(await attempt(ada.id, session)).toBe(403);
        clock.aheadMs += 60_000;
        await proveTo(ada.id, session, app);
        expect(await attempt(ada.id, session)).toBe(403);
      });

      test("by a factor that it enrolled itself and answers in a session that it opened, nor in one opened by that", async () => {
        const { id } = await newOwner(api());
        const session = await api().session(id);
        const early = await derivedFrom(id, session);
        clock.aheadMs = fiveMinutesMs + 2_000;
        await answerPassword(id, session);
        const derived = await derivedFrom(id, session);
        const later = [async () => derived, () => derivedFrom(id, derived), () => derivedFrom(id, early)];
        for (const thief of [...later, async () => early]) {
          const opened = await thief();
          await answerPassword(id, opened);
          expect(await attempt(id, opened)).toBe(403);
        }
        expect(await attempt(id, session)).toBe(403);
      });

      test("by such a factor after its owner has proven the identity to the session that requested its token", async () => {
        const ada = await newOwner(api());
        const { app } = await enrolTotp(ada);
        const session = await api().session(ada.id);
        const derived = await derivedFrom(ada.id, session);
        clock.aheadMs = fiveMinutesMs + 2_000;
        await answerPassword(ada.id, derived);
        await proveTo(ada.id, session, app);
        const later = await derivedFrom(ada.id, derived);
        for (const thief of [later, derived]) {
          await answerPassword(ada.id, thief);
          expect(await attempt(ada.id, thief)).toBe(403);
        }
      });

      test("but a session whose token another requested can, by a factor that was enrolled before that", async () => {
        const ada = await newOwner(api());
        const { app } = await enrolTotp(ada);
        const derived = await derivedFrom(ada.id, await api().session(ada.id));
        expect(await attempt(ada.id, derived)).toBe(403);
        clock.aheadMs += 60_000;
        await proveTo(ada.id, derived, app);
        expect(await attempt(ada.id, derived)).toBe(200);
      });

      test("but its owner can, by a factor that was enrolled before, and the other sessions end", async () => {
        const ada = await newOwner(api());
        const { app } = await enrolTotp(ada);
        const [session, other] = [await api().session(ada.id), await api().session(ada.id)];
        clock.aheadMs = fiveMinutesMs + 2_000;
        expect(await attempt(ada.id, session)).toBe(403);
        await proveTo(ada.id, session, app);
        expect(await attempt(ada.id, other)).toBe(403);
        expect(await use(ada.id, other)).toBe(200);
        expect(await attempt(ada.id, session)).toBe(200);
        expect([await use(ada.id, session), await use(ada.id, other)]).toEqual([200, 401]);
      });
    });

    /** Opens a session by a token that another one requests. */
    async function derivedFrom(identity_id: string, session: string): Promise<string> {
      const request = { identity_id, client_id: "app" };
      const { body } = await api().call("POST", "/api/authentication/token", request, session);
      const { token } = body.result;
      const opened = await api().call("POST", "/api/authentication/authenticate", { token }, session);
      return opened.body.result.session_token;
    }

    /** Answers a challenge of a password under a session; the first answer enrols it. */
    async function answerPassword(identity_id: string, session: string): Promise<void> {
      const request = { identity_id, method: "METHOD_PASSWORD" };
      const begun = await api().call("POST", "/api/verification/challenge", request, session);
      const challenge_id = begun.body.result.challenge.id;
      const response = { identity_id, challenge_id, code: "correct horse battery 9 staple" };
      const answered = await api().call("POST", "/api/verification/response", response, session);
      expect(answered.body.result.challenge.state).toBe("CHALLENGE_PASSED");
      clock.aheadMs += 5;
    }

    /** Answers a challenge of an authenticator app under a session. */
    async function proveTo(identity_id: string, session: string, app: { code: () => string }): Promise<void> {
      const request = { identity_id, method: "METHOD_TOTP" };
      const begun = await api().call("POST", "/api/verification/challenge", request, session);
      const response = { identity_id, challenge_id: begun.body.result.challenge.id, code: app.code() };
      const answered = await api().call("POST", "/api/verification/response", response, session);
      expect(answered.body.result.challenge.state).toBe("CHALLENGE_PASSED");
    }
  },
  () => ({ SESSION_GRANTS: "identities:*" }),
);
