import { expect, test } from "vitest";
import { World } from "../../support/identity/world.ts";
import { sharedServer } from "../../support/shared-server.ts";

const server = sharedServer();

test("the vault is rotated by who may, and what it sealed before still opens", async () => {
  const world = new World(server());
  const { identity } = await world.identity({ email: "ada@example.org" });
  const before = (await world.call("GET", "/v1/admin/vault")).body.result.status;
  const rotated = await world.call("POST", "/v1/admin/vault/rotate", {});
  expect(rotated.status).toBe(200);
  expect(rotated.body.result.status).toMatchObject({ active_version: before.active_version + 1 });
  expect((await world.call("GET", `/api/identities/${identity.id}`)).body.result.identity.email).toBe(
    "ada@example.org",
  );
});

test("the vault refuses who has not the permission of just that operation", async () => {
  const world = new World(server());
  const { secret } = await server().createKey("developer", ["vault:status"]);
  expect((await world.call("GET", "/v1/admin/vault", undefined, secret)).status).toBe(200);
  expect((await world.call("POST", "/v1/admin/vault/rotate", {}, secret)).status).toBe(403);
  expect((await world.call("GET", "/v1/admin/vault", undefined, "")).status).toBe(401);
});
