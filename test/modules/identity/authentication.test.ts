import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose";
import { describe, expect, test } from "vitest";
import { onEveryServer } from "../../support/every-server.ts";
import { ApiClient, freshName, identityClients } from "../../support/identity/api-client.ts";
import { newClient, refused } from "../../support/identity/client.ts";
import { startServer } from "../../support/server.ts";

onEveryServer("authentication", ({ server, environment }) => {
  const api = () => new ApiClient(server());

  const client = () => newClient(api());

  describe("POST /api/authentication/authenticate", () => {
    test("opens a session for a token that the client minted, and answers these three fields only", async () => {
      const { mint } = await client();
      expect(await api().authenticate(await mint())).toEqual({
        success: true,
        auth_level: "AUTH_NONE",
        session_token: expect.stringMatching(/^pls_[\w-]{64}$/),
      });
    });

    test("1. a malformed token, or one with a wrong audience or lifetime, is AUTH_ERROR_INVALID_TOKEN", async () => {
      const { mint } = await client();
      const good = await mint();
      const others = [await mint({ audience: "elsewhere" }), await mint({ lifetimeSeconds: 301 })];
      for (const token of ["x", "a.b.c", `${good}=`, ` ${good}`, ...others]) {
        expect(await api().authenticate(token), token).toEqual(refused("INVALID_TOKEN"));
      }
    });

    test("2. another key's signature, or an unknown identity, is AUTH_ERROR_SIGNATURE_INVALID", async () => {
      const mine = await client();
      const other = await client();
      const foreign = [
        await mine.mint({}, { sign: other.credentials.sign }),
        await mine.mint({}, { keyId: other.keyId, sign: other.credentials.sign }),
        await mine.mint({}, { identityId: "nobody" }),
      ];
      for (const token of foreign) expect(await api().authenticate(token)).toEqual(refused("SIGNATURE_INVALID"));
    });

    test("3. another rotation key, a used counter or a token from the future is AUTH_ERROR_ROTATION_INVALID", async () => {
      const { mint } = await client();
      const secret = new Uint8Array(32);
      const wrong = [
        await mint({}, { rotationKey: { version: 1, secret } }),
        await mint({}, { rotationKey: { version: 2, secret } }),
        await mint({ nowMs: Date.now() + 40_000 }),
      ];
      for (const token of wrong) expect(await api().authenticate(token)).toEqual(refused("ROTATION_INVALID"));
      expect(await api().authenticate(await mint({ counter: 5 }))).toMatchObject({ success: true });
      expect(await api().authenticate(await mint({ counter: 5 }))).toEqual(refused("ROTATION_INVALID"));
      expect(await api().authenticate(await mint({ counter: 4 }))).toEqual(refused("ROTATION_INVALID"));
      expect(await api().authenticate(await mint({ counter: 500_000 }))).toMatchObject({ success: true });
    });

    test("4. an expired token is AUTH_ERROR_TOKEN_EXPIRED, and consumes nothing", async () => {
      const { mint } = await client();
      const over = await mint({ nowMs: Date.now() - 340_000 });
      expect(await api().authenticate(over)).toEqual(refused("TOKEN_EXPIRED"));
      expect(await api().authenticate(await mint())).toMatchObject({ success: true });
    });

    test("accepts one of fifty concurrent uses of a token", async () => {
      const { mint, id } = await client();
      const token = await mint();
      // With credentials, since failures are then counted per caller and not per network.
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => api().call("POST", "/api/authentication/authenticate", { token })),
      );
      const good = answers.filter(({ body }) => body.result?.success);
      expect(good).toHaveLength(1);
      const sessions = await api().call("GET", `/api/identities/${id}/sessions`);
      expect(sessions.body.result.sessions).toHaveLength(1);
    });

    test("accepts the nonce of a challenge once, and refuses an unknown nonce", async () => {
      const { mint } = await client();
      const { body } = await api().call("POST", "/api/authentication/challenge", { client_id: "app" }, "");
      const { challenge, audience, rotation_window } = body.result;
      expect([audience, rotation_window]).toEqual(["platonic", 300]);
      const unknown = Buffer.alloc(16).toString("base64url");
      expect(await api().authenticate(await mint({ challenge: unknown }))).toEqual(refused("ROTATION_INVALID"));
      expect(await api().authenticate(await mint({ challenge }))).toMatchObject({ success: true });
      expect(await api().authenticate(await mint({ challenge, counter: 2 }))).toEqual(refused("ROTATION_INVALID"));
    });

    test("answers 429 after ten failures for an identity, without locking out its owner elsewhere", async () => {
      const { mint } = await client();
      const forged = await mint({}, { sign: () => new Uint8Array(64) });
      const { secret } = await server().createKey("developer", ["authentication:authenticate"]);
      const attempt = (credentials: string, token: string) =>
        api().call("POST", "/api/authentication/authenticate", { token }, credentials);
      for (let failure = 0; failure < 10; failure += 1) expect((await attempt(secret, forged)).status).toBe(200);
      const refusal = await attempt(secret, forged);
      expect([refusal.status, refusal.body.error.code]).toEqual([429, "RATE_LIMIT_EXCEEDED"]);
      expect(Number(refusal.headers.get("Retry-After"))).toBeGreaterThan(0);
      expect((await attempt("", await mint())).body.result.success).toBe(true);
    });

    test.each(["grpc", "connect"] as const)("answers the same over %s", async (protocol) => {
      const { mint } = await client();
      const { authentication } = identityClients(server(), protocol, "");
      const token = await mint();
      expect(await authentication.authenticate({ token })).toMatchObject({ success: true, authLevel: 0 });
      expect(await authentication.authenticate({ token })).toMatchObject({ success: false, errorCode: 3 });
    });
  });

  describe("rotation keys", () => {
    test("overlap: the new one is valid at once, and the previous one stays valid for a while", async () => {
      const { mint, id } = await client();
      const { body } = await api().call("POST", `/api/identities/${id}/rotation-key`, {});
      const { version, secret } = body.result.rotation_key;
      expect(version).toBe(2);
      const rotationKey = { version, secret: Buffer.from(secret, "base64url") };
      expect(await api().authenticate(await mint())).toMatchObject({ success: true });
      expect(await api().authenticate(await mint({}, { rotationKey }))).toMatchObject({ success: true });
    });
  });

  describe("sessions", () => {
    test("are listed and ended by their identity, and refused to another identity", async () => {
      const [mine, other] = [await api().identity(), await api().identity()];
      const session = await api().session(mine.identity.id, { client_id: "phone" });
      const path = `/api/identities/${mine.identity.id}/sessions`;
      const { body } = await api().call("GET", path, undefined, session);
      expect(body.result.sessions).toMatchObject([{ client_id: "phone", auth_level: "AUTH_NONE" }]);
      const stranger = await api().session(other.identity.id);
      expect((await api().call("GET", path, undefined, stranger)).status).toBe(403);
      expect((await api().call("DELETE", `${path}/${body.result.sessions[0].id}`, undefined, session)).status).toBe(
        200,
      );
      expect((await api().call("GET", path, undefined, session)).status).toBe(401);
    });

    test("have the permissions that the scope requests and the server grants, and no others", async () => {
      const { identity } = await api().identity();
      const transform = { data: [1, 2, 3], source_dimensions: 3, target_dimensions: 4 };
      const use = async (auth_scope: string) =>
        (await api().call("POST", "/v1/geocode/transform", transform, await api().session(identity.id, { auth_scope })))
          .status;
      expect(await use("geocode:transform")).toBe(200);
      expect(await use("geocode:encode")).toBe(403);
      expect(await use("")).toBe(403);
      const greedy = await api().session(identity.id, { auth_scope: "* keys:create identities:*" });
      expect((await api().call("GET", "/v1/admin/keys", undefined, greedy)).status).toBe(403);
    });

    test("do not show their token in a list or in the log", async () => {
      const { identity } = await api().identity();
      const session = await api().session(identity.id);
      const { body } = await api().call("GET", `/api/identities/${identity.id}/sessions`, undefined, session);
      expect(JSON.stringify(body)).not.toContain(session);
      expect(server().log.join("")).not.toContain(session);
    });
  });

  describe("the JWT of a session", () => {
    test("verifies with the published keys alone, and the geocode service accepts it", async () => {
      const { identity } = await api().identity();
      const session = await api().session(identity.id, { auth_scope: "geocode:transform" });
      const { body } = await api().call("POST", "/api/authentication/jwt", { lifetime: 60 }, session);
      const { jwt } = body.result;
      const keys = (await (await fetch(`${server().url}/.well-known/jwks.json`)).json()) as JSONWebKeySet;
      expect(JSON.stringify(keys)).not.toContain('"d"');
      const { payload } = await jwtVerify(jwt, createLocalJWKSet(keys), { issuer: "platonic", audience: "platonic" });
      expect(payload).toMatchObject({ sub: identity.id, scope: "geocode:transform" });
      expect((payload.exp as number) - (payload.iat as number)).toBe(60);
      const use = (path: string, request: unknown) => api().call("POST", path, request, jwt);
      const transform = { data: [1, 2, 3], source_dimensions: 3, target_dimensions: 4 };
      expect((await use("/v1/geocode/transform", transform)).status).toBe(200);
      expect((await use("/v1/geocode/encode", { data: [1], target_geometry: "cube" })).status).toBe(403);
      expect((await api().call("GET", `/api/identities/${identity.id}`, undefined, jwt)).status).toBe(403);
    });

    test("for another service names it and the level of the session, and is refused here", async () => {
      const { identity } = await api().identity();
      const session = await api().session(identity.id, { auth_scope: "geocode:transform" });
      const audience = "https://maps.example";
      const { body } = await api().call("POST", "/api/authentication/jwt", { audience }, session);
      const keys = (await (await fetch(`${server().url}/.well-known/jwks.json`)).json()) as JSONWebKeySet;
      const { payload } = await jwtVerify(body.result.jwt, createLocalJWKSet(keys), { audience });
      expect(payload).toMatchObject({ sub: identity.id, aud: audience, acr: "AUTH_NONE" });
      const transform = { data: [1, 2, 3], source_dimensions: 3, target_dimensions: 4 };
      expect((await api().call("POST", "/v1/geocode/transform", transform, body.result.jwt)).status).toBe(401);
    });

    test("is issued to sessions only", async () => {
      expect((await api().call("POST", "/api/authentication/jwt", {}, "")).status).toBe(401);
      expect((await api().call("POST", "/api/authentication/jwt", {})).body.error.code).toBe("STATE_INVALID");
    });

    test("is not accepted as a rotating token, nor is a rotating token accepted as a credential", async () => {
      const { identity } = await api().identity();
      const session = await api().session(identity.id);
      const { body } = await api().call("POST", "/api/authentication/jwt", {}, session);
      expect(await api().authenticate(body.result.jwt)).toEqual(refused("INVALID_TOKEN"));
      const rotating = await api().token(identity.id, { auth_scope: "geocode:*" });
      expect((await api().call("GET", `/api/identities/${identity.id}`, undefined, rotating)).status).toBe(401);
    });

    test("with another key's signature or a changed scope is refused", async () => {
      const { identity } = await api().identity();
      const session = await api().session(identity.id);
      const { body } = await api().call("POST", "/api/authentication/jwt", {}, session);
      const [header, payload, signature] = body.result.jwt.split(".");
      const claims = { ...JSON.parse(Buffer.from(payload, "base64url").toString()), scope: "*" };
      const forged = [
        `${header}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.${signature}`,
        `${header}.${payload}.${Buffer.alloc(64).toString("base64url")}`,
      ];
      for (const token of forged)
        expect((await api().call("GET", "/v1/admin/keys", undefined, token)).status).toBe(401);
    });
  });

  test("every successful authentication is in the owner's event log, and no failed one", async () => {
    const { mint, id } = await client();
    for (const counter of [1, 2, 2, 3]) await api().authenticate(await mint({ counter, clientId: "app" }));
    const path = `/api/identities/${id}/authentication-events`;
    const first = await api().call("GET", `${path}?page_size=2`);
    expect(first.body.result.events).toHaveLength(2);
    const rest = await api().call("GET", `${path}?page_token=${first.body.result.next_page_token}`);
    expect(rest.body.result).not.toHaveProperty("next_page_token");
    expect([...first.body.result.events, ...rest.body.result.events]).toHaveLength(3);
    expect(first.body.result.events[0]).toEqual({
      id: expect.any(String),
      at: expect.stringMatching(/Z$/),
      client_id: "app",
      auth_level: "AUTH_NONE",
      session_id: expect.any(String),
    });
  });

  test("a suspected clone of a client is logged for the operator", async () => {
    const { mint } = await client();
    await api().authenticate(await mint({ counter: 7 }));
    await api().authenticate(await mint({ counter: 7 }));
    expect(server().log.join("")).toContain("use the same keys");
  });

  test("a used token stays used for another server on the same data", async () => {
    const { mint } = await client();
    const token = await mint();
    expect(await api().authenticate(token)).toMatchObject({ success: true });
    const second = await startServer(environment());
    expect(await new ApiClient(second).authenticate(token)).toEqual(refused("ROTATION_INVALID"));
    await second.close();
  });

  test("one of fifty concurrent uses of a token on three servers is accepted", async () => {
    const { mint } = await client();
    const token = await mint();
    const others = [await startServer(environment()), await startServer(environment())];
    const servers = [server(), ...others].map((target) => new ApiClient(target));
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, use) =>
        (servers[use % 3] as ApiClient).call("POST", "/api/authentication/authenticate", { token }),
      ),
    );
    expect(answers.filter(({ body }) => body.result?.success)).toHaveLength(1);
    for (const other of others) await other.close();
  });

  test("an anonymous caller can create an identity when OPEN_REGISTRATION is set", async () => {
    const open = await startServer({ OPEN_REGISTRATION: "true" });
    const made = await new ApiClient(open).call("POST", "/api/identities/create", { username: freshName() }, "");
    expect(made.status).toBe(200);
    await open.close();
  });
});
