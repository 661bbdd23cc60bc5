import { randomBytes, randomInt } from "node:crypto";
import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import {
  AuthErrorCode,
  type AuthenticationService,
  type SessionSchema,
} from "../../../../gen/es/identity/v1/authentication_service_pb.js";
import { type Session, type Sessions, sessionMs } from "../../../access/domain/sessions.ts";
import { Fault } from "../../../core/fault.ts";
import type { FixedWindowLimiter } from "../../../core/fixed-window/fixed-window-limiter.ts";
import type { SignatureCheck } from "../../../core/signing/signature.ts";
import { uuidV7 } from "../../../core/uuid.ts";
import type { Operations } from "../../../rpc/operations.ts";
import { holdsPermission, type Principal } from "../../../rpc/principal.ts";
import { authLevelOf } from "../domain/auth-level.ts";
import type { Authentications, TokenFacts } from "../domain/authentications.ts";
import type { Identities, RotationPlace, VerificationLevel } from "../domain/identities.ts";
import type { RotatingToken } from "../domain/rotating-token.ts";
import { signedToken, unsignedToken } from "../domain/unsigned-token.ts";
import type { Vault } from "../domain/vault.ts";
import { type TokenRefusal, verifyToken } from "../domain/verify-token.ts";
import { createClientKeys } from "./client-keys.ts";
import { openRotationSecret } from "./private-data.ts";

export interface AuthenticationOperationsDeps {
  readonly identities: Identities;
  readonly authentications: Authentications;
  readonly sessions: Sessions;
  readonly vault: Vault;
  readonly isSignature: SignatureCheck;
  /** For whom tokens must be. */
  readonly audience: string;
  readonly windowSeconds: number;
  /** What a scope may give a session, beside what belongs to its identity. */
  readonly grantable: readonly string[];
  readonly mint: (sessionId: string) => { readonly token: string; readonly digest: Uint8Array };
  /** Signs a token of the service for others. */
  readonly mintJwt: (
    claims: { readonly sub: string; readonly scope: string; readonly sid: string },
    lifetimeSeconds: number,
  ) => Promise<{ readonly jwt: string; readonly expiresAtSeconds: number }>;
  /** Failures by caller, and by caller and identity: nobody is locked out by another caller's failures. */
  readonly failures: { readonly byCaller: FixedWindowLimiter; readonly byIdentity: FixedWindowLimiter };
  /** Hears that two clients seem to have the same keys. */
  readonly onClone: (identityId: string, clientId: string) => void;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

const challengeMs = 5 * 60_000;

const refusals = {
  AUTH_ERROR_INVALID_TOKEN: AuthErrorCode.INVALID_TOKEN,
  AUTH_ERROR_SIGNATURE_INVALID: AuthErrorCode.SIGNATURE_INVALID,
  AUTH_ERROR_ROTATION_INVALID: AuthErrorCode.ROTATION_INVALID,
  AUTH_ERROR_TOKEN_EXPIRED: AuthErrorCode.TOKEN_EXPIRED,
} as const satisfies Record<TokenRefusal, AuthErrorCode>;

/** The operations of identity.v1.AuthenticationService. */
export function authenticationOperations(deps: AuthenticationOperationsDeps): Operations<typeof AuthenticationService> {
  const { identities, authentications, sessions, vault, audience, windowSeconds, failures, now = Date.now } = deps;
  const expected = { audience, windowSeconds };
  const clientKeys = createClientKeys(vault);
  let lastCounter = 0;

  /**
   * Above the one that was used last, and above those given here. Grows with time, and not from the same number in two
   * processes, so that it is above what any of them gave before.
   */
  function nextCounter(used: number): number {
    lastCounter = Math.max(lastCounter + 1, used + 1, now() * 1000 + randomInt(1000));
    return lastCounter;
  }

  function knowledgeFor(caller: string) {
    let facts: TokenFacts | undefined;
    return {
      isSignature: deps.isSignature,
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

  /** Consumes a token whose checks have passed. Undefined when another use was faster. */
  async function openSession(
    token: RotatingToken,
    level: VerificationLevel,
  ): Promise<{ sessionToken: string; session: Session } | undefined> {
    const { subject, clientId, scope, tokenId, challenge, rotation } = token.claims;
    const at = new Date(now());
    const id = uuidV7(at.getTime(), randomBytes(10));
    const { token: sessionToken, digest } = deps.mint(id);
    const asked = scope.split(" ");
    const session: Session = {
      id,
      identityId: subject,
      clientId,
      keyId: token.keyId,
      authLevel: authLevelOf(scope, level),
      permissions: asked.filter((permission) => holdsPermission(deps.grantable, permission)),
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

  /** A session gets no more from its own token than it has. */
  function requireHeld({ permissions }: Principal, scope: string): void {
    for (const word of scope.split(" ")) {
      if (!holdsPermission(deps.grantable, word) || holdsPermission(permissions, word)) continue;
      throw new Fault("PERMISSION_DENIED", `These credentials lack the permission ${word}.`, {
        requiredPermission: word,
      });
    }
  }

  return {
    async createChallenge() {
      const challenge = randomBytes(16).toString("base64url");
      const endsAt = new Date(now() + challengeMs);
      await authentications.addChallenge(challenge, endsAt);
      return {
        challenge,
        expiresAt: timestampFromDate(endsAt),
        audience,
        rotationWindow: windowSeconds,
      };
    },

    async requestToken({ identityId, clientId, authScope, rotationWindow }, { principal }) {
      if (principal.session !== undefined) requireHeld(principal, authScope);
      const key = (await identities.signingKeys(identityId)).find(
        ({ vaultKeyId, revokedAt }) => vaultKeyId !== undefined && revokedAt === undefined,
      );
      if (key?.vaultKeyId === undefined) {
        throw new Fault("STATE_INVALID", "The identity has no signing key in the vault.");
      }
      const sealed = await identities.latestRotationKey(identityId);
      if (sealed === undefined) throw new Fault("STATE_INVALID", "The identity has no rotation key.");
      const { version, sealedSecret } = sealed;
      const rotationKey = { version, secret: await openRotationSecret(vault, identityId, version, sealedSecret) };
      const { state } = await authentications.facts({ identityId, keyId: key.id, clientId, keyVersion: version });
      const issuedAtSeconds = Math.floor(now() / 1000);
      const expiresAtSeconds = issuedAtSeconds + Math.min(rotationWindow, windowSeconds);
      const input = unsignedToken(
        {
          keyId: key.id,
          subject: identityId,
          audience,
          clientId,
          scope: authScope,
          issuedAtSeconds,
          expiresAtSeconds,
          tokenId: randomBytes(16).toString("base64url"),
          challenge: undefined,
          channelBinding: undefined,
          counter: nextCounter(state?.lastN ?? 0),
        },
        rotationKey,
        windowSeconds,
      );
      const signature = await vault.sign(key.vaultKeyId, Buffer.from(input, "ascii"));
      return {
        token: signedToken(input, signature),
        expiresAt: timestampFromDate(new Date(expiresAtSeconds * 1000)),
      };
    },

    async authenticate({ token: text }, { principal, channelBinding }) {
      failures.byCaller.check(principal.id);
      const knowledge = knowledgeFor(principal.id);
      const verdict = await verifyToken(text, { ...expected, channelBinding }, knowledge, now());
      const { token } = verdict;
      const opening = verdict.refusal === undefined ? await openSession(verdict.token, knowledge.level) : undefined;
      if (opening !== undefined) {
        return { success: true, authLevel: opening.session.authLevel, sessionToken: opening.sessionToken };
      }
      failures.byCaller.record(principal.id);
      if (token !== undefined) failures.byIdentity.record(`${principal.id} ${token.claims.subject}`);
      if (verdict.cloneSuspected && token !== undefined) deps.onClone(token.claims.subject, token.claims.clientId);
      return { success: false, errorCode: refusals[verdict.refusal ?? "AUTH_ERROR_ROTATION_INVALID"] };
    },

    async issueJwt({ lifetime }, { principal }) {
      const { identityId, id } = sessionOf(principal);
      const claims = { sub: identityId, scope: principal.permissions.join(" "), sid: id };
      const { jwt, expiresAtSeconds } = await deps.mintJwt(claims, lifetime);
      return { jwt, expiresAt: timestampFromDate(new Date(expiresAtSeconds * 1000)) };
    },

    async logout(_, { principal }) {
      const session = sessionOf(principal);
      await sessions.revoke(session.identityId, session.id, new Date(now()));
      return {};
    },

    async listSessions({ identityId }) {
      return { sessions: (await sessions.listOpen(identityId, new Date(now()))).map(toMessage) };
    },

    async revokeSession({ identityId, sessionId }) {
      const session = await sessions.revoke(identityId, sessionId, new Date(now()));
      if (session === undefined) throw new Fault("RESOURCE_NOT_FOUND", "The identity has no session with this id.");
      return { session: toMessage(session) };
    },

    async listAuthenticationEvents({ identityId, pageSize, pageToken }) {
      const before = pageToken === "" ? undefined : pageToken;
      // Every session is the record of the authentication that opened it.
      const found = await sessions.list(identityId, before, pageSize + 1);
      const page = found.slice(0, pageSize);
      return {
        events: page.map(({ id, createdAt, clientId, authLevel }) => ({
          id,
          at: timestampFromDate(createdAt),
          clientId,
          authLevel,
          sessionId: id,
        })),
        ...(found.length > pageSize && { nextPageToken: page.at(-1)?.id as string }),
      };
    },
  };
}

/** A key that holds every permission is no session. */
function sessionOf({ session }: Principal): NonNullable<Principal["session"]> {
  if (session === undefined) throw new Fault("STATE_INVALID", "The call is not made by a session.");
  return session;
}

function toMessage(session: Session): MessageInitShape<typeof SessionSchema> {
  return {
    id: session.id,
    clientId: session.clientId,
    authLevel: session.authLevel,
    createdAt: timestampFromDate(session.createdAt),
    lastUsedAt: timestampFromDate(session.lastUsedAt),
    expiresAt: timestampFromDate(session.expiresAt),
  };
}
