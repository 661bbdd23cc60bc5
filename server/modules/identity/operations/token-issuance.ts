import { randomBytes, randomInt } from "node:crypto";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { AuthenticationService } from "#contract/identity/v1/authentication_service_pb.js";
import { Fault } from "../../../core/fault.ts";
import type { Operations } from "../../../rpc/operations.ts";
import type { Principal } from "../../../rpc/principal.ts";
import type { Authentications, ChallengeTerms } from "../domain/authentications.ts";
import { rotationWindowSeconds } from "../domain/rotating-token.ts";
import { signedToken, unsignedToken } from "../domain/unsigned-token.ts";
import type { AuthenticationOperationsDeps } from "./authentication-deps.ts";
import { openRotationSecret } from "./private-data.ts";
import { requireHeld, requireKnownWords } from "./requested-scope.ts";

const challengeMs = 5 * 60_000;

type TokenIssuance = Pick<Operations<typeof AuthenticationService>, "createChallenge" | "requestToken">;

/** Challenges, and rotating tokens signed by keys in the vault. */
export function tokenIssuance(deps: AuthenticationOperationsDeps): TokenIssuance {
  const { identities, authentications, vault, audience, windowSeconds, now } = deps;
  const nextCounter = createTokenCounter(now);

  return {
    async createChallenge(request) {
      const { clientId, authScope } = request;
      requireKnownWords(authScope, deps.isPermission);
      const endsAt = new Date(now() + challengeMs);
      const scope = authScope === "" ? undefined : authScope;
      const longestSeconds = requestedSeconds(request, windowSeconds);
      const terms = { clientId, scope, longestSeconds, sessionId: undefined };
      const challenge = await newChallenge(authentications, endsAt, terms);
      return { challenge, expiresAt: timestampFromDate(endsAt), audience, rotationWindow: windowSeconds };
    },

    async requestToken(request, { principal }) {
      const { identityId, clientId, authScope, rotationWindow: usualSeconds } = request;
      const lifetimeSeconds = requestedSeconds(request, windowSeconds) ?? Math.min(usualSeconds, windowSeconds);
      requireKnownWords(authScope, deps.isPermission);
      requireSessionOrOther(principal);
      if (principal.session !== undefined) requireHeld(principal, authScope, deps.grantable);
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
      const names = { identityId, keyId: key.id, clientId, keyVersion: version, challenge: undefined };
      const { state } = await authentications.facts(names);
      const issuedAtSeconds = Math.floor(now() / 1000);
      const expiresAtSeconds = issuedAtSeconds + lifetimeSeconds;
      const claims = {
        keyId: key.id,
        subject: identityId,
        audience,
        clientId,
        scope: authScope,
        issuedAtSeconds,
        expiresAtSeconds,
        tokenId: randomBytes(16).toString("base64url"),
        challenge: await parentChallenge(authentications, principal, expiresAtSeconds),
        channelBinding: undefined,
        counter: nextCounter(state?.lastN ?? 0),
      };
      const input = unsignedToken(claims, rotationKey, windowSeconds);
      const signature = await vault.sign(key.vaultKeyId, Buffer.from(input, "ascii"));
      return {
        token: signedToken(input, signature),
        expiresAt: timestampFromDate(new Date(expiresAtSeconds * 1000)),
      };
    },
  };
}

/**
 * Returns the requested lifetime; undefined if none is requested.
 *
 * @throws Fault PARAMETER_INVALID for one that is longer than the window, in which every token must be used
 */
function requestedSeconds(request: { readonly rotationWindow: number }, windowSeconds: number): number | undefined {
  if (!Object.hasOwn(request, "rotationWindow")) return undefined;
  const { rotationWindow } = request;
  if (rotationWindow <= windowSeconds) return rotationWindow;
  const { min } = rotationWindowSeconds;
  throw new Fault(
    "PARAMETER_INVALID",
    `rotation_window must be ${min} to ${windowSeconds} s, the window of this service`,
    {
      parameter: "rotation_window",
      provided: rotationWindow,
      validRange: [min, windowSeconds],
    },
  );
}

async function newChallenge(authentications: Authentications, endsAt: Date, terms: ChallengeTerms): Promise<string> {
  const challenge = randomBytes(16).toString("base64url");
  await authentications.addChallenge(challenge, endsAt, terms);
  return challenge;
}

/**
 * Returns a challenge that derives the session of a token from the one that requests the token; undefined for other
 * callers.
 */
async function parentChallenge(
  authentications: Authentications,
  { session }: Principal,
  expiresAtSeconds: number,
): Promise<string | undefined> {
  if (session === undefined) return undefined;
  const terms = { clientId: undefined, scope: undefined, longestSeconds: undefined, sessionId: session.id };
  return newChallenge(authentications, new Date(expiresAtSeconds * 1000), terms);
}

/**
 * Refuses a JWT of a session: it cannot be revoked, so it must not open a session that lasts longer.
 *
 * @throws Fault PERMISSION_DENIED
 */
function requireSessionOrOther({ identityId, session }: Principal): void {
  if (identityId === undefined || session !== undefined) return;
  throw new Fault("PERMISSION_DENIED", "Tokens are requested with the token of a session, not with a JWT.");
}

/**
 * Creates the source of counters for issued tokens. Each is above the last used one and the last issued one. It grows
 * with time, from a random number of microseconds, so that it exceeds those issued by other processes.
 */
function createTokenCounter(now: () => number): (used: number) => number {
  let last = 0;
  return (used) => {
    last = Math.max(last + 1, used + 1, now() * 1000 + randomInt(1000));
    return last;
  };
}
