import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { AuthErrorCode, type AuthenticationService } from "#contract/identity/v1/authentication_service_pb.js";
import { sessionMs } from "../../../access/domain/session-expiry.ts";
import type { Session } from "../../../access/domain/sessions.ts";
import { levelAt, levelEndsMs } from "../../../core/level-expiry.ts";
import { newUuidV7 } from "../../../core/uuid.ts";
import type { Context, Operations } from "../../../rpc/operations.ts";
import { holdsPermission, type Principal } from "../../../rpc/principal.ts";
import { authLevelOf } from "../domain/auth-level.ts";
import type { ChallengeTerms, ParentSession, TokenFacts } from "../domain/authentications.ts";
import type { RotationPlace } from "../domain/identities.ts";
import type { RotatingToken } from "../domain/rotating-token.ts";
import { ownPermissionsOf, wordsOf } from "../domain/scope.ts";
import { type TokenRefusal, verifyToken } from "../domain/verify-token.ts";
import type { AuthenticationOperationsDeps } from "./authentication-deps.ts";
import { type ClientKeys, createClientKeys } from "./client-keys.ts";
import { derivedFrom, recordOfRenewal, renewedBy } from "./session-limits.ts";

const errorCodes = {
  AUTH_ERROR_INVALID_TOKEN: AuthErrorCode.INVALID_TOKEN,
  AUTH_ERROR_SIGNATURE_INVALID: AuthErrorCode.SIGNATURE_INVALID,
  AUTH_ERROR_ROTATION_INVALID: AuthErrorCode.ROTATION_INVALID,
  AUTH_ERROR_TOKEN_EXPIRED: AuthErrorCode.TOKEN_EXPIRED,
} as const satisfies Record<TokenRefusal, AuthErrorCode>;

/**
 * Authentication with rotating tokens: a token that passes its checks is consumed and opens a session, or renews the one of
 * the channel on which it comes.
 */
export function tokenAuthentication(
  deps: AuthenticationOperationsDeps,
): Pick<Operations<typeof AuthenticationService>, "authenticate"> {
  const { audience, windowSeconds, failures, now } = deps;
  const expected = { audience, windowSeconds };
  const clientKeys = createClientKeys(deps.vault);
  return {
    async authenticate({ token: text }, caller) {
      const { principal, channelBinding } = caller;
      failures.byCaller.check(principal.id);
      const knowledge = tokenKnowledge(deps, clientKeys, principal.id);
      const verdict = await verifyToken(text, { ...expected, channelBinding }, knowledge, now());
      const { token } = verdict;
      const outcome =
        verdict.refusal === undefined ? await openSession(deps, verdict.token, knowledge.facts, caller) : verdict;
      if ("sessionToken" in outcome) return { success: true, ...outcome };
      failures.byCaller.record(principal.id);
      if (token !== undefined) failures.byIdentity.record(`${principal.id} ${token.claims.subject}`);
      if (verdict.cloneSuspected && token !== undefined) deps.onClone(token.claims.subject, token.claims.clientId);
      return {
        success: false,
        errorCode: errorCodes[outcome.refusal],
        ...(deps.explainsTokens && {
          explanation: `The token is rejected: ${outcome.rule}.`,
          serverTime: timestampFromMs(now()),
        }),
      };
    },
  };
}

/** Reads the data for verifying a token, all of it on the first request. */
function tokenKnowledge(
  { authentications, failures, isSignature }: AuthenticationOperationsDeps,
  clientKeys: ClientKeys,
  caller: string,
) {
  let facts: TokenFacts | undefined;
  let subject = "";
  return {
    isSignature,
    async signingKey(identityId: string, keyId: string, { claims }: RotatingToken) {
      failures.byIdentity.check(`${caller} ${identityId}`);
      const { clientId, challenge, rotation } = claims;
      subject = claims.writtenSubject ?? identityId;
      facts = await authentications.facts({ identityId, keyId, clientId, keyVersion: rotation.keyVersion, challenge });
      return facts.signingKey;
    },
    async rotation({ clientId }: RotationPlace) {
      if (facts?.rotationKey === undefined) return undefined;
      const { state, rotationKey } = facts;
      const { version, endsAt } = rotationKey;
      return { version, endsAt, state, clientKey: await clientKeys.open(rotationKey, clientId, subject) };
    },
    get facts() {
      return facts as TokenFacts;
    },
  };
}

interface Opened {
  /** Empty for a renewed session, whose token its channel has. */
  readonly sessionToken: string;
  readonly authLevel: number;
}

interface Refused {
  readonly refusal: TokenRefusal;
  /** The violated rule. */
  readonly rule: string;
}

/**
 * Consumes a token that has passed its checks. Refuses one that violates its challenge's terms, was used meanwhile, or would
 * renew a session that has ended.
 */
async function openSession(
  { authentications, sessions, grantable, mint, now }: AuthenticationOperationsDeps,
  token: RotatingToken,
  { level, levelFalls, challenge: terms, parent }: TokenFacts,
  { principal, address, channelBinding }: Context,
): Promise<Opened | Refused> {
  const { subject, clientId, scope, tokenId, challenge, rotation } = token.claims;
  const at = new Date(now());
  const broken = terms && brokenTerm(token, terms, parent, at);
  if (broken !== undefined) return { refusal: "AUTH_ERROR_INVALID_TOKEN", rule: broken };
  const heldId = channelBinding === undefined ? undefined : idOfOwn(principal, subject);
  const held = heldId && (await sessions.listOpen(subject, at)).find((open) => open.id === heldId);
  if (heldId !== undefined && !held) return { refusal: "AUTH_ERROR_INVALID_TOKEN", rule: "its session has ended" };
  const id = newUuidV7(at.getTime());
  const { token: sessionToken, digest } = mint(id);
  const authLevel = authLevelOf(scope, levelAt(level, levelFalls, at.getTime()));
  const own: Session = {
    id,
    identityId: subject,
    clientId,
    address: address || undefined,
    keyId: token.keyId,
    authLevel,
    permissions: wordsOf(scope).filter((permission) => holdsPermission(grantable, permission)),
    ownPermissions: ownPermissionsOf(scope),
    parentId: undefined,
    provenAt: at,
    createdAt: at,
    lastUsedAt: at,
    expiresAt: new Date(Math.min(at.getTime() + sessionMs, levelEndsMs(authLevel, levelFalls))),
    revokedAt: undefined,
  };
  const opened = parent === undefined ? own : derivedFrom(parent, own);
  const renewed = held ? renewedBy(opened, held) : undefined;
  const admitted = await authentications.admit({
    place: { identityId: subject, clientId, keyVersion: rotation.keyVersion },
    reached: { lastN: rotation.counter, lastJti: tokenId },
    challenge,
    session: renewed === undefined ? opened : recordOfRenewal(opened, renewed),
    renewed,
    sessionDigest: digest,
  });
  if (admitted && renewed !== undefined) return { sessionToken: "", authLevel: renewed.authLevel };
  if (admitted) return { sessionToken, authLevel: opened.authLevel };
  const rule = "its counter or its challenge was used before, or its challenge is unknown or has expired";
  return { refusal: "AUTH_ERROR_ROTATION_INVALID", rule };
}

/** Returns the id of the calling session if it is that of an identity. */
function idOfOwn({ session }: Principal, identityId: string): string | undefined {
  return session?.identityId === identityId ? session.id : undefined;
}

/**
 * Returns the rule violated by a token that differs from its challenge's request, or whose parent session has ended.
 */
function brokenTerm(
  { claims }: RotatingToken,
  terms: ChallengeTerms,
  parent: ParentSession | undefined,
  at: Date,
): string | undefined {
  const { subject, clientId, scope, channelBinding, issuedAtSeconds, expiresAtSeconds } = claims;
  // A channel requests its nonce before it knows the client, and binds the token to itself.
  const isOfClient = channelBinding !== undefined || terms.clientId === undefined || terms.clientId === clientId;
  if (!isOfClient) return "`client_id` must be that for which its challenge was requested";
  if (terms.scope !== undefined && terms.scope !== scope) {
    return "`scope` must be that for which its challenge was requested";
  }
  if (terms.longestSeconds !== undefined && expiresAtSeconds - issuedAtSeconds > terms.longestSeconds) {
    return `it must expire within the ${terms.longestSeconds} s for which its challenge was requested`;
  }
  if (terms.sessionId === undefined) return undefined;
  const isOpen = parent?.identityId === subject && parent.revokedAt === undefined && at < parent.expiresAt;
  return isOpen ? undefined : "the session that requested it has ended";
}
