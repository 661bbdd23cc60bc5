import type { KeyObject } from "node:crypto";
import type { SignatureCheck } from "../../../core/signing/signature.ts";
import { type Claims, readClaims } from "./claims.ts";
import { type CompactJws, readCompactJws } from "./compact-jws.ts";
import type { RotationKey, RotationState, SigningKey } from "./identities.ts";
import { hasRotationCode } from "./rotation-code.ts";

/** Bounds and default of the rotation window. */
export const rotationWindowSeconds = { min: 30, max: 900, usual: 300 } as const;

/** Largest accepted difference between the clocks of a client and of the service. */
const skewMs = 30_000;

/** A token in the right format. None of its claims is verified yet. */
export interface RotatingToken extends Omit<CompactJws, "payload"> {
  readonly claims: Claims;
}

/** Expectations of the place where a token is used. */
export interface Expected {
  /** Exact `aud`. */
  readonly audience: string;
  readonly windowSeconds: number;
  /**
   * Required `cb`, on a channel, which opens for a token made for it alone; the token must have `chal`, too. Elsewhere
   * undefined: a token must have no `cb`.
   */
  readonly channelBinding?: string | undefined;
}

/** Step 1, AUTH_ERROR_INVALID_TOKEN: parses a token and checks that it is meant for this place. */
export function readRotatingToken(text: string, expected: Expected): RotatingToken | undefined {
  const jws = readCompactJws(text);
  const claims = jws && readClaims(jws.payload);
  if (claims === undefined) return undefined;
  if (claims.audience !== expected.audience || claims.channelBinding !== expected.channelBinding) return undefined;
  if (expected.channelBinding !== undefined && claims.challenge === undefined) return undefined;
  if (claims.expiresAtSeconds - claims.issuedAtSeconds > expected.windowSeconds) return undefined;
  const { keyId, headerSegment, signingInput, signature } = jws as CompactJws;
  return { keyId, headerSegment, signingInput, signature, claims };
}

/** A valid public key (RFC 8032, 7.1, test 1), in place of an unknown one. Its result is ignored. */
const placeholderKey = Buffer.from("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "hex");

/**
 * Step 2, AUTH_ERROR_SIGNATURE_INVALID: whether the token is signed by this key, which is its subject's and not
 * revoked. An unknown key takes the same work as a known one, so that timing does not reveal which identities exist.
 */
export async function isSignedBy(
  token: RotatingToken,
  key: Pick<SigningKey, "id" | "identityId" | "publicKey" | "revokedAt"> | undefined,
  isSignature: SignatureCheck,
): Promise<boolean> {
  const isKey =
    key !== undefined &&
    key.id === token.keyId &&
    key.identityId === token.claims.subject &&
    key.revokedAt === undefined;
  const publicKey = isKey ? key.publicKey : placeholderKey;
  const isRight = await isSignature(Buffer.from(token.signingInput, "ascii"), publicKey, token.signature);
  return isKey && isRight;
}

/** The rotation key that a token names, and the state of its counter. */
export interface RotationKnowledge extends Pick<RotationKey, "version" | "endsAt"> {
  /** See `rotationCode`. */
  readonly clientKey: KeyObject;
  /** Absent before the client's first token with this key. */
  readonly state: RotationState | undefined;
}

export interface RotationVerdict {
  readonly isRight: boolean;
  /**
   * Whether two clients seem to have the same keys: the token is genuine, but another token has used its counter. This
   * is certain for the counter of the last token; a lower one can also be an earlier token that is sent again.
   */
  readonly cloneSuspected: boolean;
}

/**
 * Step 3, AUTH_ERROR_ROTATION_INVALID, for a token that has passed step 2: whether the rotation key is known and has
 * not ended, the window is that of `iat`, the code is right, the counter is above the last, and `iat` is at most 30 s
 * ahead.
 *
 * Expiry is left to step 4, which no token would reach otherwise.
 */
export function checkRotation(
  token: RotatingToken,
  known: RotationKnowledge | undefined,
  windowSeconds: number,
  nowMs: number,
): RotationVerdict {
  const { claims, headerSegment } = token;
  const { rotation, issuedAtSeconds } = claims;
  const isGenuine =
    known !== undefined &&
    known.version === rotation.keyVersion &&
    (known.endsAt === undefined || nowMs < known.endsAt.getTime()) &&
    rotation.window === Math.floor(issuedAtSeconds / windowSeconds) &&
    hasRotationCode(known.clientKey, headerSegment, claims);
  if (!isGenuine) return { isRight: false, cloneSuspected: false };
  const { state } = known;
  const isUsed = state !== undefined && rotation.counter <= state.lastN;
  return {
    isRight: !isUsed && issuedAtSeconds * 1000 <= nowMs + skewMs,
    cloneSuspected: isUsed && claims.tokenId !== state.lastJti,
  };
}

/** Step 4, AUTH_ERROR_TOKEN_EXPIRED: whether `exp` was 30 s ago or more. */
export function isExpired(token: RotatingToken, nowMs: number): boolean {
  return nowMs >= token.claims.expiresAtSeconds * 1000 + skewMs;
}
