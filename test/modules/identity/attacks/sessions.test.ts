import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { mintSessionToken } from "../../../../server/access/authentication/session-token.ts";
import { onEveryServer } from "../../../support/every-server.ts";
import { newClient } from "../../../support/identity/client.ts";
import { newOwner } from "../../../support/identity/owner.ts";
import { World } from "../../../support/identity/world.ts";

onEveryServer("a session", ({ server }) => {
  const world = () => new World(server());

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
      const { id, mint } = await newClient(world());
      const path = `/api/authentication/authenticate${query}`;
      const { body } = await world().call("POST", path, { token: await mint(), ...members }, credentials, headers);
      // A query beside a body may be refused; then there is no session at all.
      expect(body.result?.session_token).not.toBe(planted);
      expect((await world().call("GET", `/api/identities/${id}`, undefined, planted)).status).toBe(401);
    });

    test("under a session of another the new one is another, and of who signed", async () => {
      const [eve, ada] = [await newClient(world()), await newClient(world())];
      const session = (await world().authenticate(await eve.mint())).session_token as string;
      const path = "/api/authentication/authenticate";
      const { body } = await world().call("POST", path, { token: await ada.mint() }, session);
      expect(body.result.session_token).not.toBe(session);
      const use = async (credentials: string) =>
        (await world().call("GET", `/api/identities/${ada.id}`, undefined, credentials)).status;
      expect([await use(session), await use(body.result.session_token)]).toEqual([403, 200]);
    });
  });

  test("does not rise with its identity: what it was given at its beginning stays", async () => {
    const ada = await newOwner(world());
    const session = await world().session(ada.id);
    await ada.proveEmail();
    const { body } = await world().call("GET", `/api/identities/${ada.id}/sessions`, undefined, session);
    expect(body.result.sessions).toMatchObject([{ auth_level: "AUTH_NONE" }]);
  });

  test.each(["*", "keys:create", "identities:*", "verification:review", "vault:rotate", "geocode", "Geocode:*"])(
    "has nothing of the scope %s, which the server does not grant",
    async (auth_scope) => {
      const { identity } = await world().identity();
      const session = await world().session(identity.id, { auth_scope });
      const transform = { data: [1, 2, 3], source_dimensions: 3, target_dimensions: 4 };
      for (const [verb, path, body] of [
        ["POST", "/v1/geocode/transform", transform],
        ["GET", "/v1/admin/keys", undefined],
        ["POST", "/v1/admin/vault/rotate", {}],
        ["GET", "/api/verification/cases", undefined],
        ["POST", "/api/identities/create", { username: "eve.by.scope" }],
      ] as const) {
        expect((await world().call(verb, path, body, session)).status, path).toBe(403);
      }
    },
  );

  test("has no token minted for more than it holds itself, and has one for as much", async () => {
    const { identity } = await world().identity();
    const session = await world().session(identity.id, { auth_scope: "geocode:encode" });
    const mint = (auth_scope: string) => {
      const request = { identity_id: identity.id, client_id: "app", auth_scope };
      return world().call("POST", "/api/authentication/token", request, session);
    };
    for (const wider of ["geocode:*", "geocode:encode geocode:decode"]) {
      expect(await mint(wider)).toMatchObject({ status: 403 });
    }
    expect(await mint("geocode:encode level:basic")).toMatchObject({ status: 200 });
  });

  test("is not opened by a token whose scope was widened after it was signed", async () => {
    const { mint } = await newClient(world());
    const [header, payload, signature] = (await mint({ scope: "geocode:encode" })).split(".") as [
      string,
      string,
      string,
    ];
    const widened = Buffer.from(payload, "base64url").toString().replace("geocode:encode", "geocode:*");
    const token = [header, Buffer.from(widened).toString("base64url"), signature].join(".");
    expect((await world().authenticate(token)).error_code).toBe("AUTH_ERROR_SIGNATURE_INVALID");
  });

  test("nonce: one of two identities has its token taken", async () => {
    const clients = [await newClient(world()), await newClient(world())];
    const { body } = await world().call("POST", "/api/authentication/challenge", { client_id: "app" });
    const { challenge } = body.result;
    const results: unknown[] = [];
    for (const { mint } of clients) results.push((await world().authenticate(await mint({ challenge }))).success);
    expect(results).toEqual([true, false]);
  });
});
