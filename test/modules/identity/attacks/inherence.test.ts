import { expect, onTestFinished, test } from "vitest";
import { onEveryServer } from "../../../support/every-server.ts";
import { ApiClient } from "../../../support/identity/api-client.ts";
import { type Applicant, decide, newApplicant, newReviewer } from "../../../support/identity/applicant.ts";
import { enrolTotp, lastCode, password } from "../../../support/identity/owner.ts";
import { startServer } from "../../../support/server.ts";

const webAuthn = { WEBAUTHN_RP_ID: "example.org", WEBAUTHN_ORIGINS: "https://app.example.org" };

/** Proves all that LEVEL_ENHANCED requires, but for a factor of inherence. Returns the status. */
async function proveWithoutInherence(ada: Applicant) {
  await ada.answer((await ada.begin("METHOD_EMAIL")).id, { code: lastCode(ada.api) });
  await ada.answer((await ada.begin("METHOD_PASSWORD")).id, { code: password });
  const begin = async (method: string) => ({ result: { challenge: await ada.begin(method) } });
  const answer = async (id: string, more: object) => ({ result: await ada.answer(id, more) });
  await enrolTotp({ ...ada, begin, answer } as never);
  const { id } = (await ada.submit("LEVEL_ENHANCED")).body.result.case;
  await decide(ada.api, id, await newReviewer(ada.api));
  return ada.status();
}

onEveryServer("LEVEL_ENHANCED where no passkey can be enrolled", ({ server, environment }) => {
  test("is reached by two factors and personal documents", async () => {
    const { level, next_level } = await proveWithoutInherence(await newApplicant(new ApiClient(server())));
    expect({ level, next_level }).toEqual({ level: "LEVEL_ENHANCED", next_level: "LEVEL_BUSINESS" });
  });

  test("is not reached so where one can, and lost there with the next change of the evidence", async () => {
    const strict = await startServer({ ...environment(), ...webAuthn });
    onTestFinished(() => strict.close());
    const missing = ["INHERENCE_FACTOR"];
    const grace = await newApplicant(new ApiClient(strict));
    expect(await proveWithoutInherence(grace)).toMatchObject({ level: "LEVEL_STANDARD", missing });
    const ada = await newApplicant(new ApiClient(server()));
    expect(await proveWithoutInherence(ada)).toMatchObject({ level: "LEVEL_ENHANCED" });
    const call = async (path: string, body: object) =>
      (await new ApiClient(strict).call("POST", `/api/verification/${path}`, { identity_id: ada.id, ...body })).body;
    const { challenge } = (await call("challenge", { method: "METHOD_PASSWORD" })).result;
    const { verification } = (await call("response", { challenge_id: challenge.id, code: password })).result;
    expect(verification).toMatchObject({ level: "LEVEL_STANDARD", missing });
  });
});
