import { randomBytes } from "node:crypto";
import { AuthErrorCode, type AuthenticationService } from "../../../../gen/es/identity/v1/authentication_service_pb.js";
import { sessionMs } from "../../../access/domain/session-expiry.ts";
import type { Session } from "../../../access/domain/sessions.ts";
import { uuidV7 } from "../../../core/uuid.ts";
import type { Operations } from "../../../rpc/operations.ts";
import { holdsPermission } from "../../../rpc/principal.ts";
import { authLevelOf } from "../domain/auth-level.ts";
import type { TokenFacts } from "../domain/authentications.ts";
import type { RotationPlace, VerificationLevel } from "../domain/identities.ts";
import type { RotatingToken } from "../domain/rotating-token.ts";
import { type TokenRefusal, verifyToken } from "../domain/verify-token.ts";
import type { AuthenticationOperationsDeps } from "./authentication-deps.ts";
import { type ClientKeys, createClientKeys } from "./client-keys.ts";

const errorCodes = {
  AUTH_ERROR_INVALID_TOKEN: AuthErrorCode.INVALID_TOKEN,
  AUTH_ERROR_SIGNATURE_INVALID: AuthErrorCode.SIGNATURE_INVALID,
  AUTH_ERROR_ROTATION_INVALID: AuthErrorCode.ROTATION_INVALID,
  AUTH_ERROR_TOKEN_EXPIRED: AuthErrorCode.TOKEN_EXPIRED,
} as const satisfies Record<TokenRefusal, AuthErrorCode>;

/** Authentication by rotating tokens: a token whose checks pass is consumed and opens a session. */
export function tokenAuthentication(
  deps: AuthenticationOperationsDeps,
): Pick<Operations<typeof AuthenticationService>, "authenticate"> {
  const { audience, windowSeconds, failures, now } = deps;
  const expected = { audience, windowSeconds };
  const clientKeys = createClientKeys(deps.vault);
  return {
    async authenticate({ token: text }, { principal, channelBinding }) {
      failures.byCaller.check(principal.id);
      const knowledge = tokenKnowledge(deps, clientKeys, principal.id);
      const verdict = await verifyToken(text, { ...expected, channelBinding }, knowledge, now());
      const { token } = verdict;
      const opened =
        verdict.refusal === undefined ? await openSession(deps, verdict.token, knowledge.level) : undefined;
      if (opened !== undefined) {
        return { success: true, authLevel: opened.session.authLevel, sessionToken: opened.sessionToken };
      }
      failures.byCaller.record(principal.id);
      if (token !== undefined) failures.byIdentity.record(`${principal.id} ${token.claims.subject}`);
      if (verdict.cloneSuspected && token !== undefined) deps.onClone(token.claims.subject, token.claims.clientId);
      return { success: false, errorCode: errorCodes[verdict.refusal ?? "AUTH_ERROR_ROTATION_INVALID"] };
    },
  };
}

/** Reads what a token is verified by, all of it with the first question. */
function tokenKnowledge(
  { authentications, failures, isSignature }: AuthenticationOperationsDeps,
  clientKeys: ClientKeys,
  caller: string,
) {
  let facts: TokenFacts | undefined;
  return {
    isSignature,
    async signingKey(identityId: string, keyId: string, { claims }: RotatingToken) {
      failures.byIdentity.check(`${caller} ${identityId}`);
      const { clientId, rotation } = claims;
      facts = await authentications.facts({ identityId, keyId, clientId, keyVersion: rotation.keyVersion });
      return facts.signingKey;
    },
    async rotation({ clientId }: RotationPlace) {
      if (facts?.rotationKey === undefined) return undefined;
      const { state, rotationKey } = facts;
      const { version, endsAt } = rotationKey;
      return { version, endsAt, state, clientKey: await clientKeys.open(rotationKey, clientId) };
    },
    get level() {
      return facts?.level ?? 0;
    },
  };
}

/** Consumes a token whose checks have passed. Undefined when another use was first. */
async function openSession(
  { authentications, grantable, mint, now }: AuthenticationOperationsDeps,
  token: RotatingToken,
  level: VerificationLevel,
): Promise<{ readonly sessionToken: string; readonly session: Session } | undefined> {
  const { subject, clientId, scope, tokenId, challenge, rotation } = token.claims;
  const at = new Date(now());
  const id = uuidV7(at.getTime(), randomBytes(10));
  const { token: sessionToken, digest } = mint(id);
  const session: Session = {
    id,
    identityId: subject,
    clientId,
    keyId: token.keyId,
    authLevel: authLevelOf(scope, level),
    permissions: scope.split(" ").filter((permission) => holdsPermission(grantable, permission)),
    createdAt: at,
    lastUsedAt: at,
    expiresAt: new Date(at.getTime() + sessionMs),
    revokedAt: undefined,
  };
  const admitted = await authentications.admit({
    place: { identityId: subject, clientId, keyVersion: rotation.keyVersion },
    reached: { lastN: rotation.counter, lastJti: tokenId },
    challenge,
    session,
    sessionDigest: digest,
  });
  return admitted ? { sessionToken, session } : undefined;
}
