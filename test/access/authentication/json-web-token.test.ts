import { createSign, generateKeyPairSync, KeyObject } from "node:crypto";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { createAuthenticator } from "../../../server/access/authentication/authenticate.ts";
import { createTokenVerifier } from "../../../server/access/authentication/json-web-token.ts";
import type { Issuer } from "../../../server/access/domain/issuer.ts";
import type { Keys } from "../../../server/access/domain/keys.ts";
import type { Fault } from "../../../server/core/fault.ts";
import { temporaryDirectory } from "../../support/database/temporary-database.ts";
import {
  forge,
  goodClaims,
  issuerWithFile,
  nowMs,
  nowSeconds,
  plans,
  type SigningKey,
  sign,
  signingKey,
  signWithSecret,
} from "./issuing.ts";

let key: SigningKey;
let strangerKey: SigningKey;

beforeAll(async () => {
  key = await signingKey("ES256", "key-1");
  strangerKey = await signingKey("ES256", "key-1");
});

/** A verifier that trusts one issuer with one key by default. */
function verifier(members: Partial<Issuer> = {}, keys = [key], others: Issuer[] = []) {
  const issuer = issuerWithFile(temporaryDirectory(), "https://issuer.example", keys, members);
  return createTokenVerifier([issuer, ...others], plans, { now: () => nowMs, fetch: noFetch });
}

const noFetch: typeof fetch = (url) => Promise.reject(new Error(`nothing may be fetched, but ${String(url)} was`));

async function outcome(verify: ReturnType<typeof createTokenVerifier>, token: string) {
  try {
    return (await verify(token)).principal.id;
  } catch (error) {
    return (error as { reason?: string }).reason ?? error;
  }
}

const alice = "jwt:https%3A%2F%2Fissuer.example:alice";

describe("a valid token", () => {
  it.each(["EdDSA", "ES256", "RS256"])("is accepted when signed with %s", async (alg) => {
    const own = await signingKey(alg, "own");
    expect(await outcome(verifier({}, [own]), await sign(own, goodClaims()))).toBe(alice);
  });

  it("yields its plan, its permissions and its expiry", async () => {
    const token = await sign(key, goodClaims({ plan: "enterprise", permissions: ["geocode:encode", "keys:list"] }));
    expect(await verifier()(token)).toEqual({
      principal: { id: alice, plan: plans.get("enterprise"), permissions: ["geocode:encode", "keys:list"] },
      expiresAtMs: nowMs + 600_000,
    });
  });

  it.each([
    ["permissions before scope", {}, { permissions: ["geocode:encode"], scope: "keys:list" }, ["geocode:encode"]],
    [
      "scope when there are no permissions",
      {},
      { scope: "geocode:encode  geocode:decode " },
      ["geocode:encode", "geocode:decode"],
    ],
    ["words with spaces as permissions", {}, { permissions: "keys:list keys:create" }, ["keys:list", "keys:create"]],
    [
      "only the configured claim",
      { permissionsClaim: "grants" },
      { permissions: ["*"], scope: "*", grants: ["keys:list"] },
      ["keys:list"],
    ],
    [
      "none when the configured claim is absent",
      { permissionsClaim: "grants" },
      { permissions: ["*"], scope: "*" },
      [],
    ],
    ["none when no claim is there", {}, {}, []],
  ])("has as permissions %s", async (_, members, claims, expected) => {
    const { principal } = await verifier(members)(await sign(key, goodClaims(claims)));
    expect(principal.permissions).toEqual(expected);
  });

  it("may name several audiences", async () => {
    expect(await outcome(verifier(), await sign(key, goodClaims({ aud: ["other", "platonic"] })))).toBe(alice);
  });

  it("needs no kid when its issuer has one key of the algorithm", async () => {
    const rsa = await signingKey("RS256", "rsa");
    const token = await sign(key, goodClaims(), { kid: undefined });
    expect(await outcome(verifier({}, [key, rsa]), token)).toBe(alice);
    expect(
      await outcome(
        verifier({}, [key, { ...strangerKey, publicJwk: { ...strangerKey.publicJwk, kid: "key-2" } }]),
        token,
      ),
    ).toBe("INVALID_API_KEY");
  });

  it.each([
    ["exp", { exp: nowSeconds - 29 }, { exp: nowSeconds - 30 }],
    ["nbf", { nbf: nowSeconds + 30 }, { nbf: nowSeconds + 31 }],
    ["iat", { iat: nowSeconds + 30 }, { iat: nowSeconds + 31 }],
  ])("is valid by its %s with a tolerance of 30 s", async (_, within, beyond) => {
    expect(await outcome(verifier(), await sign(key, goodClaims(within)))).toBe(alice);
    expect(await outcome(verifier(), await sign(key, goodClaims(beyond)))).toBe("INVALID_API_KEY");
  });

  it("has a principal that differs from every principal of another issuer", async () => {
    const second = issuerWithFile(temporaryDirectory(), "https://issuer.example:a", [strangerKey]);
    const verify = verifier({}, [key], [second]);
    const own = await outcome(verify, await sign(key, goodClaims({ sub: "a:b" })));
    const other = await outcome(
      verify,
      await sign(strangerKey, goodClaims({ iss: "https://issuer.example:a", sub: "b" })),
    );
    expect([own, other]).toEqual(["jwt:https%3A%2F%2Fissuer.example:a%3Ab", "jwt:https%3A%2F%2Fissuer.example%3Aa:b"]);
  });
});

describe("a forged token", () => {
  it("without a signature is refused for every spelling of alg none", async () => {
    for (const alg of ["none", "None", "NONE", "nOnE", "", undefined, null, 0, ["ES256"]]) {
      expect(await outcome(verifier(), forge({ alg }, goodClaims())), String(alg)).toBe("INVALID_API_KEY");
      expect(await outcome(verifier(), forge({ alg, kid: "key-1" }, goodClaims(), "AAAA")), String(alg)).toBe(
        "INVALID_API_KEY",
      );
    }
    expect(await outcome(verifier(), forge({ alg: "ES256", kid: "key-1" }, goodClaims()))).toBe("INVALID_API_KEY");
    expect(await outcome(verifier(), forge({ alg: "ES256", kid: "key-1" }, goodClaims(), "A".repeat(86)))).toBe(
      "INVALID_API_KEY",
    );
  });

  it("signed with the public key as a shared secret is refused", async () => {
    const rsa = await signingKey("RS256", "rsa");
    const { publicPem, publicJwk } = rsa;
    for (const secret of [publicPem, publicPem.trim(), JSON.stringify(publicJwk), String(publicJwk.n)]) {
      expect(await outcome(verifier({}, [rsa]), signWithSecret(secret, goodClaims(), { kid: "rsa" }))).toBe(
        "INVALID_API_KEY",
      );
    }
  });

  it("signed with a shared secret is refused even when the issuer's set holds that secret", async () => {
    const publicJwk = { kty: "oct", k: Buffer.from("shared").toString("base64url"), kid: "oct", alg: "HS256" };
    const token = signWithSecret("shared", goodClaims(), { kid: "oct" });
    expect(await outcome(verifier({}, [key, { ...key, publicJwk }]), token)).toBe("INVALID_API_KEY");
  });

  it("with its own key or a URL of one in the header is refused, and nothing is fetched", async () => {
    const { publicJwk } = strangerKey;
    const headers = [
      { jwk: publicJwk },
      { jwk: publicJwk, kid: undefined },
      { jku: "https://evil.example/jwks.json" },
      { x5u: "https://evil.example/cert.pem" },
      { x5c: ["MIIB"] },
      { kid: "https://evil.example/jwks.json" },
      { kid: "../../../../../dev/null" },
      { crit: ["jwk"], jwk: publicJwk },
    ];
    for (const header of headers) {
      expect(
        await outcome(
          verifier(),
          await sign(strangerKey, goodClaims(), header).catch(() =>
            forge({ ...header, alg: "ES256" }, goodClaims(), "AAAA"),
          ),
        ),
      ).toBe("INVALID_API_KEY");
    }
  });

  it("signed with the key of another trusted issuer is refused", async () => {
    const otherKey = await signingKey("ES256", "other-key");
    const other = issuerWithFile(temporaryDirectory(), "https://other.example", [otherKey]);
    const verify = verifier({}, [key], [other]);
    expect(await outcome(verify, await sign(otherKey, goodClaims({ iss: "https://other.example" })))).toContain(
      "other.example",
    );
    expect(await outcome(verify, await sign(otherKey, goodClaims()))).toBe("INVALID_API_KEY");
    expect(await outcome(verify, await sign(otherKey, goodClaims(), { kid: "key-1" }))).toBe("INVALID_API_KEY");
    expect(await outcome(verify, await sign(key, goodClaims({ iss: "https://other.example" })))).toBe(
      "INVALID_API_KEY",
    );
  });

  it("is refused when header, claims or signature were altered or come from another token", async () => {
    const verify = verifier();
    const token = await sign(key, goodClaims());
    const [header, claims, signature] = token.split(".") as [string, string, string];
    const [, richer] = (await sign(strangerKey, goodClaims({ permissions: ["*"] }))).split(".") as [string, string];
    const altered = [
      `${header}.${richer}.${signature}`,
      `${header}.${claims}.${signature.slice(0, -4)}`,
      `${header}.${claims}.${Buffer.from(signature, "base64url").reverse().toString("base64url")}`,
      `${claims}.${header}.${signature}`,
      `${header}.${claims}.${signature}AAAA`,
      "..",
      "a.b.c",
      `.${claims}.`,
      `${header}..${signature}`,
    ];
    expect(await outcome(verify, token)).toBe(alice);
    for (const text of altered) expect(await outcome(verify, text), text).toBe("INVALID_API_KEY");
  });

  it("with a random header, claims and signature is refused with INVALID_API_KEY", async () => {
    const verify = verifier();
    const json = fc.dictionary(
      fc.constantFrom("alg", "kid", "crit", "b64", "typ", "iss", "aud", "sub", "exp", "nbf", "__proto__"),
      fc.jsonValue(),
    );
    const iss = goodClaims();
    await fc.assert(
      fc.asyncProperty(json, json, fc.boolean(), fc.base64String(), async (header, claims, likely, signature) => {
        const text = forge(
          likely ? { alg: "ES256", kid: "key-1", ...header } : header,
          { ...iss, ...claims },
          signature,
        );
        expect(await outcome(verify, text)).toBe("INVALID_API_KEY");
      }),
      { numRuns: 500 },
    );
  });
});

describe("a token with a valid signature and unacceptable claims", () => {
  it.each<[string, Record<string, unknown>]>([
    ["for another audience", { aud: "other" }],
    ["for no audience", { aud: undefined }],
    ["for a longer audience", { aud: "platonic.example" }],
    ["of an unknown issuer", { iss: "https://unknown.example" }],
    ["of an issuer spelt differently", { iss: "https://issuer.example/" }],
    ["of no issuer", { iss: undefined }],
    ["of an issuer that is not a string", { iss: ["https://issuer.example"] }],
    ["of an issuer named like a member of Object.prototype", { iss: "constructor" }],
    ["that has expired", { exp: nowSeconds - 3_600 }],
    ["that never expires", { exp: undefined }],
    ["with a string as exp", { exp: String(nowSeconds + 600) }],
    ["that is not valid yet", { nbf: nowSeconds + 3_600 }],
    ["that is issued in the future", { iat: nowSeconds + 3_600 }],
    ["without a subject", { sub: undefined }],
    ["with an empty subject", { sub: "" }],
    ["with a subject that is not a string", { sub: 7 }],
    ["with a subject that is not valid Unicode", { sub: "\ud800" }],
    ["with a subject of 256 characters", { sub: "a".repeat(256) }],
    ["with a plan that is not configured", { plan: "unlimited" }],
    ["with a plan that is not a string", { plan: ["developer"] }],
    ["with permissions that are not strings", { permissions: [{ "*": true }] }],
    ["with permissions that are not a list", { permissions: { "*": true } }],
  ])("is refused: %s", async (_, claims) => {
    expect(await outcome(verifier(), await sign(key, goodClaims(claims)))).toBe("INVALID_API_KEY");
  });

  it("is refused without a plan when the issuer has no default", async () => {
    expect(await outcome(verifier({ defaultPlan: undefined }), await sign(key, goodClaims()))).toBe("INVALID_API_KEY");
  });

  it("is refused when its algorithm is not allowed", async () => {
    for (const alg of ["ES384", "PS256", "RS512"]) {
      const own = await signingKey(alg, "own");
      expect(await outcome(verifier({}, [own]), await sign(own, goodClaims())), alg).toBe("INVALID_API_KEY");
    }
  });

  it.each<[string, Record<string, unknown>, number | undefined]>([
    ["that has expired", { exp: nowSeconds - 3_600 }, nowSeconds * 1000],
    ["that is not valid yet", { nbf: nowSeconds + 3_600 }, nowSeconds * 1000],
    ["that is issued in the future", { iat: nowSeconds + 3_600 }, nowSeconds * 1000],
    ["for another audience", { aud: "other" }, undefined],
    ["whose `nbf` is no time", { nbf: "now" }, undefined],
  ])("is refused with the server's time if its own time is the reason: %s", async (_, claims, serverTimeMs) => {
    const refusal = await verifier()(await sign(key, goodClaims(claims))).catch((error: unknown) => error as Fault);
    expect((refusal as Fault).facts.serverTimeMs).toBe(serverTimeMs);
  });

  it("is refused with a message that says what is wrong", async () => {
    const verify = verifier();
    await expect(verify(await sign(key, goodClaims({ exp: nowSeconds - 3_600 })))).rejects.toThrow(
      "The token is not valid: it has expired.",
    );
    await expect(verify(await sign(key, goodClaims({ aud: "other" })))).rejects.toThrow("`aud` is missing or wrong");
  });
});

describe("a token of an issuer with a ceiling", () => {
  it("is refused with a plan that its issuer may not give", async () => {
    const claims = goodClaims({ plan: "operator" });
    expect(await outcome(verifier(), await sign(key, claims))).toBe("INVALID_API_KEY");
    expect(await outcome(verifier({ plans: ["operator"] }), await sign(key, claims))).toBe(alice);
  });

  it.each([
    ["its issuer's", { permissions: ["geocode:*"] }, "developer", ["*"], ["geocode:*"]],
    [
      "its issuer's, word by word",
      { permissions: ["geocode:encode"] },
      "developer",
      ["keys:list", "geocode:*"],
      ["geocode:encode"],
    ],
    ["its plan's", {}, "enterprise", ["*"], ["geocode:*", "keys:list"]],
    ["both", { permissions: ["geocode:*", "keys:create"] }, "enterprise", ["*"], ["geocode:*"]],
  ])("has no permissions beyond %s", async (_, members, plan, permissions, expected) => {
    const { principal } = await verifier(members)(await sign(key, goodClaims({ plan, permissions })));
    expect(principal.permissions).toEqual(expected);
  });
});

describe("a token of another form than a JWT's", () => {
  it.each(["dpop+jwt", "logout+jwt", "JWS", "", ["JWT"], 7])("is refused with the typ %j", async (typ) => {
    expect(await outcome(verifier(), await sign(key, goodClaims(), { typ }))).toBe("INVALID_API_KEY");
  });

  it.each(["JWT", "jwt", "at+jwt", "application/at+JWT", undefined])("is accepted with the typ %j", async (typ) => {
    expect(await outcome(verifier(), await sign(key, goodClaims(), { typ }))).toBe(alice);
  });

  it.each([
    ["claim", '{"alg":"RS256"}', (claims: string) => claims.replace("{", '{"sub":"mallory",')],
    ["claim, once in escapes", '{"alg":"RS256"}', (claims: string) => claims.replace("{", '{"s\\u0075b":"mallory",')],
    ["member of the header", '{"alg":"RS256","alg":"RS256"}', (claims: string) => claims],
  ])("is refused when it has a %s twice", async (_, header, change) => {
    const rsa = await signingKey("RS256", "rsa");
    const text = change(JSON.stringify(goodClaims()));
    expect(
      await outcome(verifier({}, [rsa]), signText(rsa.privateKey, '{"alg":"RS256"}', JSON.stringify(goodClaims()))),
    ).toBe(alice);
    expect(await outcome(verifier({}, [rsa]), signText(rsa.privateKey, header, text))).toBe("INVALID_API_KEY");
  });

  it("is refused when its RSA key has fewer than 2048 bits", async () => {
    const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 1024 });
    const publicJwk = { ...publicKey.export({ format: "jwk" }), alg: "RS256", kid: "rsa" } as SigningKey["publicJwk"];
    const weak = { ...key, publicJwk };
    const token = signText(privateKey, '{"alg":"RS256"}', JSON.stringify(goodClaims()));
    expect(await outcome(verifier({}, [weak]), token)).toBe("INVALID_API_KEY");
  });
});

/** A token with the given texts as header and claims, signed with RS256. */
function signText(privateKey: SigningKey["privateKey"] | KeyObject, header: string, claims: string): string {
  const content = `${Buffer.from(header).toString("base64url")}.${Buffer.from(claims).toString("base64url")}`;
  const keyObject = privateKey instanceof KeyObject ? privateKey : KeyObject.from(privateKey);
  return `${content}.${createSign("sha256").update(content).sign(keyObject, "base64url")}`;
}

describe("the authentication of a token", () => {
  /** An authenticator that trusts one issuer, its clock, and a valid header. */
  async function createFixture(exp: number) {
    const clock = { ms: nowMs };
    const issuer = issuerWithFile(temporaryDirectory(), "https://issuer.example", [key]);
    const keys = {
      findByDigest: async () => undefined,
      onChanged: () => () => {},
      recordUses: async () => {},
    } as unknown as Keys;
    const { authenticate } = createAuthenticator({
      keys,
      plans,
      issuers: [{ ...issuer }],
      now: () => clock.ms,
      fetch: noFetch,
    });
    return { clock, authenticate, header: `Bearer ${await sign(key, goodClaims({ exp }))}` };
  }

  it("verifies it once a minute, and is synchronous in between", async () => {
    const { authenticate, header, clock } = await createFixture(nowSeconds + 3_600);
    const principal = await authenticate(header);
    clock.ms += 59_999;
    expect(authenticate(header)).toBe(principal);
    clock.ms += 1;
    expect(authenticate(header)).toBeInstanceOf(Promise);
    expect(await authenticate(header)).toEqual(principal);
  });

  it("is refused after the token's expiry, even if the token is cached", async () => {
    const { authenticate, header, clock } = await createFixture(nowSeconds + 10);
    const principal = await authenticate(header);
    clock.ms += 9_999;
    expect(authenticate(header)).toBe(principal);
    clock.ms += 1;
    expect((await authenticate(header)).id).toBe(alice);
    clock.ms += 30_000;
    await expect(authenticate(header)).rejects.toMatchObject({ reason: "INVALID_API_KEY" });
  });

  it("is refused when no issuer is trusted", async () => {
    const keys = { findByDigest: async () => ({}), onChanged: () => () => {} } as unknown as Keys;
    const { authenticate } = createAuthenticator({ keys, plans, now: () => nowMs });
    const token = await sign(key, goodClaims());
    await expect(authenticate(`Bearer ${token}`)).rejects.toMatchObject({ reason: "INVALID_API_KEY" });
  });
});
