import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose";
import { describe, expect, test } from "vitest";
import { onEveryServer } from "../../support/every-server.ts";
import { newClient, refused } from "../../support/identity/client.ts";
import { freshName, identityClients, World } from "../../support/identity/world.ts";
import { startServer } from "../../support/server.ts";

onEveryServer("authentication", ({ server, environment }) => {
  const world = () => new World(server());

  const client = () => newClient(world());

  describe("POST /api/authentication/authenticate", () => {
    test("opens a session for a token that the client minted; the answer has just its four fields", async () => {
      const { mint } = await client();
      expect(await world().authenticate(await mint())).toEqual({
        success: true,
        auth_level: "AUTH_NONE",
        session_token: expect.stringMatching(/^pls_[\w-]{64}$/),
      });
    });

    test("1. a text that is no token for here is AUTH_ERROR_INVALID_TOKEN", async () => {
      const { mint } = await client();
      const good = await mint();
      const others = [await mint({ audience: "elsewhere" }), await mint({ lifetimeSeconds: 301 })];
      for (const token of ["x", "a.b.c", `${good}=`, ` ${good}`, ...others]) {
        expect(await world().authenticate(token), token).toEqual(refused("INVALID_TOKEN"));
      }
    });

    test("2. another key's signature is AUTH_ERROR_SIGNATURE_INVALID, and so is an identity that is not there", async () => {
      const mine = await client();
      const other = await client();
      const foreign = [
        await mine.mint({}, { sign: other.credentials.sign }),
        await mine.mint({}, { keyId: other.keyId, sign: other.credentials.sign }),
        await mine.mint({}, { identityId: "nobody" }),
      ];
      for (const token of foreign) expect(await world().authenticate(token)).toEqual(refused("SIGNATURE_INVALID"));
    });

    test("3. another rotation key, a used counter or a token from the future is AUTH_ERROR_ROTATION_INVALID", async () => {
      const { mint } = await client();
      const secret = new Uint8Array(32);
      const wrong = [
        await mint({}, { rotationKey: { version: 1, secret } }),
        await mint({}, { rotationKey: { version: 2, secret } }),
        await mint({ nowMs: Date.now() + 40_000 }),
      ];
      for (const token of wrong) expect(await world().authenticate(token)).toEqual(refused("ROTATION_INVALID"));
      expect(await world().authenticate(await mint({ counter: 5 }))).toMatchObject({ success: true });
      expect(await world().authenticate(await mint({ counter: 5 }))).toEqual(refused("ROTATION_INVALID"));
      expect(await world().authenticate(await mint({ counter: 4 }))).toEqual(refused("ROTATION_INVALID"));
      expect(await world().authenticate(await mint({ counter: 500_000 }))).toMatchObject({ success: true });
    });

    test("4. a token that is over is AUTH_ERROR_TOKEN_EXPIRED, and consumes nothing", async () => {
      const { mint } = await client();
      const over = await mint({ nowMs: Date.now() - 340_000 });
      expect(await world().authenticate(over)).toEqual(refused("TOKEN_EXPIRED"));
      expect(await world().authenticate(await mint())).toMatchObject({ success: true });
    });

    test("lets one of fifty uses of a token at the same time through", async () => {
      const { mint, id } = await client();
      const token = await mint();
      // Over one caller with credentials, whose failures are not those of a network.
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => world().call("POST", "/api/authentication/authenticate", { token })),
      );
      const good = answers.filter(({ body }) => body.result?.success);
      expect(good).toHaveLength(1);
      const sessions = await world().call("GET", `/api/identities/${id}/sessions`);
      expect(sessions.body.result.sessions).toHaveLength(1);
    });

    test("takes a token with the nonce of a challenge once, and one with an unknown nonce never", async () => {
      const { mint } = await client();
      const { body } = await world().call("POST", "/api/authentication/challenge", { client_id: "app" }, "");
      const { challenge, audience, rotation_window } = body.result;
      expect([audience, rotation_window]).toEqual(["platonic", 300]);
      const unknown = Buffer.alloc(16).toString("base64url");
      expect(await world().authenticate(await mint({ challenge: unknown }))).toEqual(refused("ROTATION_INVALID"));
      expect(await world().authenticate(await mint({ challenge }))).toMatchObject({ success: true });
      expect(await world().authenticate(await mint({ challenge, counter: 2 }))).toEqual(refused("ROTATION_INVALID"));
    });

    test("refuses to check on after ten failures for an identity, without locking out its owner elsewhere", async () => {
      const { mint } = await client();
      const forged = await mint({}, { sign: () => new Uint8Array(64) });
      const { secret } = await server().createKey("developer", ["authentication:authenticate"]);
      const attempt = (credentials: string, token: string) =>
        world().call("POST", "/api/authentication/authenticate", { token }, credentials);
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
    test("follow each other: the new one is good at once, the one before for a while", async () => {
      const { mint, id } = await client();
      const { body } = await world().call("POST", `/api/identities/${id}/rotation-key`, {});
      const { version, secret } = body.result.rotation_key;
      expect(version).toBe(2);
      const rotationKey = { version, secret: Buffer.from(secret, "base64url") };
      expect(await world().authenticate(await mint())).toMatchObject({ success: true });
      expect(await world().authenticate(await mint({}, { rotationKey }))).toMatchObject({ success: true });
    });
  });

  describe("sessions", () => {
    test("are listed and ended by their identity, and a session of another sees none of it", async () => {
      const [mine, other] = [await world().identity(), await world().identity()];
      const session = await world().session(mine.identity.id, { client_id: "phone" });
      const path = `/api/identities/${mine.identity.id}/sessions`;
      const { body } = await world().call("GET", path, undefined, session);
      expect(body.result.sessions).toMatchObject([{ client_id: "phone", auth_level: "AUTH_NONE" }]);
      const stranger = await world().session(other.identity.id);
      expect((await world().call("GET", path, undefined, stranger)).status).toBe(403);
      expect((await world().call("DELETE", `${path}/${body.result.sessions[0].id}`, undefined, session)).status).toBe(
        200,
      );
      expect((await world().call("GET", path, undefined, session)).status).toBe(401);
    });

    test("have what the scope asks for and the server grants, and nothing else", async () => {
      const { identity } = await world().identity();
      const transform = { data: [1, 2, 3], source_dimensions: 3, target_dimensions: 4 };
      const use = async (auth_scope: string) =>
        (
          await world().call(
            "POST",
            "/v1/geocode/transform",
            transform,
            await world().session(identity.id, { auth_scope }),
          )
        ).status;
      expect(await use("geocode:transform")).toBe(200);
      expect(await use("geocode:encode")).toBe(403);
      expect(await use("")).toBe(403);
      const greedy = await world().session(identity.id, { auth_scope: "* keys:create identities:*" });
      expect((await world().call("GET", "/v1/admin/keys", undefined, greedy)).status).toBe(403);
    });

    test("are never in the answer of a list, nor in the log", async () => {
      const { identity } = await world().identity();
      const session = await world().session(identity.id);
      const { body } = await world().call("GET", `/api/identities/${identity.id}/sessions`, undefined, session);
      expect(JSON.stringify(body)).not.toContain(session);
      expect(server().log.join("")).not.toContain(session);
    });
  });

  describe("the JWT of a session", () => {
    test("is checked by the published keys alone, and the geocode service takes it", async () => {
      const { identity } = await world().identity();
      const session = await world().session(identity.id, { auth_scope: "geocode:transform" });
      const { body } = await world().call("POST", "/api/authentication/jwt", { lifetime: 60 }, session);
      const { jwt } = body.result;
      const keys = (await (await fetch(`${server().url}/.well-known/jwks.json`)).json()) as JSONWebKeySet;
      expect(JSON.stringify(keys)).not.toContain('"d"');
      const { payload } = await jwtVerify(jwt, createLocalJWKSet(keys), { issuer: "platonic", audience: "platonic" });
      expect(payload).toMatchObject({ sub: identity.id, scope: "geocode:transform" });
      expect((payload.exp as number) - (payload.iat as number)).toBe(60);
      const use = (path: string, request: unknown) => world().call("POST", path, request, jwt);
      const transform = { data: [1, 2, 3], source_dimensions: 3, target_dimensions: 4 };
      expect((await use("/v1/geocode/transform", transform)).status).toBe(200);
      expect((await use("/v1/geocode/encode", { data: [1], target_geometry: "cube" })).status).toBe(403);
      expect((await world().call("GET", `/api/identities/${identity.id}`, undefined, jwt)).status).toBe(403);
    });

    test("is given to sessions only", async () => {
      expect((await world().call("POST", "/api/authentication/jwt", {}, "")).status).toBe(401);
      expect((await world().call("POST", "/api/authentication/jwt", {})).body.error.code).toBe("STATE_INVALID");
    });

    test("is no rotating token, and a rotating token is no credential", async () => {
      const { identity } = await world().identity();
      const session = await world().session(identity.id);
      const { body } = await world().call("POST", "/api/authentication/jwt", {}, session);
      expect(await world().authenticate(body.result.jwt)).toEqual(refused("INVALID_TOKEN"));
      const rotating = await world().token(identity.id, { auth_scope: "geocode:*" });
      expect((await world().call("GET", `/api/identities/${identity.id}`, undefined, rotating)).status).toBe(401);
    });

    test("with another key's signature or a changed scope is refused", async () => {
      const { identity } = await world().identity();
      const session = await world().session(identity.id);
      const { body } = await world().call("POST", "/api/authentication/jwt", {}, session);
      const [header, payload, signature] = body.result.jwt.split(".");
      const claims = { ...JSON.parse(Buffer.from(payload, "base64url").toString()), scope: "*" };
      const forged = [
        `${header}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.${signature}`,
        `${header}.${payload}.${Buffer.alloc(64).toString("base64url")}`,
      ];
      for (const token of forged)
        expect((await world().call("GET", "/v1/admin/keys", undefined, token)).status).toBe(401);
    });
  });

  test("every authentication that succeeds is in the log of its owner, and none that fails", async () => {
    const { mint, id } = await client();
    for (const counter of [1, 2, 2, 3]) await world().authenticate(await mint({ counter, clientId: "app" }));
    const path = `/api/identities/${id}/authentication-events`;
    const first = await world().call("GET", `${path}?page_size=2`);
    expect(first.body.result.events).toHaveLength(2);
    const rest = await world().call("GET", `${path}?page_token=${first.body.result.next_page_token}`);
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

  test("a copied client is told to the operator", async () => {
    const { mint } = await client();
    await world().authenticate(await mint({ counter: 7 }));
    await world().authenticate(await mint({ counter: 7 }));
    expect(server().log.join("")).toContain("use the same keys");
  });

  test("a used token stays used for another server on the same data", async () => {
    const { mint } = await client();
    const token = await mint();
    expect(await world().authenticate(token)).toMatchObject({ success: true });
    const second = await startServer(environment());
    expect(await new World(second).authenticate(token)).toEqual(refused("ROTATION_INVALID"));
    await second.close();
  });

  test("fifty uses of a token on three servers at the same time are one", async () => {
    const { mint } = await client();
    const token = await mint();
    const others = [await startServer(environment()), await startServer(environment())];
    const servers = [server(), ...others].map((one) => new World(one));
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, use) =>
        (servers[use % 3] as World).call("POST", "/api/authentication/authenticate", { token }),
      ),
    );
    expect(answers.filter(({ body }) => body.result?.success)).toHaveLength(1);
    for (const other of others) await other.close();
  });

  test("people register by themselves where the server lets them, and nowhere else", async () => {
    const open = await startServer({ OPEN_REGISTRATION: "true" });
    const made = await new World(open).call("POST", "/api/identities/create", { username: freshName() }, "");
    expect(made.status).toBe(200);
    await open.close();
  });
});
