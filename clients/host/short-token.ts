import { deflateRawSync, inflateRawSync } from "node:zlib";

/**
 * Shortens a rotating token to two thirds, because PAM cuts what is typed at a prompt after 511 characters: compresses
 * the bytes of its three parts with a dictionary of what tokens have in common. `expandToken` returns the same token.
 */
export function shortenToken(token: string): string {
  const parts = token.split(".");
  if (parts.length !== 3) throw new Error("the text is not a token");
  const [header, payload, signature] = parts.map((part) => Buffer.from(part, "base64url")) as [Buffer, Buffer, Buffer];
  const bytes = Buffer.concat([signature, header, separator, payload]);
  const short = `${mark}${deflateRawSync(bytes, { dictionary, level: 9 }).toString("base64url")}`;
  if (expandToken(short) !== token) throw new Error("the token is not in the form in which the service writes it");
  return short;
}

/**
 * Expands a short form to its token; returns any other text as it is.
 *
 * @throws Error for a short form that is damaged
 */
export function expandToken(text: string): string {
  if (!text.startsWith(mark)) return text;
  const packed = Buffer.from(text.slice(mark.length), "base64url");
  const bytes = inflate(packed);
  const [signature, rest] = [bytes.subarray(0, signatureBytes), bytes.subarray(signatureBytes)];
  const end = rest.indexOf(separator);
  if (end === -1) throw new Error("the short form of the token is damaged");
  return [rest.subarray(0, end), rest.subarray(end + 1), signature].map((part) => part.toString("base64url")).join(".");
}

function inflate(packed: Buffer): Buffer {
  // The types lack this: with `info` the result has the engine, which knows how much it has read.
  const options = { dictionary, maxOutputLength: tokenBytesMax, info: true };
  const { buffer, engine } = inflateRawSync(packed, options) as unknown as Inflated;
  if (engine.bytesWritten !== packed.length) throw new Error("the short form of the token is damaged");
  return buffer;
}

interface Inflated {
  readonly buffer: Buffer;
  readonly engine: { readonly bytesWritten: number };
}

/** Not a character of base64url, so that no token begins with it. */
const mark = "~";
const separator = Buffer.of(0);
const signatureBytes = 64;
const tokenBytesMax = 8_192;

/** The most frequent text comes last. A change would make short tokens in use unreadable. */
const dictionary = Buffer.from(
  '0123456789abcdef-4-7-8-9-a-b{"typ":"wrt+jwt","alg":"Ed25519","typ":"wrt+jwt","alg":"EdDSA","kid":"01"}' +
    ',"chal":"","cb":"","scope":"geocode:* wallet: level:standard"{"sub":"01","aud":"platonic","client_id":"app' +
    '","scope":"","iat":17,"exp":17,"jti":"","rot":{"kid":"v1","w":5,"n":17,"code":""}}',
  "latin1",
);
