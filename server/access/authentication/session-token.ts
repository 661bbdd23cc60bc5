import { randomBytes } from "node:crypto";
import { bytesOfUuid, formatUuid } from "../../core/uuid.ts";
import { digestOf } from "./api-key.ts";

/** Prefix that distinguishes session tokens from keys, and lets scanners find leaked ones. */
export const sessionTokenPrefix = "pls_";

/** `pls_`, then the 16 bytes of the session's id and 32 random ones as base64url. */
const tokenPattern = /^pls_[\w-]{64}$/;

/** A new token: the secret for its client, and the digest that is stored. */
export interface MintedSessionToken {
  readonly token: string;
  readonly digest: Uint8Array;
}

/** Makes a token of 32 random bytes for the session with this UUID. */
export function mintSessionToken(sessionId: string, random: Uint8Array = randomBytes(32)): MintedSessionToken {
  const bytes = Buffer.concat([bytesOfUuid(sessionId), random]);
  const token = sessionTokenPrefix + bytes.toString("base64url");
  return { token, digest: digestOf(token) };
}

/** Returns the session id that a session token contains; undefined for any other text. */
export function sessionIdIn(token: string): string | undefined {
  if (!tokenPattern.test(token)) return undefined;
  return formatUuid(bytesOf(token));
}

/** Returns the 32 random bytes of a session token, and the session's id; undefined for any other text. */
export function randomBytesOfSession(token: string): { random: Uint8Array; sessionId: string } | undefined {
  const sessionId = sessionIdIn(token);
  return sessionId === undefined ? undefined : { random: bytesOf(token).subarray(uuidBytes), sessionId };
}

function bytesOf(token: string): Buffer {
  return Buffer.from(token.slice(sessionTokenPrefix.length), "base64url");
}

const uuidBytes = 16;
