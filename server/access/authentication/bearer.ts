import { Fault } from "../../core/fault.ts";

/**
 * Returns the token in an Authorization header (RFC 6750, section 2.1; the scheme is case-insensitive).
 *
 * @throws Fault AUTHENTICATION_REQUIRED when there is none, INVALID_API_KEY when it is too long to be one.
 */
export function bearerToken(authorization: string | undefined): string {
  const token = authorization === undefined ? "" : afterScheme(authorization);
  if (token === "") {
    throw new Fault("AUTHENTICATION_REQUIRED", "Send the header `Authorization: Bearer <API key or JWT>`.");
  }
  if (token.length > tokenCharactersMax) {
    throw new Fault("INVALID_API_KEY", `A token has at most ${tokenCharactersMax} characters.`);
  }
  return token;
}

/** Whether a text fits in a header unescaped: visible ASCII, no spaces. */
export function isVisibleAscii(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}

/** Whether a text has the three parts of a signed JWT. No key has them. */
export function isTokenShaped(text: string): boolean {
  return /^[^.]*\.[^.]*\.[^.]*$/.test(text);
}

/** The longest token: 8 KiB, far longer than any key and enough for a JWT with many claims. */
const tokenCharactersMax = 8_192;

const space = 32;

function afterScheme(authorization: string): string {
  // Fast path for the spelling that nearly every client uses.
  if (authorization.startsWith("Bearer ") && authorization.charCodeAt(7) !== space) return authorization.slice(7);
  return /^bearer +(.*)$/is.exec(authorization)?.[1] ?? "";
}
