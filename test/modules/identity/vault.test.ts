import { expect, test } from "vitest";
import { ApiClient } from "../../support/identity/api-client.ts";
import { sharedServer } from "../../support/shared-server.ts";

const server = sharedServer();

test("the vault is rotated with the permission, and values sealed before can still be opened", async () => {
  const api = new ApiClient(server());
  const { identity } = await api.identity({ email: "ada@example.org" });
  const before = (await api.call("GET", "/v1/admin/vault")).body.result.status;
  const rotated = await api.call("POST", "/v1/admin/vault/rotate", {});
  expect(rotated.status).toBe(200);
  expect(rotated.body.result.status).toMatchObject({ active_version: before.active_version + 1 });
  expect((await api.call("GET", `/api/identities/${identity.id}`)).body.result.identity.email).toBe("ada@example.org");
});

test("the vault refuses a caller without the permission of the operation", async () => {
  const api = new ApiClient(server());
  const { secret } = await server().createKey("operator", ["vault:status"]);
  expect((await api.call("GET", "/v1/admin/vault", undefined, secret)).status).toBe(200);
  expect((await api.call("POST", "/v1/admin/vault/rotate", {}, secret)).status).toBe(403);
  expect((await api.call("GET", "/v1/admin/vault", undefined, "")).status).toBe(401);
});
