import { ed25519 } from "@noble/curves/ed25519.js";
import { base64url, joined, sha256, utf8 } from "../bytes.ts";

/** Signs bytes with Ed25519 and a key in memory, in WebCrypto or in a device. */
export type Sign = (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>;

/** Credentials that a client receives when its identity is registered. */
export interface Credentials {
  readonly identityId: string;
  /** Id of the signing key. */
  readonly keyId: string;
  readonly sign: Sign;
  /** The signing key's private part, 32 bytes, if it can be exported. */
  readonly privateKey?: Uint8Array;
  /** Value from the response to the registration. */
  readonly rotationKey: { readonly version: number; readonly secret: Uint8Array };
}

/** Parameters of one token. */
export interface TokenRequest {
  readonly audience: string;
  readonly clientId: string;
  /** Scopes, separated by single spaces. */
  readonly scope: string;
  /** Higher than that of every earlier token; must be stored before the token is sent. */
  readonly counter: number;
  /** The service's rotation window. */
  readonly windowSeconds: number;
  readonly nowMs: number;
  /** Lifetime; by default and at most the window. */
  readonly lifetimeSeconds?: number;
  /** 16 bytes; random unless given. */
  readonly tokenId?: Uint8Array;
  /** The nonce of a challenge, in the service's encoding. */
  readonly challenge?: string;
  /** 32 bytes. */
  readonly channelBinding?: Uint8Array;
}

/**
 * Mints a rotating token (docs/rotating-token.md). Uses WebCrypto, in Node and in browsers.
 */
export async function mintToken(credentials: Credentials, request: TokenRequest): Promise<string> {
  const { identityId, keyId, rotationKey } = credentials;
  const issuedAt = Math.floor(request.nowMs / 1000);
  const window = Math.floor(issuedAt / request.windowSeconds);
  const header = segment({ typ: "wrt+jwt", alg: "EdDSA", kid: keyId });
  const claims = {
    sub: identityId,
    aud: request.audience,
    client_id: request.clientId,
    scope: request.scope,
    iat: issuedAt,
    exp: issuedAt + (request.lifetimeSeconds ?? request.windowSeconds),
    jti: base64url(request.tokenId ?? crypto.getRandomValues(new Uint8Array(16))),
    chal: request.challenge,
    cb: request.channelBinding && base64url(request.channelBinding),
  };
  const rotationKeyId = `v${rotationKey.version}`;
  const digest = await sha256(
    text("platonic rotation claims v1"),
    text(header),
    text(claims.sub),
    text(claims.aud),
    text(claims.client_id),
    text(claims.scope),
    unsigned(claims.iat, 8),
    unsigned(claims.exp, 8),
    text(claims.jti),
    text(claims.chal ?? ""),
    text(claims.cb ?? ""),
    text(rotationKeyId),
  );
  const code = await clientHmac(
    credentials,
    request.clientId,
    text("platonic rotation code v1"),
    unsigned(rotationKey.version, 4),
    unsigned(window, 8),
    unsigned(request.counter, 8),
    digest,
  );
  const rot = { kid: rotationKeyId, w: window, n: request.counter, code: base64url(code) };
  const signingInput = `${header}.${segment({ ...claims, rot })}`;
  return `${signingInput}.${base64url(await credentials.sign(utf8(signingInput)))}`;
}

/** Returns a signer with a private key of 32 bytes in memory. */
export function signWith(privateKey: Uint8Array): Sign {
  return (bytes) => ed25519.sign(bytes, privateKey);
}

/** Computes an HMAC with the key of the client, derived from that of the identity: codes are bound to one client. */
async function clientHmac(
  { rotationKey, identityId }: Credentials,
  clientId: string,
  ...parts: Uint8Array[]
): Promise<Uint8Array> {
  const secret = Uint8Array.from(rotationKey.secret);
  const identityKey = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveKey"]);
  const info = utf8(`platonic rotation v${rotationKey.version}|${clientId}`);
  const derivation = { name: "HKDF", hash: "SHA-256", salt: utf8(identityId), info };
  const use = { name: "HMAC", hash: "SHA-256", length: 256 };
  const clientKey = await crypto.subtle.deriveKey(derivation, identityKey, use, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", clientKey, joined(...parts)));
}

/** Encodes a text as its length in 4 bytes and UTF-8. */
function text(value: string): Uint8Array {
  const bytes = utf8(value);
  return joined(unsigned(bytes.length, 4), bytes);
}

/** Encodes an unsigned integer, big-endian. */
function unsigned(value: number, size: 4 | 8): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes.subarray(8 - size);
}

function segment(value: object): string {
  return base64url(utf8(JSON.stringify(value)));
}
