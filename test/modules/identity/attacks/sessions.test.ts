import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { mintSessionToken } from "../../../../server/access/authentication/session-token.ts";
import { onEveryServer } from "../../../support/every-server.ts";
import { ApiClient } from "../../../support/identity/api-client.ts";
import { newClient } from "../../../support/identity/client.ts";
import { newOwner } from "../../../support/identity/owner.ts";

onEveryServer("a session", ({ server }) => {
  const api = () => new ApiClient(server());

  describe("cannot be fixed beforehand:", () => {
    const planted = mintSessionToken(randomUUID()).token;
    const places: [string, object, string, Record<string, string>, string][] = [
      ["in the body", { session_token: planted, sessionToken: planted }, "", {}, ""],
      ["in the query", {}, `?session_token=${planted}`, {}, ""],
      ["in a cookie", {}, "", { Cookie: `session_token=${planted}` }, ""],
      ["in a header", {}, "", { "X-Session-Token": planted }, ""],
      ["as the other credentials of a call", {}, "", { "X-Authorization": `Bearer ${planted}` }, ""],
    ];
    test.each(places)("%s", async (_, members, query, headers, credentials) => {
      const { id, mint } = await newClient(api());
      const path = `/api/authentication/authenticate${query}`;
      const { body } = await api().call("POST", path, { token: await mint(), ...members }, credentials, headers);
      // A query beside a body may be refused; then there is no session at all.
      expect(body.result?.session_token).not.toBe(planted);
      expect((await api().call("GET", `/api/identities/${id}`, undefined, planted)).status).toBe(401);
    });

    test("a call under another session opens a new one, of the identity that signed", async () => {
      const [eve, ada] = [await newClient(api()), await newClient(api())];
      const session = (await api().authenticate(await eve.mint())).session_token as string;
      const path = "/api/authentication/authenticate";
      const { body } = await api().call("POST", path, { token: await ada.mint() }, session);
      expect(body.result.session_token).not.toBe(session);
      const use = async (credentials: string) =>
        (await api().call("GET", `/api/identities/${ada.id}`, undefined, credentials)).status;
      expect([await use(session), await use(body.result.session_token)]).toEqual([403, 200]);
    });
  });

  test("does not rise with its identity's level, and keeps the level at which it was opened", async () => {
    const ada = await newOwner(api());
    const session = await api().session(ada.id);
    await ada.proveEmail();
    const { body } = await api().call("GET", `/api/identities/${ada.id}/sessions`, undefined, session);
    expect(body.result.sessions).toMatchObject([{ auth_level: "AUTH_NONE" }]);
  });

  test.each(["*", "keys:create", "identities:*", "verification:review", "vault:rotate", "geocode", "Geocode:*"])(
    "gets no permission from the scope %s, which the server does not grant",
    async (auth_scope) => {
      const { mint } = await newClient(api());
      const session = (await api().authenticate(await mint({ scope: auth_scope }))).session_token as string;
      const transform = { data: [1, 2, 3], source_dimensions: 3, target_dimensions: 4 };
      for (const [verb, path, body] of [
        ["POST", "/v1/geocode/transform", transform],
        ["GET", "/v1/admin/keys", undefined],
        ["POST", "/v1/admin/vault/rotate", {}],
        ["GET", "/api/verification/cases", undefined],
        ["POST", "/api/identities/create", { username: "eve.by.scope" }],
      ] as const) {
        expect((await api().call(verb, path, body, session)).status, path).toBe(403);
      }
    },
  );

  test("cannot have a token minted for more than it holds, and can for as much", async () => {
    const { identity } = await api().identity();
    const session = await api().session(identity.id, { auth_scope: "geocode:encode authentication:token" });
    const mint = (auth_scope: string) => {
      const request = { identity_id: identity.id, client_id: "app", auth_scope };
      return api().call("POST", "/api/authentication/token", request, session);
    };
    for (const wider of ["geocode:*", "geocode:encode geocode:decode"]) {
      expect(await mint(wider)).toMatchObject({ status: 403 });
    }
    expect(await mint("geocode:encode level:basic")).toMatchObject({ status: 200 });
  });

  test("is not opened by a token whose scope was widened after it was signed", async () => {
    const { mint } = await newClient(api());
    const [header, payload, signature] = (await mint({ scope: "geocode:encode" })).split(".") as [
      string,
      string,
      string,
    ];
    const widened = Buffer.from(payload, "base64url").toString().replace("geocode:encode", "geocode:*");
    const token = [header, Buffer.from(widened).toString("base64url"), signature].join(".");
    expect((await api().authenticate(token)).error_code).toBe("AUTH_ERROR_SIGNATURE_INVALID");
  });

  test("is opened for one of two identities that use the same nonce", async () => {
    const clients = [await newClient(api()), await newClient(api())];
    const { body } = await api().call("POST", "/api/authentication/challenge", { client_id: "app" });
    const { challenge } = body.result;
    const results: unknown[] = [];
    for (const { mint } of clients) results.push((await api().authenticate(await mint({ challenge }))).success);
    expect(results).toEqual([true, false]);
  });
});
