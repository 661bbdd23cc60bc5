import { createHash, createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from "node:crypto";
import { type Claims, rotationKeyIdOf } from "./claims.ts";

/** A rotation key of an identity, opened. */
export interface RotationSecret {
  /** From 1. */
  readonly version: number;
  /** 32 bytes. */
  readonly secret: Uint8Array;
}

/** What the code stands for: the header as it is sent, and all claims but the code. */
export interface Coded extends Omit<Claims, "rotation"> {
  readonly headerSegment: string;
  readonly rotation: Omit<Claims["rotation"], "code">;
}

/**
 * The code by which a token proves that its maker has the rotation key, beside the signing key. With
 *
 * - `text(s)`: the length of s in UTF-8 as 4 bytes, then s in UTF-8; an absent claim is the empty text, which no claim
 *   that is present and may be absent can be;
 * - `u32`, `u64`: unsigned numbers in 4 and 8 bytes, the highest byte first;
 *
 * it is
 *
 *     client key = HKDF-SHA-256(key = the 32 bytes of the rotation key, salt = sub in UTF-8,
 *                               info = "platonic rotation v<version>|<client_id>", 32 bytes)
 *     digest     = SHA-256(text("platonic rotation claims v1") text(header segment as sent)
 *                          text(sub) text(aud) text(client_id) text(scope) u64(iat) u64(exp)
 *                          text(jti) text(chal) text(cb) text(rot.kid))
 *     code       = HMAC-SHA-256(client key, text("platonic rotation code v1") u32(version) u64(w) u64(n) digest)
 *
 * The version is in decimal without leading zeros, and a client_id has no `|`: so no two pairs have the same info.
 */
export function rotationCode(clientKey: KeyObject, coded: Coded): Buffer {
  const { keyVersion, window, counter } = coded.rotation;
  return createHmac("sha256", clientKey)
    .update(text("platonic rotation code v1"))
    .update(u32(keyVersion))
    .update(u64(window))
    .update(u64(counter))
    .update(claimsDigest(coded))
    .digest();
}

/** Whether the code in the claims is the one above. It takes the same time wherever they differ. */
export function hasRotationCode(clientKey: KeyObject, headerSegment: string, claims: Claims): boolean {
  const code = Buffer.from(claims.rotation.code, "base64url");
  return timingSafeEqual(code, rotationCode(clientKey, { ...claims, headerSegment }));
}

/** The client key of the above. */
export function clientRotationKey({ version, secret }: RotationSecret, subject: string, clientId: string): KeyObject {
  const info = `platonic rotation v${version}|${clientId}`;
  return createSecretKey(Buffer.from(hkdfSync("sha256", secret, subject, info, 32)));
}

function claimsDigest(coded: Coded): Buffer {
  return createHash("sha256")
    .update(text("platonic rotation claims v1"))
    .update(text(coded.headerSegment))
    .update(text(coded.subject))
    .update(text(coded.audience))
    .update(text(coded.clientId))
    .update(text(coded.scope))
    .update(u64(coded.issuedAtSeconds))
    .update(u64(coded.expiresAtSeconds))
    .update(text(coded.tokenId))
    .update(text(coded.challenge ?? ""))
    .update(text(coded.channelBinding ?? ""))
    .update(text(rotationKeyIdOf(coded.rotation.keyVersion)))
    .digest();
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value, "utf8");
  return Buffer.concat([u32(bytes.length), bytes]);
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}
