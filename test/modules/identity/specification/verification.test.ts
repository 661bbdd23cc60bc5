import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { onEveryServer, type ServerUnderTest } from "../../../support/every-server.ts";
import { ApiClient } from "../../../support/identity/api-client.ts";
import {
  type Applicant,
  decide,
  newApplicant,
  newClientKey,
  newReviewer,
  raiseToBasic,
  raiseToBusiness,
  raiseToEnhanced,
  raiseToEnterprise,
  raiseToStandard,
  registerDevice,
  requestCheck,
  sendDecision,
  signedDecision,
  startComplianceService,
} from "../../../support/identity/applicant.ts";
import { enrolTotp, lastCode, newOwner, password } from "../../../support/identity/owner.ts";

let complianceService: Awaited<ReturnType<typeof startComplianceService>>;
beforeAll(async () => {
  complianceService = await startComplianceService();
});
afterAll(() => complianceService.close());

function suite({ server }: ServerUnderTest): void {
  const api = () => new ApiClient(server());
  const { privateKey, public_key } = newClientKey();
  const methodsOf = async (id: string): Promise<string[]> => {
    const { body } = await api().call("GET", `/api/identities/${id}/verification`);
    return body.result.verification.factors.map(({ method }: { method: string }) => method);
  };

  describe("Verification levels:", () => {
    const levels: [string, (ada: Applicant) => Promise<void>][] = [
      ["LEVEL_BASIC: e-mail or phone", raiseToBasic],
      ["LEVEL_STANDARD: two factors", raiseToStandard],
      ["LEVEL_ENHANCED: personal information is validated", raiseToEnhanced],
      ["LEVEL_BUSINESS: a business by its documents", raiseToBusiness],
      ["LEVEL_ENTERPRISE: an enterprise by legal validation", (ada) => raiseToEnterprise(ada, privateKey)],
    ];
    test.each(levels)("%s", async (row, climb) => {
      const ada = await newApplicant(api(), { public_key });
      await climb(ada);
      const { body } = await api().call("GET", `/api/identities/${ada.id}`);
      expect(body.result.identity.verification_level).toBe(row.split(":")[0]);
    });

    test("have five values and no other", async () => {
      const { id } = await newOwner(api());
      const requestLevel = async (level: unknown) => {
        const { body } = await api().call("PUT", `/api/verification/level/${id}`, { level });
        return body.error.code;
      };
      for (const [row] of levels) expect(await requestLevel(row.split(":")[0])).toBe("STATE_INVALID");
      for (const level of ["LEVEL_NONE", "level_basic", "AUTH_BASIC", 1, ""]) {
        expect(await requestLevel(level), String(level)).toBe("PARAMETER_INVALID");
      }
    });
  });

  describe("Verification methods:", () => {
    const answered: [string, string, object][] = [
      ["knowledge: password", "METHOD_PASSWORD", { code: password }],
      ["knowledge: PIN code", "METHOD_PIN", { code: "730516" }],
      [
        "knowledge: security questions",
        "METHOD_SECURITY_QUESTIONS",
        { answers: { pet: "a quiet tortoise", street: "Linden Avenue", teacher: "Miss Honey" } },
      ],
    ];
    test.each(answered)("%s", async (_, method, response) => {
      const ada = await newApplicant(api());
      await ada.answer((await ada.begin(method)).id, response);
      expect(await methodsOf(ada.id)).toEqual([method]);
    });

    test("possession: e-mail access", async () => {
      const ada = await newApplicant(api());
      await raiseToBasic(ada);
      expect(await methodsOf(ada.id)).toEqual(["METHOD_EMAIL"]);
    });

    test("possession: mobile device, by messages to it and by an app on it", async () => {
      const ada = await newOwner(api());
      const { result } = await ada.begin("METHOD_PHONE", { address: "+4930123456" });
      await ada.answer(result.challenge.id, { code: lastCode(api()) });
      await enrolTotp(ada);
      expect(await methodsOf(ada.id)).toEqual(expect.arrayContaining(["METHOD_PHONE", "METHOD_TOTP"]));
    });

    test("possession: hardware token", async () => {
      const ada = await newApplicant(api());
      await registerDevice(ada);
      expect(await methodsOf(ada.id)).toContain("METHOD_WEBAUTHN");
    });

    test("inherence: biometrics, when the device verifies its user; one that does not proves nothing", async () => {
      const ada = await newApplicant(api());
      await raiseToBasic(ada);
      await ada.answer((await ada.begin("METHOD_PIN")).id, { code: "730516" });
      const { id, parameters } = await ada.begin("METHOD_WEBAUTHN");
      await ada.answer(id, { credential: ada.device.register(parameters.options, { userVerified: false }) });
      expect(await methodsOf(ada.id)).not.toContain("METHOD_WEBAUTHN");
      await registerDevice(ada);
      // The inherence factor is not among the missing requirements.
      expect((await ada.status()).missing).toEqual(["PERSONAL_DATA"]);
    });

    test.each([
      ["identity", "LEVEL_ENHANCED", "METHOD_PERSONAL_DOCUMENTS", 1],
      ["business registration", "LEVEL_BUSINESS", "METHOD_ORGANISATION_DOCUMENTS", 2],
    ])("document verification: %s", async (_, level, method, reviewers) => {
      const ada = await newApplicant(api());
      const { id } = (await ada.submit(level)).body.result.case;
      for (let approvals = 0; approvals < reviewers; approvals += 1) {
        expect(await methodsOf(ada.id)).toEqual([]);
        await decide(api(), id, await newReviewer(api()));
      }
      expect(await methodsOf(ada.id)).toEqual([method]);
    });

    test.each([
      ["CHECK_PERSONAL", "METHOD_PERSONAL_COMPLIANCE"],
      ["CHECK_LEGAL", "METHOD_LEGAL_COMPLIANCE"],
    ])("third-party compliance checks: %s", async (check, method) => {
      const ada = await newApplicant(api());
      const case_id = await requestCheck(ada, check);
      expect(complianceService.requests.at(-1)).toMatchObject({ case_id, identity_id: ada.id });
      await sendDecision(api(), signedDecision({ case_id, decision: "CLEARED" }));
      expect(await methodsOf(ada.id)).toEqual([method]);
    });
  });

  test("States, verification level moves: challenge, answer, validation, new level, status for applications", async () => {
    const ada = await newApplicant(api());
    const application = (await server().createKey("developer", ["verification:read"])).secret;
    const query = async () =>
      (await api().call("GET", `/api/verification/status/${ada.id}`, undefined, application)).body.result;
    expect((await query()).verification).not.toHaveProperty("level");
    const challenge = await ada.begin("METHOD_EMAIL");
    expect(challenge).toMatchObject({ identity_id: ada.id, state: "CHALLENGE_PENDING" });
    const code = lastCode(api());
    const wrong = await ada.answer(challenge.id, { code: code === "0000 0000" ? "1111 1111" : "0000 0000" });
    expect(wrong.challenge.state).toBe("CHALLENGE_PENDING");
    expect((await query()).verification).not.toHaveProperty("level");
    const right = await ada.answer(challenge.id, { code });
    expect(right.challenge.state).toBe("CHALLENGE_PASSED");
    expect((await query()).verification).toMatchObject({ level: "LEVEL_BASIC", next_level: "LEVEL_STANDARD" });
  });

  describe("Endpoints, verification:", () => {
    test.each([
      ["POST", "/api/verification/challenge"],
      ["POST", "/api/verification/response"],
      ["GET", "/api/verification/status/:id"],
      ["PUT", "/api/verification/level/:id"],
    ])("%s %s carries no version segment, and has no other method", async (verb, template) => {
      const path = template.replace(":id", (await newOwner(api())).id);
      const body = verb === "GET" ? undefined : {};
      expect((await api().call(verb, `/v1${path}`, body)).status).toBe(404);
      for (const other of ["POST", "PUT", "PATCH", "DELETE"].filter((method) => method !== verb)) {
        expect((await api().call(other, path, {})).status, other).toBe(405);
      }
    });

    test("POST /api/verification/challenge", async () => {
      const ada = await newApplicant(api());
      expect(await ada.begin("METHOD_EMAIL")).toMatchObject({ identity_id: ada.id, method: "METHOD_EMAIL" });
    });

    test("POST /api/verification/response", async () => {
      const ada = await newApplicant(api());
      const answered = await registerDevice(ada);
      expect(Object.keys(answered)).toEqual(["challenge", "verification", "recovery_codes"]);
    });

    test("GET /api/verification/status/:id", async () => {
      const { id } = await newApplicant(api());
      const { status, body } = await api().call("GET", `/api/verification/status/${id}`);
      expect([status, body.result.verification.identity_id]).toEqual([200, id]);
      const other = await api().call("GET", `/api/identities/${id}/verification`);
      expect(other.body).toEqual(body);
    });

    test("PUT /api/verification/level/:id", async () => {
      const ada = await newOwner(api());
      await ada.prove("METHOD_PASSWORD", password);
      await enrolTotp(ada);
      await ada.proveEmail();
      const path = `/api/verification/level/${ada.id}`;
      const { status, body } = await api().call("PUT", path, { level: "LEVEL_STANDARD" });
      expect([status, body.result.verification.level]).toEqual([200, "LEVEL_STANDARD"]);
    });
  });
}

onEveryServer("the specification of verification", suite, () => complianceService.settings);
