import { type Claims, rotationKeyIdOf } from "./claims.ts";
import { clientRotationKey, type RotationSecret, rotationCode } from "./rotation-code.ts";

/** Claims of a new token. Window and code are computed. */
export interface TokenContent extends Omit<Claims, "rotation"> {
  /** The signing key. */
  readonly keyId: string;
  readonly counter: number;
}

/**
 * Returns the signing input of a token for an identity whose signing key is in the vault. The vault signs its ASCII
 * bytes; `signedToken` joins both.
 */
export function unsignedToken(content: TokenContent, key: RotationSecret, windowSeconds: number): string {
  const headerSegment = segment({ typ: "wrt+jwt", alg: "EdDSA", kid: content.keyId });
  const window = Math.floor(content.issuedAtSeconds / windowSeconds);
  const rotation = { keyVersion: key.version, window, counter: content.counter };
  const clientKey = clientRotationKey(key, content.subject, content.clientId);
  const code = rotationCode(clientKey, { ...content, headerSegment, rotation }).toString("base64url");
  const payload = {
    sub: content.subject,
    aud: content.audience,
    client_id: content.clientId,
    scope: content.scope,
    iat: content.issuedAtSeconds,
    exp: content.expiresAtSeconds,
    jti: content.tokenId,
    chal: content.challenge,
    cb: content.channelBinding,
    rot: { kid: rotationKeyIdOf(key.version), w: window, n: content.counter, code },
  };
  return `${headerSegment}.${segment(payload)}`;
}

/** Joins a signing input and its Ed25519 signature into a token. */
export function signedToken(signingInput: string, signature: Uint8Array): string {
  return `${signingInput}.${Buffer.from(signature).toString("base64url")}`;
}

function segment(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
