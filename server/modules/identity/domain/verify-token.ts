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

/** Code of the first check that a token fails. */
export type TokenRefusal =
  | "AUTH_ERROR_INVALID_TOKEN"
  | "AUTH_ERROR_SIGNATURE_INVALID"
  | "AUTH_ERROR_ROTATION_INVALID"
  | "AUTH_ERROR_TOKEN_EXPIRED";

export type TokenVerdict =
  | { readonly refusal: undefined; readonly token: RotatingToken; readonly cloneSuspected: false }
  | {
      readonly refusal: TokenRefusal;
      /** The rule that the token violates, for its sender. */
      readonly rule: string;
      /** Undefined when the format is wrong. Its claims are verified only after step 2. */
      readonly token: RotatingToken | undefined;
      readonly cloneSuspected: boolean;
    };

/** Port: data that the checks need. Unknown keys are undefined. */
export interface TokenKnowledge {
  readonly isSignature: SignatureCheck;
  signingKey(
    identityId: string,
    keyId: string,
    token: RotatingToken,
  ): Promise<Pick<SigningKey, "id" | "identityId" | "publicKey" | "revokedAt"> | undefined>;
  /** Read only for a token with a valid signature. */
  rotation(place: RotationPlace): Promise<RotationKnowledge | undefined>;
}

/**
 * Checks a rotating token, in this order: format, signature, rotation, expiry. Writes nothing.
 *
 * A token that passes is not consumed yet. The caller consumes it with one conditional write, counter above the last
 * one, and returns AUTH_ERROR_ROTATION_INVALID if another use of the token came first.
 */
export async function verifyToken(
  text: string,
  expected: Expected,
  knowledge: TokenKnowledge,
  nowMs: number,
): Promise<TokenVerdict> {
  let format = "";
  const token = readRotatingToken(text, expected, (rule) => {
    format = rule;
  });
  if (token === undefined) return refused("AUTH_ERROR_INVALID_TOKEN", format, undefined);
  const { subject, clientId, rotation } = token.claims;

  const key = await knowledge.signingKey(subject, token.keyId, token);
  if (!(await isSignedBy(token, key, knowledge.isSignature))) {
    return refused("AUTH_ERROR_SIGNATURE_INVALID", signatureRule, token);
  }

  const known = await knowledge.rotation({ identityId: subject, clientId, keyVersion: rotation.keyVersion });
  const { broken, cloneSuspected } = checkRotation(token, known, expected.windowSeconds, nowMs);
  if (broken !== undefined) return refused("AUTH_ERROR_ROTATION_INVALID", broken, token, cloneSuspected);

  if (isExpired(token, nowMs)) return refused("AUTH_ERROR_TOKEN_EXPIRED", "`exp` is past by the server's clock", token);
  return { refusal: undefined, token, cloneSuspected: false };
}

/** One rule for all cases: a difference would reveal which identities and keys exist. */
const signatureRule = "it must be signed by the key in `kid`, which is one of the identity in `sub` and not revoked";

function refused(
  refusal: TokenRefusal,
  rule: string,
  token: RotatingToken | undefined,
  cloneSuspected = false,
): TokenVerdict {
  return { refusal, rule, token, cloneSuspected };
}
