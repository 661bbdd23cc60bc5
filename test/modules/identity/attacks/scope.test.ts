import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { onEveryServer } from "../../../support/every-server.ts";
import { ApiClient } from "../../../support/identity/api-client.ts";
import { newClient, refused } from "../../../support/identity/client.ts";

onEveryServer("the scope of a session", ({ server }) => {
  const api = () => new ApiClient(server());

  /** Statuses of calls on the own identity: reading it, its wallet and its keys, changing it, paying, adding a key. */
  async function statuses(id: string, session: string): Promise<number[]> {
    const calls: [string, string, object?][] = [
      ["GET", `/api/identities/${id}`],
      ["GET", `/api/wallets/${id}`],
      ["PUT", `/api/identities/${id}`, { display_name: "Ada" }],
      ["POST", "/api/transactions/create", { sender: id, recipient: "nobody", amount: "1", currency: "USD" }],
      ["POST", `/api/identities/${id}/keys`, {}],
    ];
    const answers: number[] = [];
    for (const [verb, path, body] of calls) answers.push((await api().call(verb, path, body, session)).status);
    return answers.map((status) => (status === 403 ? 403 : 0));
  }

  describe("confines it on every service:", () => {
    test.each([
      ["", [0, 0, 0, 0, 0]],
      ["level:none", [0, 0, 0, 0, 0]],
      ["wallets:read", [403, 0, 403, 403, 403]],
      ["wallets:* level:basic", [403, 0, 403, 403, 403]],
      ["identities:read wallets:read", [0, 0, 403, 403, 403]],
      ["identities:*", [0, 403, 0, 403, 403]],
      ["geocode:*", [403, 403, 403, 403, 403]],
      ["*", [0, 0, 0, 0, 0]],
      ["wallet:read", [403, 403, 403, 403, 403]],
    ])("%j", async (scope, expected) => {
      const { id, mint } = await newClient(api());
      const { session_token } = await api().authenticate(await mint({ scope }));
      expect(await statuses(id, session_token)).toEqual(expected);
      expect((await api().call("POST", "/api/authentication/logout", {}, session_token)).status).toBe(200);
    });
  });

  test("cannot be left by keys that a session makes for itself", async () => {
    const { id, mint } = await newClient(api());
    const { session_token } = await api().authenticate(await mint({ scope: "identities:keys" }));
    const public_key = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" }).x;
    for (const [path, body] of [
      ["keys", { public_key }],
      ["keys", {}],
      ["rotation-key", {}],
    ] as const) {
      const answer = await api().call("POST", `/api/identities/${id}/${path}`, body, session_token);
      expect([path, answer.status, answer.body.error.message]).toEqual([path, 403, expect.stringContaining("scope")]);
    }
    const { keys } = (await api().call("GET", `/api/identities/${id}/keys`)).body.result;
    expect(keys).toHaveLength(1);
  });

  test.each(["wallet:read", "wallets:fly", "level:highest", "wallets:read  openid"])(
    "is refused when a challenge or a token is requested for %j, because a word has no meaning",
    async (auth_scope) => {
      const { identity } = await api().identity();
      const asked = { client_id: "app", auth_scope };
      for (const [path, request] of [
        ["challenge", asked],
        ["token", { ...asked, identity_id: identity.id }],
      ] as const) {
        const { status, body } = await api().call("POST", `/api/authentication/${path}`, request);
        expect([path, status, body.error.details.parameter]).toEqual([path, 400, "auth_scope"]);
      }
    },
  );

  describe("a token with a nonce keeps to what the nonce was requested for:", () => {
    const request = { client_id: "app", auth_scope: "wallets:read level:basic", rotation_window: 60 };
    test.each([
      ["another client", { clientId: "other" }],
      ["a wider scope", { scope: "wallets:*" }],
      ["no scope", { scope: "" }],
      ["a longer lifetime", { lifetimeSeconds: 61 }],
    ])("not %s", async (_, members) => {
      const { mint } = await newClient(api());
      const { body } = await api().call("POST", "/api/authentication/challenge", request);
      const { challenge } = body.result;
      expect(body.result.rotation_window).toBe(300);
      const good = { challenge, scope: request.auth_scope, lifetimeSeconds: 60 };
      expect(await api().authenticate(await mint({ ...good, ...members }))).toEqual(refused("INVALID_TOKEN"));
      // The refused token consumed neither its counter nor the nonce.
      expect(await api().authenticate(await mint(good))).toMatchObject({ success: true });
    });
  });
});
