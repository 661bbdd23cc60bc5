import { describe, expect, test } from "vitest";
import { onEveryServer } from "../../../support/every-server.ts";
import { ApiClient } from "../../../support/identity/api-client.ts";
import { agreementSignature, newApplicant, newClientKey } from "../../../support/identity/applicant.ts";
import { createAuthenticator } from "../../../support/identity/authenticator.ts";
import { movedClock } from "../../../support/identity/moved-clock.ts";
import { lastCode, newOwner } from "../../../support/identity/owner.ts";

const page = { origin: "https://app.example.org", rpId: "example.org" };
const settings = { WEBAUTHN_RP_ID: page.rpId, WEBAUTHN_ORIGINS: page.origin };

const clock = movedClock();

const passed = "CHALLENGE_PASSED";
const wrongCode = (right: string) => (right === "0000 0000" ? "1111 1111" : "0000 0000");
const staleMs = 5 * 60_000 + 2_000;

const secrets: [string, object, object][] = [
  ["METHOD_PASSWORD", { code: "seven quiet otters hum at 1897" }, { code: "nine loud herons dive at 2041" }],
  ["METHOD_PIN", { code: "730516" }, { code: "194027" }],
  [
    "METHOD_SECURITY_QUESTIONS",
    { answers: { pet: "a quiet tortoise", street: "Linden Avenue", teacher: "Miss Honey" } },
    { answers: { boat: "the old Calypso", river: "Upper Dordogne", friend: "Mister Fox" } },
  ],
];

onEveryServer(
  "replacing",
  ({ server }) => {
    const api = () => new ApiClient(server());

    /** Calls under a session. */
    function under(identity_id: string, session: string) {
      const post = async (path: string, body: object) =>
        (await api().call("POST", `/api/verification/${path}`, { identity_id, ...body }, session)).body;
      const begin = async (method: string, replace: boolean, address?: string) =>
        post("challenge", { method, replace, address });
      const answer = async (challenge_id: string, more: object) => post("response", { challenge_id, ...more });
      /** State of a new challenge after an answer to it. */
      const prove = async (method: string, more: object, replace = false) => {
        const { result } = await answer((await begin(method, replace)).result.challenge.id, more);
        return result.challenge.state as string;
      };
      return { begin, answer, prove };
    }

    describe.each(secrets)("of %s", (method, first, second) => {
      test("by its owner with a fresh proof makes the new one right and the old one wrong", async () => {
        const { id } = await newOwner(api());
        const [session, other] = [await api().session(id), await api().session(id)];
        const { prove } = under(id, session);
        expect(await prove(method, first)).toBe("CHALLENGE_PASSED");
        expect(await prove(method, second, true)).toBe("CHALLENGE_PASSED");
        expect(await prove(method, first)).toBe("CHALLENGE_PENDING");
        expect(await prove(method, second)).toBe("CHALLENGE_PASSED");
        const use = async (token: string) =>
          (await api().call("GET", `/api/identities/${id}`, undefined, token)).status;
        expect([await use(session), await use(other)]).toEqual([200, 401]);
      });

      test("is refused to a stolen session, before and after the challenge", async () => {
        const { id } = await newOwner(api());
        const session = await api().session(id);
        const { begin, answer, prove } = under(id, session);
        expect(await prove(method, first)).toBe("CHALLENGE_PASSED");
        const { challenge } = (await begin(method, true)).result;
        clock.aheadMs = staleMs;
        const message = expect.stringContaining("proof of the identity");
        expect((await begin(method, true)).error).toMatchObject({ message });
        expect((await answer(challenge.id, second)).error).toMatchObject({ message });
        expect(await prove(method, first)).toBe("CHALLENGE_PASSED");
      });
    });

    describe("of a phone number", () => {
      const [first, second] = ["+4930123456", "+4930123457"] as const;

      /** An owner who has proven the first number, and the calls of a session. */
      async function provenPhone() {
        const { id } = await newOwner(api());
        const calls = under(id, await api().session(id));
        const begun = (await calls.begin("METHOD_PHONE", false, first)).result.challenge;
        expect((await calls.answer(begun.id, { code: lastCode(api()) })).result.challenge.state).toBe(passed);
        return { id, ...calls };
      }

      test("needs `replace`: another number is refused, and the proven one can be proven again", async () => {
        const { begin, answer } = await provenPhone();
        expect((await begin("METHOD_PHONE", false, second)).error).toMatchObject({
          code: "STATE_INVALID",
          details: { parameter: "address" },
        });
        const again = (await begin("METHOD_PHONE", false, first)).result.challenge;
        expect((await answer(again.id, { code: lastCode(api()) })).result.challenge.state).toBe(passed);
      });

      test("by its owner with a fresh proof ends the other sessions", async () => {
        const { id, begin, answer } = await provenPhone();
        const other = await api().session(id);
        const { challenge } = (await begin("METHOD_PHONE", true, second)).result;
        expect((await answer(challenge.id, { code: lastCode(api()) })).result.challenge.state).toBe(passed);
        expect((await begin("METHOD_PHONE", false, first)).error.code).toBe("STATE_INVALID");
        expect((await begin("METHOD_PHONE", false, second)).result.challenge.state).toBe("CHALLENGE_PENDING");
        expect((await api().call("GET", `/api/identities/${id}`, undefined, other)).status).toBe(401);
      });

      test("is refused to a stolen session, before and after the challenge", async () => {
        const { begin, answer } = await provenPhone();
        const { challenge } = (await begin("METHOD_PHONE", true, second)).result;
        const code = lastCode(api());
        clock.aheadMs = staleMs;
        const message = expect.stringContaining("proof of the identity");
        expect((await begin("METHOD_PHONE", true, second)).error).toMatchObject({ message });
        expect((await answer(challenge.id, { code })).error).toMatchObject({ message });
      });

      test("counts wrong codes, which could be guessed", async () => {
        const { begin, answer } = await provenPhone();
        for (let challenges = 0; challenges < 3; challenges += 1) {
          const { challenge } = (await begin("METHOD_PHONE", true, second)).result;
          for (let guesses = 0; guesses < 5; guesses += 1)
            await answer(challenge.id, { code: wrongCode(lastCode(api())) });
        }
        const { challenge } = (await begin("METHOD_PHONE", true, second)).result;
        expect((await answer(challenge.id, { code: lastCode(api()) })).error.code).toBe("RATE_LIMIT_EXCEEDED");
      });
    });

    test("of a passkey registers the new one and forgets the old one", async () => {
      const { id } = await newOwner(api());
      const { begin, answer } = under(id, await api().session(id));
      const devices = [createAuthenticator("ES256", page), createAuthenticator("ES256", page)] as const;
      for (const device of devices) {
        const { challenge } = (await begin("METHOD_WEBAUTHN", device === devices[1])).result;
        expect(challenge.parameters.enrolled).toBe(false);
        const credential = device.register(challenge.parameters.options);
        expect((await answer(challenge.id, { credential })).result.challenge.state).toBe("CHALLENGE_PASSED");
      }
      const { challenge } = (await begin("METHOD_WEBAUTHN", false)).result;
      const allowed = challenge.parameters.options.allowCredentials;
      expect(allowed).toHaveLength(1);
      const credential = devices[1].authenticate(challenge.parameters.options);
      expect((await answer(challenge.id, { credential })).result.challenge.state).toBe("CHALLENGE_PASSED");
    });

    test("does not approve an agreement in place of a hardware key that was registered before", async () => {
      const ada = await newOwner(api());
      const { begin, answer } = under(ada.id, await api().session(ada.id));
      const first = createAuthenticator("ES256", page);
      const { challenge } = (await begin("METHOD_WEBAUTHN", false)).result;
      await answer(challenge.id, { credential: first.register(challenge.parameters.options) });
      const { privateKey, public_key } = newClientKey();
      const company = await newApplicant(api(), { public_key });
      const offered = await company.post("agreements", { identity_id: company.id, text: "We agree." });
      const { id, statement } = offered.body.result.agreement;
      const signature = agreementSignature(privateKey, statement);
      await company.post(`agreements/${id}/signature`, { identity_id: company.id, key_id: company.keyId, signature });
      const replacing = (await begin("METHOD_WEBAUTHN", true)).result.challenge;
      const credential = createAuthenticator("ES256", page).register(replacing.parameters.options);
      const approval = { administrator_id: ada.id, challenge_id: replacing.id, credential };
      const { error } = (await company.post(`agreements/${id}/approval`, approval)).body;
      expect(error.message).toContain("does not prove it");
    });

    test.each(["METHOD_EMAIL", "METHOD_RECOVERY_CODE"])("is refused for %s", async (method) => {
      const { id } = await newOwner(api());
      const { error } = await under(id, await api().session(id)).begin(method, true);
      expect(error).toMatchObject({ code: "PARAMETER_INVALID", details: { parameter: "replace" } });
    });
  },
  () => settings,
);
