import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from "node:crypto";
import { sha256 } from "../../../core/sha256.ts";
import { type Claims, rotationKeyIdOf } from "./claims.ts";

/** An unsealed rotation key of an identity. */
export interface RotationSecret {
  /** From 1. */
  readonly version: number;
  /** 32 bytes. */
  readonly secret: Uint8Array;
}

/** Input of the code: the header as sent, and all claims except the code. */
export interface CodeInput extends Omit<Claims, "rotation"> {
  readonly headerSegment: string;
  readonly rotation: Omit<Claims["rotation"], "code">;
}

/**
 * Computes the code with which a token proves that its client has the rotation key in addition to the signing key. With
 *
 * - `text(s)`: the length of s in UTF-8 as 4 bytes, then s in UTF-8; an absent claim is the empty text, which no
 * present optional claim can be;
 * - `u32`, `u64`: unsigned numbers in 4 and 8 bytes, big-endian;
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
 * The version is in decimal without leading zeros, and a client_id has no `|`, so that no two pairs have the same info.
 */
export function rotationCode(clientKey: KeyObject, coded: CodeInput): Buffer {
  const { keyVersion, window, counter } = coded.rotation;
  const head = encoded(["platonic rotation code v1"]);
  const bytes = Buffer.allocUnsafe(head.length + 20 + 32);
  bytes.set(head);
  let end = bytes.writeUInt32BE(keyVersion, head.length);
  end = bytes.writeBigUInt64BE(BigInt(window), end);
  end = bytes.writeBigUInt64BE(BigInt(counter), end);
  bytes.set(claimsDigest(coded), end);
  return createHmac("sha256", clientKey).update(bytes).digest();
}

/** Whether the claims contain the code of `rotationCode`. Compares in constant time. */
export function hasRotationCode(clientKey: KeyObject, headerSegment: string, claims: Claims): boolean {
  const code = Buffer.from(claims.rotation.code, "base64url");
  return timingSafeEqual(code, rotationCode(clientKey, { ...claims, headerSegment }));
}

/** The client key in the formula of `rotationCode`. */
export function clientRotationKey({ version, secret }: RotationSecret, subject: string, clientId: string): KeyObject {
  const info = `platonic rotation v${version}|${clientId}`;
  return createSecretKey(Buffer.from(hkdfSync("sha256", secret, subject, info, 32)));
}

function claimsDigest(coded: CodeInput): Buffer {
  const bytes = encoded([
    "platonic rotation claims v1",
    coded.headerSegment,
    coded.writtenSubject ?? coded.subject,
    coded.audience,
    coded.clientId,
    coded.scope,
    coded.issuedAtSeconds,
    coded.expiresAtSeconds,
    coded.tokenId,
    coded.challenge ?? "",
    coded.channelBinding ?? "",
    rotationKeyIdOf(coded.rotation.keyVersion),
  ]);
  return sha256(bytes);
}

/** Concatenates the `text` of strings and the `u64` of numbers. */
function encoded(values: readonly (string | number)[]): Buffer {
  const bytesMax = values.reduce<number>(
    (sum, value) => sum + (typeof value === "string" ? 4 + 3 * value.length : 8),
    0,
  );
  const bytes = Buffer.allocUnsafe(bytesMax);
  let end = 0;
  for (const value of values) {
    if (typeof value === "number") {
      end = bytes.writeBigUInt64BE(BigInt(value), end);
    } else {
      const length = bytes.write(value, end + 4, "utf8");
      end = bytes.writeUInt32BE(length, end) + length;
    }
  }
  return bytes.subarray(0, end);
}
