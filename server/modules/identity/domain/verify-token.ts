import type { SignatureCheck } from "../../../core/signing/signature.ts";
import type { RotationPlace, SigningKey } from "./identities.ts";
import {
  checkRotation,
  type Expected,
  isExpired,
  isSignedBy,
  type RotatingToken,
  type RotationKnowledge,
  readRotatingToken,
} from "./rotating-token.ts";

/** The first check that a token fails. */
export type TokenRefusal =
  | "AUTH_ERROR_INVALID_TOKEN"
  | "AUTH_ERROR_SIGNATURE_INVALID"
  | "AUTH_ERROR_ROTATION_INVALID"
  | "AUTH_ERROR_TOKEN_EXPIRED";

export type TokenVerdict =
  | { readonly refusal: undefined; readonly token: RotatingToken; readonly cloneSuspected: false }
  | {
      readonly refusal: TokenRefusal;
      /** Absent when the format is not that of a token. Proven by its signature only after step 2. */
      readonly token: RotatingToken | undefined;
      readonly cloneSuspected: boolean;
    };

/** Where the checks get what they need to know. Keys that are not there are undefined. */
export interface TokenKnowledge {
  readonly isSignature: SignatureCheck;
  signingKey(
    identityId: string,
    keyId: string,
    token: RotatingToken,
  ): Promise<Pick<SigningKey, "id" | "identityId" | "publicKey" | "revokedAt"> | undefined>;
  /** Asked only for a token whose signature is right. */
  rotation(place: RotationPlace): Promise<RotationKnowledge | undefined>;
}

/**
 * The checks of a rotating token in their order: format, signature, rotation, expiry. It changes nothing.
 *
 * A token that passes is not used up yet. The caller does that by one conditional write, counter above the last one,
 * and answers AUTH_ERROR_ROTATION_INVALID when another use of the token was faster.
 */
export async function verifyToken(
  text: string,
  expected: Expected,
  knowledge: TokenKnowledge,
  nowMs: number,
): Promise<TokenVerdict> {
  const token = readRotatingToken(text, expected);
  if (token === undefined) return refused("AUTH_ERROR_INVALID_TOKEN", undefined);
  const { subject, clientId, rotation } = token.claims;

  const key = await knowledge.signingKey(subject, token.keyId, token);
  if (!(await isSignedBy(token, key, knowledge.isSignature))) return refused("AUTH_ERROR_SIGNATURE_INVALID", token);

  const known = await knowledge.rotation({ identityId: subject, clientId, keyVersion: rotation.keyVersion });
  const { isRight, cloneSuspected } = checkRotation(token, known, expected.windowSeconds, nowMs);
  if (!isRight) return refused("AUTH_ERROR_ROTATION_INVALID", token, cloneSuspected);

  if (isExpired(token, nowMs)) return refused("AUTH_ERROR_TOKEN_EXPIRED", token);
  return { refusal: undefined, token, cloneSuspected: false };
}

function refused(refusal: TokenRefusal, token: RotatingToken | undefined, cloneSuspected = false): TokenVerdict {
  return { refusal, token, cloneSuspected };
}
