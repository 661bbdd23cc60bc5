import { randomBytes } from "node:crypto";
import { bytesOfUuid, formatUuid } from "../../core/uuid.ts";
import { digestOf } from "./api-key.ts";

/** By which session tokens are told from keys, and scanners find leaked ones. */
export const sessionTokenPrefix = "pls_";

/** `pls_`, then the 16 bytes of the session's id and 32 random ones as base64url. */
const form = /^pls_[\w-]{64}$/;

/** A new token of 256 random bits for the session with this UUID, and the digest by which it is recognised. */
export function mintSessionToken(sessionId: string): { readonly token: string; readonly digest: Uint8Array } {
  const bytes = Buffer.concat([bytesOfUuid(sessionId), randomBytes(32)]);
  const token = sessionTokenPrefix + bytes.toString("base64url");
  return { token, digest: digestOf(token) };
}

/** The session of which a text is the token, if it is that of any. */
export function sessionIdIn(token: string): string | undefined {
  if (!form.test(token)) return undefined;
  return formatUuid(Buffer.from(token.slice(sessionTokenPrefix.length), "base64url"));
}
