import { expect, test } from "vitest";
import { ApiClient } from "../../support/identity/api-client.ts";
import { sharedServer } from "../../support/shared-server.ts";

const server = sharedServer();

test("a session that names no identity is told that it is missing, and not that it lacks a permission", async () => {
  const api = new ApiClient(server());
  const { identity } = await api.identity();
  const session = await api.session(identity.id);
  const refusalOf = async (body: object) => {
    const answer = await api.call("POST", "/api/verification/challenge", body, session);
    const { code, details } = answer.body.error;
    return [answer.status, code, details.parameter ?? details.required_permission];
  };
  expect(await refusalOf({ method: "METHOD_EMAIL" })).toEqual([400, "PARAMETER_REQUIRED", "identity_id"]);
  expect(await refusalOf({ method: "METHOD_EMAIL", identity_id: 5 })).toEqual([
    400,
    "PARAMETER_INVALID",
    "identity_id",
  ]);
  const others = { method: "METHOD_EMAIL", identity_id: "another" };
  expect(await refusalOf(others)).toEqual([403, "INVALID_API_KEY", "verification:challenge"]);
  // Here its absence means all identities.
  expect((await api.call("GET", "/api/verification/cases", undefined, session)).status).toBe(403);
});
