import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { digestOf, type MintedKey, mintApiKey, randomBytesOfKey } from "./api-key.ts";
import { type MintedSessionToken, mintSessionToken, randomBytesOfSession } from "./session-token.ts";

/** API keys and session tokens that carry a code which only this service can compute. */
export interface OwnTokens {
  /** @param random 32 random bytes; the last ones are replaced by the code */
  readonly mintApiKey: (random?: Uint8Array) => MintedKey;
  readonly mintSessionToken: (sessionId: string) => MintedSessionToken;
  /**
   * Whether this service has made a token, or its operator has chosen it; without a look-up. False also for those that
   * were made before tokens had codes.
   */
  readonly recognizes: (token: string) => boolean;
}

/**
 * Creates the maker of tokens. Of the 32 bytes in a token, 22 are random and the last 10 are their message
 * authentication code (HMAC-SHA-256, truncated): one made-up token in 2^80 is recognized. The forms of tokens are as
 * before, and a service that has lost the secret, or does not know it yet, looks the token up.
 *
 * @param secret key of the code
 * @param chosen secret of an API key that the operator has chosen
 */
export function createOwnTokens(secret: Uint8Array, chosen?: string): OwnTokens {
  const codeOf = (random: Uint8Array, context: string) =>
    createHmac("sha256", secret).update(context).update(random).digest().subarray(0, codeBytes);
  const withCode = (random: Uint8Array, context: string) => {
    const part = random.subarray(0, randomPartBytes);
    return Buffer.concat([part, codeOf(part, context)]);
  };
  const hasCode = (bytes: Uint8Array, context: string) =>
    timingSafeEqual(bytes.subarray(randomPartBytes), codeOf(bytes.subarray(0, randomPartBytes), context));
  const chosenDigest = chosen === undefined ? undefined : digestOf(chosen);
  return {
    mintApiKey: (random = randomBytes(32)) => mintApiKey(withCode(random, keyContext)),
    mintSessionToken: (sessionId) => mintSessionToken(sessionId, withCode(randomBytes(32), sessionId)),
    recognizes(token) {
      const ofKey = randomBytesOfKey(token);
      if (ofKey !== undefined) return hasCode(ofKey, keyContext);
      const ofSession = randomBytesOfSession(token);
      if (ofSession !== undefined) return hasCode(ofSession.random, ofSession.sessionId);
      return chosenDigest !== undefined && timingSafeEqual(digestOf(token), chosenDigest);
    },
  };
}

const randomPartBytes = 22;
const codeBytes = 10;
/** No session has this id. */
const keyContext = "API key";
