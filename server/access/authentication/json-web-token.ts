import { decodeJwt, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import { Fault } from "../../core/fault.ts";
import type { Plan } from "../../rpc/plan.ts";
import type { Principal } from "../../rpc/principal.ts";
import type { Issuer } from "../domain/issuer.ts";
import { createIssuerKeys, type IssuerKeysDeps } from "./issuer-keys.ts";
import type { JwtIssuer } from "./jwt-issuer.ts";

/** A token that was found good. */
export interface VerifiedToken {
  readonly principal: Principal;
  /** When it expires: milliseconds since 1970. */
  readonly expiresAtMs: number;
}

/**
 * Verifies signed tokens (RFC 7519) of the configured issuers.
 *
 * The `iss` claim chooses the issuer, and its key set alone the key. The signature must be EdDSA, ES256 or RS256, and
 * `exp`, `sub` and the issuer's audience must be there; `nbf` and `iat` must not lie ahead. Clocks may differ by 30 s.
 *
 * @throws Fault INVALID_API_KEY when the token is not good; INTERNAL when that cannot be told.
 */
export function createTokenVerifier(
  issuers: readonly Issuer[],
  plans: ReadonlyMap<string, Plan>,
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
      if (entry === undefined) throw notGood("no issuer that is trusted here");
      const claims = await verify(token, entry.issuer, entry.findKey, deps.now());
      return { principal: principalOf(claims, entry.issuer, plans), expiresAtMs: claims.exp * 1000 };
    } catch (error) {
      throw error instanceof errors.JOSEError ? notGood(explain(error), error) : error;
    }
  };
}

const toleranceSeconds = 30;
const subjectCharactersMax = 255;

type Claims = JWTPayload & { readonly exp: number; readonly sub: string };

async function verify(token: string, issuer: Issuer, findKey: JWTVerifyGetKey, nowMs: number): Promise<Claims> {
  const { payload } = await jwtVerify(token, findKey, {
    algorithms: ["EdDSA", "ES256", "RS256"],
    issuer: issuer.issuer,
    audience: issuer.audience,
    requiredClaims: ["exp", "sub"],
    clockTolerance: toleranceSeconds,
    currentDate: new Date(nowMs),
  });
  if (payload.iat !== undefined && payload.iat > nowMs / 1000 + toleranceSeconds) throw notGood("an `iat` to come");
  const { sub } = payload;
  // Lone surrogates cannot be written down, so two such subjects could become one.
  if (typeof sub !== "string" || sub === "" || sub.length > subjectCharactersMax || !sub.isWellFormed()) {
    throw notGood("no usable `sub`");
  }
  return payload as Claims;
}

function principalOf(claims: Claims, issuer: Issuer, plans: ReadonlyMap<string, Plan>): Principal {
  const planName = claims[issuer.planClaim] ?? issuer.defaultPlan;
  const plan = typeof planName === "string" ? plans.get(planName) : undefined;
  if (plan === undefined) throw notGood("no plan that is configured here");
  return Object.freeze({
    // Encoded, the parts hold no colon, so no issuer and subject can be mistaken for others.
    id: `jwt:${encodeURIComponent(issuer.issuer)}:${encodeURIComponent(claims.sub)}`,
    plan,
    permissions: Object.freeze(permissionsOf(claims, issuer)),
  });
}

/** The permissions of a token: an array of words, or words with spaces between them, or none. */
function permissionsOf(claims: Claims, { permissionsClaim }: Issuer): string[] {
  const claim = permissionsClaim === undefined ? (claims["permissions"] ?? claims["scope"]) : claims[permissionsClaim];
  const words = typeof claim === "string" ? claim.split(" ").filter((word) => word !== "") : (claim ?? []);
  if (!Array.isArray(words) || !words.every((word) => typeof word === "string")) throw notGood("unusable permissions");
  return words;
}

/** What is wrong with a token, in words that help its owner. */
function explain(error: errors.JOSEError): string {
  if (error instanceof errors.JWTClaimValidationFailed) return `a \`${error.claim}\` that is missing or wrong`;
  return explanations.get(error.code) ?? "not signed by a key of its issuer";
}

const explanations = new Map([
  [errors.JWTExpired.code, "expired"],
  [errors.JWTInvalid.code, "malformed"],
  [errors.JWSInvalid.code, "malformed"],
  [errors.JOSEAlgNotAllowed.code, "an algorithm other than EdDSA, ES256 and RS256"],
  [errors.JWKSMultipleMatchingKeys.code, "no `kid`, and its issuer has several such keys"],
]);

function notGood(what: string, cause?: errors.JOSEError): Fault {
  return new Fault("INVALID_API_KEY", `The token is not good: ${what}.`, {}, { cause });
}
