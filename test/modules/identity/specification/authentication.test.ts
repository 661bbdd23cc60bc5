import { describe, expect, test } from "vitest";
import type { Credentials, TokenRequest } from "../../../../clients/typescript/src/identity/mint-token.ts";
import { onEveryServer } from "../../../support/every-server.ts";
import { ApiClient } from "../../../support/identity/api-client.ts";
import { newClient, refused } from "../../../support/identity/client.ts";
import { newOwner } from "../../../support/identity/owner.ts";

/** Flaws that each break one check of a token, in the order of the checks. */
const flaws: { name: string; code: string; request?: () => Partial<TokenRequest>; by?: Partial<Credentials> }[] = [
  { name: "format", code: "INVALID_TOKEN", request: () => ({ audience: "elsewhere" }) },
  { name: "signature", code: "SIGNATURE_INVALID", by: { sign: () => new Uint8Array(64) } },
  { name: "rotation", code: "ROTATION_INVALID", by: { rotationKey: { version: 1, secret: new Uint8Array(32) } } },
  { name: "expiry", code: "TOKEN_EXPIRED", request: () => ({ nowMs: Date.now() - 340_000 }) },
];

/** Every non-empty subset of the flaws: the set bits of the subset's number select its members. */
const subsets = Array.from({ length: 2 ** flaws.length - 1 }, (_, index) =>
  flaws.filter((_flaw, bit) => ((index + 1) >> bit) % 2 === 1),
);

onEveryServer("the specification of authentication", ({ server }) => {
  const api = () => new ApiClient(server());

  /** Authenticates under a key of its own, since failures are counted per caller. */
  async function authenticate(token: string) {
    const { secret } = await server().createKey("developer", ["authentication:authenticate"]);
    const { body } = await api().call("POST", "/api/authentication/authenticate", { token }, secret);
    return body.result;
  }

  async function eventsOf(id: string): Promise<unknown[]> {
    return (await api().call("GET", `/api/identities/${id}/authentication-events`)).body.result.events;
  }

  describe("Authentication, rules in this order:", () => {
    const rows = subsets.map((chosen) => [chosen.map(({ name }) => name).join(" and "), chosen] as const);
    test.each(rows)("with broken %s the first is reported, without a session or an event", async (_, chosen) => {
      const { id, mint } = await newClient(api());
      const token = await mint(
        Object.assign({}, ...chosen.map(({ request }) => request?.())),
        Object.assign({}, ...chosen.map(({ by }) => by)),
      );
      expect(await authenticate(token)).toEqual(refused(chosen[0]?.code as string));
      expect(await eventsOf(id)).toEqual([]);
      expect((await authenticate(await mint())).success).toBe(true);
    });

    test("5. success: session token, level of the claims, and an event", async () => {
      const ada = await newOwner(api());
      await ada.proveEmail();
      for (const [auth_scope, level] of [
        ["", "AUTH_BASIC"],
        ["level:none", "AUTH_NONE"],
        ["level:enterprise", "AUTH_BASIC"],
      ] as const) {
        const result = await authenticate(await api().token(ada.id, { auth_scope }));
        expect(result).toMatchObject({ success: true, auth_level: level });
        expect((await eventsOf(ada.id))[0]).toMatchObject({ client_id: "app", auth_level: level });
      }
      expect(await eventsOf(ada.id)).toHaveLength(3);
    });
  });

  describe("Authentication result:", () => {
    test("success, auth_level, session_token; the first level is AUTH_NONE", async () => {
      const { mint } = await newClient(api());
      const result = await authenticate(await mint());
      expect(Object.keys(result)).toEqual(["success", "auth_level", "session_token"]);
      expect(result.auth_level).toBe("AUTH_NONE");
    });

    test("success, auth_level, error_code; the level of a failure is AUTH_NONE for every identity", async () => {
      const ada = await newOwner(api());
      await ada.proveEmail();
      const token = await api().token(ada.id);
      await authenticate(token);
      const result = await authenticate(token);
      expect(Object.keys(result)).toEqual(["success", "auth_level", "error_code"]);
      expect(result).toEqual(refused("ROTATION_INVALID"));
    });
  });

  describe("Errors, authentication error codes:", () => {
    test.each(flaws)("AUTH_ERROR_$code", async ({ code, request, by }) => {
      const { mint } = await newClient(api());
      expect((await authenticate(await mint(request?.(), by))).error_code).toBe(`AUTH_ERROR_${code}`);
    });
  });

  describe("Token request parameters:", () => {
    const given = { client_id: "app", auth_scope: "wallets:read level:basic", challenge_type: "CHALLENGE_STANDARD" };
    const requestToken = async (members: object) => {
      const { identity } = await api().identity();
      const request = { identity_id: identity.id, ...given, rotation_window: 300, ...members };
      return (await api().call("POST", "/api/authentication/token", request)).body;
    };
    const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[1] as string, "base64url").toString());

    test("client_id and auth_scope (scopes with spaces between) are claims of the token", async () => {
      const { client_id, scope } = claimsOf((await requestToken({})).result.token);
      expect({ client_id, scope }).toEqual({ client_id: "app", scope: "wallets:read level:basic" });
    });

    test.each([
      [300, 300],
      [60, 60],
      [undefined, 300],
    ])("rotation_window (seconds) %s: valid for %i, 300 at most by default", async (requested, lifetime) => {
      const { iat, exp, rot } = claimsOf((await requestToken({ rotation_window: requested })).result.token);
      expect([exp - iat, rot.w]).toEqual([lifetime, Math.floor(iat / 300)]);
    });

    test.each([301, 900])(
      "rotation_window of %i s, longer than the window of the service, is refused",
      async (seconds) => {
        const refusal = {
          code: "PARAMETER_INVALID",
          message: "rotation_window must be 30 to 300 s, the window of this service",
          details: { parameter: "rotation_window", provided: seconds, valid_range: [30, 300] },
        };
        expect((await requestToken({ rotation_window: seconds })).error).toEqual(refusal);
        const asked = { client_id: "app", rotation_window: seconds };
        const challenge = await api().call("POST", "/api/authentication/challenge", asked);
        expect([challenge.status, challenge.body.error]).toEqual([400, refusal]);
      },
    );

    test("challenge_type CHALLENGE_STANDARD is the only value, and the default", async () => {
      expect(await requestToken({})).toHaveProperty("result.token");
      expect(await requestToken({ challenge_type: undefined })).toHaveProperty("result.token");
      for (const challenge_type of ["CHALLENGE_OTHER", "standard", 1]) {
        expect((await requestToken({ challenge_type })).error.details.parameter).toBe("challenge_type");
      }
      const challenge = await api().call("POST", "/api/authentication/challenge", { ...given, rotation_window: 300 });
      expect(challenge.body.result).toMatchObject({ challenge: expect.any(String), rotation_window: 300 });
    });

    test.each([
      ["client_id", { client_id: undefined }, "PARAMETER_REQUIRED"],
      ["client_id", { client_id: "an app" }, "PARAMETER_INVALID"],
      ["auth_scope", { auth_scope: ["wallets:read"] }, "PARAMETER_INVALID"],
      ["rotation_window", { rotation_window: 29 }, "PARAMETER_INVALID"],
      ["rotation_window", { rotation_window: "300" }, "PARAMETER_INVALID"],
    ])("%s is refused as %j", async (parameter, members, code) => {
      expect((await requestToken(members)).error).toMatchObject({ code, details: { parameter } });
    });
  });

  test("Events: every success writes one authentication log entry, no failure does", async () => {
    const { id, mint } = await newClient(api());
    for (const counter of [1, 1, 2, 1, 3]) await authenticate(await mint({ counter }));
    expect(await eventsOf(id)).toHaveLength(3);
  });
});
