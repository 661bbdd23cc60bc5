import { randomBytes } from "node:crypto";
import { bytesOfUuid, formatUuid } from "../../core/uuid.ts";
import { digestOf } from "./api-key.ts";

/** Prefix that distinguishes session tokens from keys, and lets scanners find leaked ones. */
export const sessionTokenPrefix = "pls_";

/** `pls_`, then the 16 bytes of the session's id and 32 random ones as base64url. */
const tokenPattern = /^pls_[\w-]{64}$/;

/** Makes a token of 256 random bits for the session with this UUID, and the digest that is stored. */
export function mintSessionToken(sessionId: string): { readonly token: string; readonly digest: Uint8Array } {
  const bytes = Buffer.concat([bytesOfUuid(sessionId), randomBytes(32)]);
  const token = sessionTokenPrefix + bytes.toString("base64url");
  return { token, digest: digestOf(token) };
}

/** Returns the session id that a session token contains; undefined for any other text. */
export function sessionIdIn(token: string): string | undefined {
  if (!tokenPattern.test(token)) return undefined;
  return formatUuid(Buffer.from(token.slice(sessionTokenPrefix.length), "base64url"));
}
