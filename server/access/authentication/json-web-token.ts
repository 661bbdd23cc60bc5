import {
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  jwtVerify,
} from "jose";
import { type Facts, Fault } from "../../core/fault.ts";
import { hasDuplicateNames } from "../../rpc/codec/protobuf/duplicate-names.ts";
import { commonGrants, type Principal } from "../../rpc/principal.ts";
import type { AccessPlan } from "../domain/access-plan.ts";
import type { Issuer } from "../domain/issuer.ts";
import { createIssuerKeys, type IssuerKeysDeps } from "./issuer-keys.ts";
import type { JwtIssuer } from "./jwt-issuer.ts";

/** A token whose signature and claims were verified. */
export interface VerifiedToken {
  readonly principal: Principal;
  /** Expiry in milliseconds since 1970. */
  readonly expiresAtMs: number;
}

/**
 * Creates the verification of signed tokens (RFC 7519) of the configured issuers.
 *
 * The `iss` claim selects the issuer, whose key set alone supplies the key. The signature must be EdDSA (also named
 * Ed25519), ES256 or RS256 with at least 2048 bits, by a key with the token's `kid` that fits the algorithm. `exp`,
 * `sub` and the issuer's audience are required; `nbf` and `iat` must not be in the future; `typ`, if present, must be
 * that of a JWT (RFC 9068, RFC 8725); and no claim may occur twice. Clocks may differ by 30 s.
 *
 * @throws Fault INVALID_API_KEY for an invalid token; UNAVAILABLE when the issuer's keys cannot be read
 */
export function createTokenVerifier(
  issuers: readonly Issuer[],
  plans: ReadonlyMap<string, AccessPlan>,
  deps: IssuerKeysDeps,
  own?: Pick<JwtIssuer, "issuer" | "findKey">,
): (token: string) => Promise<VerifiedToken> {
  const trusted = new Map(
    issuers.map((issuer) => [issuer.issuer, { issuer, findKey: createIssuerKeys(issuer.jwks, deps) }]),
  );
  if (own !== undefined) trusted.set(own.issuer.issuer, own);
  return async (token) => {
    try {
      const entry = trusted.get(decodeJwt(token).iss as string);
      if (entry === undefined) throw invalidToken("its issuer is not trusted");
      const claims = await verify(token, entry.issuer, entry.findKey, deps.now());
      requireForm(token);
      const principal =
        entry === own ? ownPrincipal(claims, own.issuer, plans) : principalOf(claims, entry.issuer, plans);
      return { principal, expiresAtMs: claims.exp * 1000 };
    } catch (error) {
      if (isWeakKey(error)) throw invalidToken("its key is too short: RSA needs 2048 bits or more");
      if (!(error instanceof errors.JOSEError)) throw error;
      throw invalidToken(explain(error), isOfTime(error) ? { serverTimeMs: deps.now() } : {}, error);
    }
  };
}

/** @throws Fault INVALID_API_KEY for a token of another type, or one with a duplicate member */
function requireForm(token: string): void {
  const { typ } = decodeProtectedHeader(token);
  // RFC 7515 allows the prefix to be omitted, and compares case-insensitively.
  if (typ !== undefined && !(typeof typ === "string" && /^(application\/)?(at\+)?jwt$/i.test(typ)))
    throw invalidToken("its `typ` is not that of a JWT");
  for (const part of token.split(".").slice(0, 2)) {
    const json = Buffer.from(part, "base64url").toString();
    if (hasDuplicateNames(json, JSON.parse(json))) throw invalidToken("it has a claim twice");
  }
}

/** Whether the library refused an RSA key as too short; it has no error class for that. */
function isWeakKey(error: unknown): boolean {
  return error instanceof TypeError && error.message.includes("modulusLength");
}

const toleranceSeconds = 30;
const subjectCharactersMax = 255;

type Claims = JWTPayload & { readonly exp: number; readonly sub: string };

async function verify(token: string, issuer: Issuer, findKey: JWTVerifyGetKey, nowMs: number): Promise<Claims> {
  const payload = await signedPayload(token, findKey, {
    algorithms: ["EdDSA", "Ed25519", "ES256", "RS256"],
    issuer: issuer.issuer,
    audience: issuer.audience,
    requiredClaims: ["exp", "sub"],
    clockTolerance: toleranceSeconds,
    currentDate: new Date(nowMs),
  });
  if (payload.iat !== undefined && payload.iat > nowMs / 1000 + toleranceSeconds)
    throw invalidToken("`iat` is in the future", { serverTimeMs: nowMs });
  const { sub } = payload;
  // Reject lone surrogates: they cannot be encoded, so two such subjects could become one.
  if (typeof sub !== "string" || sub === "" || sub.length > subjectCharactersMax || !sub.isWellFormed()) {
    throw invalidToken("`sub` is missing or unusable");
  }
  return payload as Claims;
}

/** Returns the payload of a token whose signature verifies with one of the fitting keys; several may have its `kid`. */
async function signedPayload(token: string, findKey: JWTVerifyGetKey, terms: JWTVerifyOptions): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, findKey, terms)).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    if (decodeProtectedHeader(token).kid === undefined) throw error;
    let refusal: unknown = new errors.JWKSInvalid("no key of the `kid` can be read", { cause: error });
    for await (const key of error) {
      try {
        return (await jwtVerify(token, key, terms)).payload;
      } catch (reason) {
        if (!(reason instanceof errors.JWSSignatureVerificationFailed || isWeakKey(reason))) throw reason;
        refusal = reason;
      }
    }
    throw refusal;
  }
}

/**
 * Returns the principal of a token that the service issued to a session: the same identity, with the permissions of the
 * session.
 */
function ownPrincipal(claims: Claims, issuer: Issuer, plans: ReadonlyMap<string, AccessPlan>): Principal {
  return Object.freeze({
    id: `identity:${claims.sub}`,
    identityId: claims.sub,
    plan: planOf(claims, issuer, plans),
    permissions: Object.freeze(permissionsOf(claims, issuer)),
  });
}

function planOf(claims: Claims, issuer: Issuer, plans: ReadonlyMap<string, AccessPlan>): AccessPlan {
  const name = claims[issuer.planClaim] ?? issuer.defaultPlan;
  const plan = typeof name === "string" ? plans.get(name) : undefined;
  if (plan === undefined) throw invalidToken("its plan is not configured");
  if (!issuer.plans.includes(plan.name)) throw invalidToken("its plan is not one that its issuer may give");
  return plan;
}

function principalOf(claims: Claims, issuer: Issuer, plans: ReadonlyMap<string, AccessPlan>): Principal {
  const plan = planOf(claims, issuer, plans);
  return Object.freeze({
    // Encoded parts contain no colon, so different issuers and subjects have different ids.
    id: `jwt:${encodeURIComponent(issuer.issuer)}:${encodeURIComponent(claims.sub)}`,
    plan,
    permissions: Object.freeze(
      commonGrants(commonGrants(permissionsOf(claims, issuer), issuer.permissions), plan.permissions),
    ),
  });
}

/** Permissions of a token: an array of words, words separated by spaces, or none. */
function permissionsOf(claims: Claims, { permissionsClaim }: Issuer): string[] {
  const claim = permissionsClaim === undefined ? (claims["permissions"] ?? claims["scope"]) : claims[permissionsClaim];
  const words = typeof claim === "string" ? claim.split(" ").filter((word) => word !== "") : (claim ?? []);
  if (!Array.isArray(words) || !words.every((word) => typeof word === "string"))
    throw invalidToken("its permissions are unusable");
  return words;
}

/** Explains to its owner why a token is invalid. */
function explain(error: errors.JOSEError): string {
  if (error instanceof errors.JWTClaimValidationFailed) return `\`${error.claim}\` is missing or wrong`;
  return explanations.get(error.code) ?? "it is not signed by a key of its issuer";
}

const explanations = new Map([
  [errors.JWTExpired.code, "it has expired"],
  [errors.JWTInvalid.code, "it is malformed"],
  [errors.JWSInvalid.code, "it is malformed"],
  [errors.JOSEAlgNotAllowed.code, "its algorithm is not EdDSA (Ed25519), ES256 or RS256"],
  [errors.JWKSInvalid.code, "the key that it names cannot be used as its issuer publishes it"],
  [errors.JWKSNoMatchingKey.code, "its issuer has no key of its `kid` and `alg` for signatures"],
  [errors.JWSSignatureVerificationFailed.code, "its signature is not by the key of its issuer that it names"],
  [errors.JWKSMultipleMatchingKeys.code, "it has no `kid`, and its issuer has several such keys"],
]);

/** Whether a token is refused only because of its times. */
function isOfTime(error: errors.JOSEError): boolean {
  if (error instanceof errors.JWTExpired) return true;
  return error instanceof errors.JWTClaimValidationFailed && error.claim === "nbf" && error.reason === "check_failed";
}

function invalidToken(problem: string, facts: Facts = {}, cause?: errors.JOSEError): Fault {
  return new Fault("INVALID_API_KEY", `The token is not valid: ${problem}.`, facts, { cause });
}
