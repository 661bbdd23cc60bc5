import { describe, expect, test } from "vitest";
import { onEveryServer } from "../../../support/every-server.ts";
import { ApiClient, freshName } from "../../../support/identity/api-client.ts";
import { newApplicant, newReviewer, passport, raiseToBasic } from "../../../support/identity/applicant.ts";

onEveryServer("ten concurrent requests", ({ server }) => {
  const api = () => new ApiClient(server());
  const identity_id = ":id";
  const rows: [string, string, () => object | undefined][] = [
    [
      "POST",
      "/api/identities/create",
      () => ({ username: name, email: `${freshName()}@example.org`, start_verification: true }),
    ],
    ["PUT", "/api/identities/:id", () => ({ display_name: freshName(), email: `${freshName()}@example.org` })],
    ["PUT", "/api/identities/:id", () => ({ username: `${name}.too` })],
    ["POST", "/api/identities/:id/keys", () => ({})],
    ["DELETE", "/api/identities/:id/keys/:key", () => undefined],
    ["POST", "/api/identities/:id/rotation-key", () => ({})],
    ["POST", "/api/authentication/token", () => ({ identity_id, client_id: "app" })],
    ["POST", "/api/verification/challenge", () => ({ identity_id, method: "METHOD_EMAIL" })],
    ["POST", "/api/verification/challenge", () => ({ identity_id, method: "METHOD_TOTP" })],
    ["POST", "/api/verification/response", () => ({ identity_id, challenge_id: ":challenge", code: "730516" })],
    ["POST", "/api/verification/documents", () => ({ identity_id, level: "LEVEL_BUSINESS", documents: [passport] })],
    ["POST", "/api/verification/cases/:case/decision", () => ({ decision: "DECISION_APPROVE" })],
    ["POST", "/v1/admin/vault/rotate", () => ({})],
  ];
  const name = freshName();

  describe("are answered without a server error:", () => {
    test.each(rows)("%s %s", async (verb, path, members) => {
      // An identity with a key, a challenge and a review case, whose ids replace the placeholders.
      const ada = await newApplicant(api());
      await raiseToBasic(ada);
      const challenge = await ada.begin("METHOD_PIN");
      const submitted = await ada.submit("LEVEL_ENHANCED");
      const ids: Record<string, string> = {
        ":id": ada.id,
        ":key": ada.keyId,
        ":challenge": challenge.id,
        ":case": submitted.body.result.case.id,
      };
      const filled = (text: string) => text.replaceAll(/:(id|key|challenge|case)\b/g, (match) => ids[match] as string);
      const reviewer = path.includes("/cases/") ? await newReviewer(api()) : undefined;
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => {
          const body = members();
          return api().call(verb, filled(path), body && JSON.parse(filled(JSON.stringify(body))), reviewer);
        }),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses).toContain(200);
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
    });
  });
});
