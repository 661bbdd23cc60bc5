import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { sharedServer } from "../../support/shared-server.ts";

const server = sharedServer();

test("an identity is created, authenticates by a token, uses its session, and is refused after logout", async () => {
  const { url, post } = server();
  const created = await post("/api/identities/create", {
    username: `ada${randomBytes(4).toString("hex")}`,
    email: "ada@example.org",
  });
  expect(created.body).toMatchObject({ result: { identity: { custody: "CUSTODY_SERVICE", version: 1 } } });
  const { identity, rotation_key } = created.body.result;
  expect(rotation_key.secret).toMatch(/^[\w-]{43}$/);
  const { body: minted } = await post("/api/authentication/token", {
    identity_id: identity.id,
    client_id: "app",
    auth_scope: "geocode:* identities:read",
  });
  const { status, body } = await post(
    "/api/authentication/authenticate",
    { token: minted.result.token },
    { Authorization: "" },
  );
  expect(status).toBe(200);
  expect(body).toEqual({
    result: { success: true, auth_level: "AUTH_NONE", session_token: expect.stringMatching(/^pls_/) },
  });
  const headers = { Authorization: `Bearer ${body.result.session_token}` };
  const again = await post("/api/authentication/authenticate", { token: minted.result.token });
  expect(again.body).toEqual({
    result: { success: false, auth_level: "AUTH_NONE", error_code: "AUTH_ERROR_ROTATION_INVALID" },
  });
  const own = await fetch(`${url}/api/identities/${identity.id}`, { headers });
  expect(await own.json()).toMatchObject({ result: { identity: { email: "ada@example.org" } } });
  const geocode = await post(
    "/v1/geocode/transform",
    { data: [1, 2, 3], source_dimensions: 3, target_dimensions: 4 },
    headers,
  );
  expect(geocode.status).toBe(200);
  expect((await post("/api/authentication/logout", {}, headers)).status).toBe(200);
  expect((await fetch(`${url}/api/identities/${identity.id}`, { headers })).status).toBe(401);
});
