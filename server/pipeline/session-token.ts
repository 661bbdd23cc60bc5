import { randomBytes } from "node:crypto";
import { digestOf } from "./api-key.ts";

/** By which session tokens are told from keys, and scanners find leaked ones. */
export const sessionTokenPrefix = "pls_";

/** A new token of 256 random bits, and the digest by which it is recognised. */
export function mintSessionToken(): { readonly token: string; readonly digest: Uint8Array } {
  const token = sessionTokenPrefix + randomBytes(32).toString("base64url");
  return { token, digest: digestOf(token) };
}
