import type { KeyObject } from "node:crypto";
import type { SignatureCheck } from "../../../core/signing/signature.ts";
import { type Claims, readClaims } from "./claims.ts";
import { type CompactJws, readCompactJws } from "./compact-jws.ts";
import type { RotationKey, RotationState, SigningKey } from "./identities.ts";
import { type Refuse, refuseSilently } from "./json-object.ts";
import { hasRotationCode } from "./rotation-code.ts";

/** Bounds and default of the rotation window. */
export const rotationWindowSeconds = { min: 30, max: 900, usual: 300 } as const;

/** Largest accepted difference between the clocks of a client and of the service. */
const skewMs = 30_000;

/** A token in the right format. None of its claims is verified yet. */
export interface RotatingToken extends Omit<CompactJws, "payload"> {
  readonly claims: Claims;
}

/** Requirements of the place where a token is used. */
export interface Expected {
  /** Exact `aud`. */
  readonly audience: string;
  readonly windowSeconds: number;
  /**
   * Required `cb` on a channel, which accepts only tokens made for it; the token must then have `chal`, too. Undefined
   * elsewhere: a token must have no `cb`.
   */
  readonly channelBinding?: string | undefined;
}

/** Step 1, AUTH_ERROR_INVALID_TOKEN: parses a token and checks that it is meant for this place. */
export function readRotatingToken(
  text: string,
  expected: Expected,
  refuse: Refuse = refuseSilently,
): RotatingToken | undefined {
  const jws = readCompactJws(text, refuse);
  const claims = jws && readClaims(jws.payload, refuse);
  if (claims === undefined) return undefined;
  const { audience, channelBinding, windowSeconds } = expected;
  if (claims.audience !== audience) return refuse(`\`aud\` must be ${audience}`);
  if (claims.channelBinding !== channelBinding) {
    return refuse(
      `\`cb\` must be ${channelBinding === undefined ? "absent outside a channel" : "that of the channel"}`,
    );
  }
  if (channelBinding !== undefined && claims.challenge === undefined) {
    return refuse("`chal` must be the challenge of the channel");
  }
  if (claims.expiresAtSeconds - claims.issuedAtSeconds > windowSeconds) {
    return refuse(`\`exp\` must be at most ${windowSeconds} s after \`iat\``);
  }
  const { keyId, headerSegment, signingInput, signature } = jws as CompactJws;
  return { keyId, headerSegment, signingInput, signature, claims };
}

/** A valid public key (RFC 8032, 7.1, test 1), used instead of an unknown one. The result is ignored. */
const placeholderKey = Buffer.from("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "hex");

/**
 * Step 2, AUTH_ERROR_SIGNATURE_INVALID: whether the token is signed by this key, which must belong to its subject and
 * be unrevoked. An unknown key takes the same work as a known one, so that timing does not reveal which identities
 * exist.
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

/** The rotation key named by a token, and the state of its counter. */
export interface RotationKnowledge extends Pick<RotationKey, "version" | "endsAt"> {
  /** See `rotationCode`. */
  readonly clientKey: KeyObject;
  /** Absent before the client's first token with this key. */
  readonly state: RotationState | undefined;
}

export interface RotationVerdict {
  /** The violated rule; undefined if none is. */
  readonly broken: string | undefined;
  /**
   * Whether two clients seem to have the same keys: the token is genuine, but another token has used its counter. This
   * is certain for the counter of the last token; a lower one can also be a replayed earlier token.
   */
  readonly cloneSuspected: boolean;
}

/**
 * Step 3, AUTH_ERROR_ROTATION_INVALID, for a token that has passed step 2: whether the rotation key is known and has
 * not ended, the window is that of `iat`, the code is right, the counter is above the last, and `iat` is at most 30 s
 * ahead.
 *
 * Expiry is left to step 4, which no expired token would otherwise reach.
 */
export function checkRotation(
  token: RotatingToken,
  known: RotationKnowledge | undefined,
  windowSeconds: number,
  nowMs: number,
): RotationVerdict {
  const { rotation, issuedAtSeconds } = token.claims;
  const broken = brokenRotationRule(token, known, windowSeconds, nowMs);
  if (broken !== undefined) return { broken, cloneSuspected: false };
  const state = known?.state;
  if (state !== undefined && rotation.counter <= state.lastN) {
    return {
      broken: `\`rot.n\` must be above that of the client's last token, ${state.lastN}`,
      cloneSuspected: token.claims.tokenId !== state.lastJti,
    };
  }
  const isEarly = issuedAtSeconds * 1000 > nowMs + skewMs;
  return {
    broken: isEarly ? `\`iat\` is more than ${skewMs / 1000} s ahead of the server's clock` : undefined,
    cloneSuspected: false,
  };
}

/** Returns the rule violated by a token that was not made with its rotation key; undefined if it was. */
function brokenRotationRule(
  { claims, headerSegment }: RotatingToken,
  known: RotationKnowledge | undefined,
  windowSeconds: number,
  nowMs: number,
): string | undefined {
  const { rotation, issuedAtSeconds } = claims;
  if (known === undefined || known.version !== rotation.keyVersion) {
    return "`rot.kid` must be a rotation key of the identity";
  }
  if (known.endsAt !== undefined && nowMs >= known.endsAt.getTime()) return "the rotation key in `rot.kid` has ended";
  if (rotation.window !== Math.floor(issuedAtSeconds / windowSeconds)) {
    return `\`rot.w\` must be \`iat\` divided by ${windowSeconds}, rounded down`;
  }
  return hasRotationCode(known.clientKey, headerSegment, claims) ? undefined : "`rot.code` is wrong";
}

/** Step 4, AUTH_ERROR_TOKEN_EXPIRED: whether `exp` was 30 s ago or more. */
export function isExpired(token: RotatingToken, nowMs: number): boolean {
  return nowMs >= token.claims.expiresAtSeconds * 1000 + skewMs;
}
