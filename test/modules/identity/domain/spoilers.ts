import { bytesToSign } from "../../../../server/core/signing/purposes.ts";
import {
  audience,
  base64url,
  bytes,
  issuedAt,
  keyId,
  otherSecret,
  otherSeed,
  publicKeyOf,
  signed,
  type TokenFixture,
} from "./token-fixture.ts";

/** One flaw of a token, and the verification step that must find it. */
export interface Spoiler {
  readonly name: string;
  readonly step: 1 | 2 | 3 | 4;
  readonly spoil: (fixture: TokenFixture) => void;
}

const groupOrder = 2n ** 252n + 27742317777372353535851937790883648493n;

export const refusals = [
  "good",
  "AUTH_ERROR_INVALID_TOKEN",
  "AUTH_ERROR_SIGNATURE_INVALID",
  "AUTH_ERROR_ROTATION_INVALID",
  "AUTH_ERROR_TOKEN_EXPIRED",
] as const;

/** Attacks that consist of one token. Each is signed by the right key unless the signature is the attack. */
export const spoilers: readonly Spoiler[] = [
  // Header
  header("alg none", { alg: "none" }),
  header("alg HS256", { alg: "HS256" }),
  header("alg ES256", { alg: "ES256" }),
  header("alg in other case", { alg: "eddsa" }),
  header("typ JWT", { typ: "JWT" }),
  header("embedded jwk", { jwk: { kty: "OKP", crv: "Ed25519", x: bytes(32, 0) } }),
  header("jku", { jku: "https://attacker.example/keys" }),
  header("x5u", { x5u: "https://attacker.example/chain" }),
  header("x5c", { x5c: [] }),
  header("crit", { crit: ["b64"] }),
  header("b64", { b64: false }),
  header("kid with SQL", { kid: "' OR 1=1 --" }),
  header("kid with a path", { kid: "../../keys/key" }),
  header("kid with a line end", { kid: "key\nforged log line" }),
  header("kid of 65 characters", { kid: "k".repeat(65) }),
  header("kid empty", { kid: "" }),
  header("kid a number", { kid: 7 }),
  header("kid absent", { kid: undefined }),
  format("header member given twice", (fixture) => {
    fixture.rewriteHeader = (text) => text.replace('"alg":"EdDSA"', '"alg":"none","alg":"EdDSA"');
  }),
  format("header with white space", (fixture) => {
    fixture.rewriteHeader = (text) => text.replace(",", ", ");
  }),
  format("header a list", (fixture) => {
    fixture.rewriteHeader = () => '["wrt+jwt"]';
  }),
  format("header with a prototype", (fixture) => {
    fixture.rewriteHeader = (text) => text.replace("{", '{"__proto__":{},');
  }),

  // Claims
  ...["sub", "aud", "client_id", "scope", "iat", "exp", "jti"].map((name) =>
    claims(`${name} absent`, { [name]: undefined }),
  ),
  ...["sub", "aud", "client_id", "scope", "jti", "chal", "cb"].map((name) => claims(`${name} null`, { [name]: null })),
  claims("unknown claim", { admin: true }),
  claims("wrong aud", { aud: `${audience}/` }),
  claims("aud a list", { aud: [audience] }),
  claims("sub with a line end", { sub: "me\nyou" }),
  claims("client_id with the separator of key derivation", { client_id: "a|b" }),
  claims("scope with two spaces", { scope: "a  b" }),
  claims("scope with a space at the end", { scope: "a " }),
  claims("scope of 513 characters", { scope: "a".repeat(513) }),
  claims("iat a fraction", { iat: issuedAt + 0.5 }),
  claims("iat a text", { iat: String(issuedAt) }),
  claims("iat negative", { iat: -1, exp: 10 }),
  claims("exp beyond the year 9999", { iat: 253_402_300_700, exp: 253_402_300_800 }),
  claims("exp at iat", { exp: issuedAt }),
  claims("exp - iat over the window", { exp: issuedAt + 301 }),
  claims("jti of 120 bits", { jti: bytes(15, 1) }),
  claims("jti of 136 bits", { jti: bytes(17, 1) }),
  claims("jti with stray bits", { jti: `${"A".repeat(21)}B` }),
  claims("jti with padding", { jti: `${"A".repeat(22)}==` }),
  claims("chal of 120 bits", { chal: bytes(15, 1) }),
  claims("channel token used over HTTP", { cb: bytes(32, 1) }),
  rot("rotation key id without v", { kid: "3" }),
  rot("rotation key id with a zero before", { kid: "v03" }),
  rot("rotation key id 0", { kid: "v0" }),
  rot("rotation key id beyond 31 bits", { kid: "v2147483648" }),
  rot("n zero", { n: 0 }),
  rot("n beyond 53 bits", { n: 2 ** 53 }),
  rot("w negative", { w: -1 }),
  rot("code of 31 bytes", { code: bytes(31, 1) }),
  rot("code empty", { code: "" }),
  rot("unknown member of rot", { x: 1 }),
  format("HTTP token used on a bound channel", (fixture) => {
    fixture.expected = { ...fixture.expected, channelBinding: bytes(32, 1) };
  }),
  format("token of another channel", (fixture) => {
    fixture.claims["chal"] = bytes(16, 1);
    fixture.claims["cb"] = bytes(32, 2);
    fixture.expected = { ...fixture.expected, channelBinding: bytes(32, 1) };
  }),
  format("bound channel without a challenge", (fixture) => {
    fixture.claims["cb"] = bytes(32, 1);
    fixture.expected = { ...fixture.expected, channelBinding: bytes(32, 1) };
  }),
  payload("claim given twice", (text) => text.replace('"scope":', '"scope":"admin","scope":')),
  payload("claim given twice with the same value", (text) => text.replace("{", `{"aud":"${audience}",`)),
  payload("payload with white space", (text) => `${text} `),
  payload("payload with a byte order mark", (text) => `\uFEFF${text}`),
  payload("number with an exponent", (text) => text.replace(`"iat":${issuedAt}`, `"iat":${issuedAt}e0`)),
  payload("number with a fraction of zero", (text) => text.replace(`"iat":${issuedAt}`, `"iat":${issuedAt}.0`)),
  payload("claim spelled with an escape", (text) => text.replace('"scope"', '"\\u0073cope"')),
  payload("payload with a prototype", (text) => text.replace("{", '{"__proto__":{},')),
  payload("payload a list", (text) => `[${text}]`),
  payload("payload no JSON", () => "claims"),

  // Wire
  wire("padding after a segment", (token) => token.replace(".", "=.")),
  wire("padding after the signature", (token) => `${token}==`),
  wire("space before", (token) => ` ${token}`),
  wire("line end after", (token) => `${token}\n`),
  wire("space within", (token) => token.replace(".", " .")),
  wire("standard base64", (token) => token.replace(/.$/, "+")),
  wire("stray bits in the signature", (token) => token.slice(0, -1) + nextLetter(token.at(-1) as string)),
  wire("no signature", (token) => token.slice(0, token.lastIndexOf(".") + 1)),
  wire("two segments", (token) => token.slice(0, token.lastIndexOf("."))),
  wire("four segments", (token) => `${token}.AAAA`),
  wire("signature of 63 bytes", (token) => withSignature(token, (signature) => signature.subarray(1))),
  wire("signature of 65 bytes", (token) =>
    withSignature(token, (signature) => Buffer.concat([signature, Buffer.alloc(1)])),
  ),
  wire("empty", () => ""),
  wire("4097 characters", (token) => token + "A".repeat(4097 - token.length)),
  wire("a mebibyte", (token) => token + "A".repeat(2 ** 20)),
  wire("a letter that is no ASCII", (token) => `é${token.slice(1)}`),

  // Signature
  signature("signed by another key", (fixture) => {
    fixture.seed = otherSeed;
  }),
  signature("S + L", (fixture) => {
    fixture.rewriteToken = (token) => withSignature(token, plusOrder);
  }),
  signature("signature of zeros", (fixture) => {
    fixture.rewriteToken = (token) => withSignature(token, () => Buffer.alloc(64));
  }),
  signature("unknown key or identity", (fixture) => {
    fixture.signingKey = undefined;
  }),
  signature("unknown key, signed by the key of the dummy check", (fixture) => {
    fixture.signingKey = undefined;
    fixture.seed = Buffer.from("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", "hex");
  }),
  signature("another identity's kid", (fixture) => {
    fixture.signingKey = {
      id: keyId,
      identityId: "somebody-else",
      publicKey: publicKeyOf(fixture.seed),
      revokedAt: undefined,
    };
  }),
  signature("a key of another kid", (fixture) => {
    fixture.header["kid"] = "another-key";
  }),
  signature("revoked signing key", (fixture) => {
    if (fixture.signingKey) fixture.signingKey = { ...fixture.signingKey, revokedAt: new Date(0) };
  }),
  signature("scope escalation after signing", (fixture) => {
    fixture.rewriteToken = (token) => withPayload(token, (text) => text.replace("level:standard", "level:enterprise"));
  }),
  signature("claims in another order after signing", (fixture) => {
    fixture.rewriteToken = (token) =>
      withPayload(token, (text) => text.replace(/^\{("[a-z_]+":"[^"]*"),(.*)\}$/s, "{$2,$1}"));
  }),
  signature("the signature of a transfer of the same bytes", (fixture) => {
    fixture.rewriteToken = (token) => {
      const signingInput = Buffer.from(token.slice(0, token.lastIndexOf(".")));
      return withSignature(token, () => signed(bytesToSign("transfer", signingInput), fixture.seed));
    };
  }),

  // Rotation
  rotation("unknown rotation key", (fixture) => {
    fixture.rotation = undefined;
  }),
  rotation("rotation key of another version", (fixture) => {
    if (fixture.rotation) fixture.rotation = { ...fixture.rotation, version: 4 };
  }),
  rotation("ended rotation key", (fixture) => {
    if (fixture.rotation) fixture.rotation = { ...fixture.rotation, endsAt: new Date(fixture.nowMs) };
  }),
  rotation("code of another rotation key", (fixture) => {
    fixture.codeKey = { version: 3, secret: otherSecret };
  }),
  rotation("code of another version", (fixture) => {
    fixture.codeKey = { ...fixture.codeKey, version: 2 };
  }),
  rotation("code of another client", (fixture) => {
    fixture.codeKey = { ...fixture.codeKey, clientId: "other-app" };
  }),
  rotation("code of zeros", (fixture) => {
    fixture.rot["code"] = Buffer.alloc(32).toString("base64url");
  }),
  rotation("window before", (fixture) => {
    fixture.rot["w"] = (fixture.rot["w"] as number) - 1;
  }),
  rotation("window after", (fixture) => {
    fixture.rot["w"] = (fixture.rot["w"] as number) + 1;
  }),
  rotation("window of another length", (fixture) => {
    fixture.rot["w"] = Math.floor((fixture.claims["iat"] as number) / 60);
  }),
  rotation("the last counter again", (fixture) => {
    fixture.rot["n"] = 41;
  }),
  rotation("a counter of long ago", (fixture) => {
    fixture.rot["n"] = 1;
  }),
  rotation("iat 31 s ahead, or the service's clock set back", (fixture) => {
    fixture.nowMs = (fixture.claims["iat"] as number) * 1000 - 31_000;
  }),

  // Expiry
  {
    name: "expired",
    step: 4,
    spoil: (fixture) => {
      fixture.nowMs = ((fixture.claims["exp"] as number) + 30) * 1000;
    },
  },
  {
    name: "expired long ago",
    step: 4,
    spoil: (fixture) => {
      fixture.nowMs = ((fixture.claims["exp"] as number) + 10_000_000) * 1000;
    },
  },
];

/** The token with a changed signature. */
function withSignature(token: string, change: (signature: Buffer) => Buffer): string {
  const end = token.lastIndexOf(".") + 1;
  return token.slice(0, end) + change(Buffer.from(token.slice(end), "base64url")).toString("base64url");
}

/** The signature with S + L in place of S. A verifier that does not check the range of S accepts it. */
export function plusOrder(signature: Buffer): Buffer {
  const s = BigInt(`0x${Buffer.from(signature.subarray(32)).reverse().toString("hex")}`) + groupOrder;
  return Buffer.concat([signature.subarray(0, 32), Buffer.from(s.toString(16).padStart(64, "0"), "hex").reverse()]);
}

function withPayload(token: string, change: (text: string) => string): string {
  const [headerSegment, payloadSegment, rest] = token.split(".") as [string, string, string];
  return `${headerSegment}.${base64url(change(Buffer.from(payloadSegment, "base64url").toString()))}.${rest}`;
}

/** Another last letter, which decodes to the same 64 bytes. */
function nextLetter(letter: string): string {
  return String.fromCharCode(letter.charCodeAt(0) + 1);
}

function header(name: string, members: Record<string, unknown>): Spoiler {
  return format(name, (fixture) => Object.assign(fixture.header, members));
}

function claims(name: string, members: Record<string, unknown>): Spoiler {
  return format(name, (fixture) => Object.assign(fixture.claims, members));
}

function rot(name: string, members: Record<string, unknown>): Spoiler {
  return format(name, (fixture) => Object.assign(fixture.rot, members));
}

function payload(name: string, rewrite: (text: string) => string): Spoiler {
  return format(name, (fixture) => {
    fixture.rewritePayload = rewrite;
  });
}

function wire(name: string, rewrite: (token: string) => string): Spoiler {
  return format(name, (fixture) => {
    const before = fixture.rewriteToken;
    fixture.rewriteToken = (token) => rewrite(before(token));
  });
}

function format(name: string, spoil: (fixture: TokenFixture) => void): Spoiler {
  return { name, step: 1, spoil };
}

function signature(name: string, spoil: (fixture: TokenFixture) => void): Spoiler {
  return { name, step: 2, spoil };
}

function rotation(name: string, spoil: (fixture: TokenFixture) => void): Spoiler {
  return { name, step: 3, spoil };
}
