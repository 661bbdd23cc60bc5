import type { KeyObject } from "node:crypto";
import type { SignatureCheck } from "../../../core/signing/signature.ts";
import { type Claims, readClaims } from "./claims.ts";
import { type CompactJws, readCompactJws } from "./compact-jws.ts";
import type { RotationKey, RotationState, SigningKey } from "./identities.ts";
import { hasRotationCode } from "./rotation-code.ts";

/** The bounds of the rotation window, and what it is unless configured. */
export const rotationWindowSeconds = { min: 30, max: 900, usual: 300 } as const;

/** How far the clocks of a client and of the service may be apart. */
const skewMs = 30_000;

/** A token whose format is good. Nothing that it says is proven yet. */
export interface RotatingToken extends Omit<CompactJws, "payload"> {
  readonly claims: Claims;
}

/** Where and by which rules tokens are taken. */
export interface Expected {
  /** `aud`, to the letter. */
  readonly audience: string;
  readonly windowSeconds: number;
  /**
   * What `cb` must be, on a channel that only a token made for it opens; it must carry `chal` too. Anywhere else a
   * token must have no `cb`.
   */
  readonly channelBinding?: string | undefined;
}

/** Step 1, AUTH_ERROR_INVALID_TOKEN: whether this is a token at all, and for here. */
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

/** A point of the curve (RFC 8032, 7.1, test 1). What is checked against it is refused whatever comes out. */
const nobodysKey = Buffer.from("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "hex");

/**
 * Step 2, AUTH_ERROR_SIGNATURE_INVALID: whether the token is signed by this key, which is good and its subject's. An
 * unknown key costs the same work as a known one, so that time does not tell which identities there are.
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
  const publicKey = isKey ? key.publicKey : nobodysKey;
  const isRight = await isSignature(Buffer.from(token.signingInput, "ascii"), publicKey, token.signature);
  return isKey && isRight;
}

/** What is known of the rotation key that a token names, and of its counter. */
export interface RotationKnowledge extends Pick<RotationKey, "version" | "endsAt"> {
  /** See `rotationCode`. */
  readonly clientKey: KeyObject;
  /** Absent before the client's first token with this key. */
  readonly state: RotationState | undefined;
}

export interface RotationVerdict {
  readonly isRight: boolean;
  /**
   * The token is genuine, but its counter is used, and by another token than this one: two clients have the same keys.
   * With the counter of the last token it is certain. With a lower one it can also be a token of before that is sent
   * again.
   */
  readonly cloneSuspected: boolean;
}

/**
 * Step 3, AUTH_ERROR_ROTATION_INVALID, for a token that has passed step 2: the rotation key is known and good, the window
 * is that of `iat`, the code is right, the counter is above the last, and `iat` is at most 30 s ahead.
 *
 * Whether the token is over is not looked at: that is step 4, which would be out of reach otherwise.
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

/** Step 4, AUTH_ERROR_TOKEN_EXPIRED: from 30 s after `exp` on. */
export function isExpired(token: RotatingToken, nowMs: number): boolean {
  return nowMs >= token.claims.expiresAtSeconds * 1000 + skewMs;
}
