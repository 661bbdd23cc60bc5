import { createHmac, type Hmac, type KeyObject, timingSafeEqual } from "node:crypto";

/** Headers of a signed message, as standardwebhooks.com specifies them, in lower case. */
export interface SignedHeaders {
  readonly "webhook-id": string;
  /** Seconds since 1970. */
  readonly "webhook-timestamp": string;
  /** `v1,` and the MAC in base64; several separated by spaces while secrets are rotated. */
  readonly "webhook-signature": string;
}

/** Reason to reject a signed message. */
export type SignatureRefusal = "MALFORMED" | "TIMESTAMP_OUT_OF_RANGE" | "SIGNATURE_INVALID";

/** A secret. Frequent signers create a KeyObject once, since creating one from bytes takes longer than signing. */
export type Secret = Uint8Array | KeyObject;

const toleranceSeconds = 300;

/** Signs a message with HMAC-SHA-256 over its id, the time and the body, with each of the secrets. */
export function signMessage(id: string, body: Uint8Array, secrets: readonly Secret[], now: Date): SignedHeaders {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signatures = secrets.map((secret) => `v1,${hmacOf(id, timestamp, body, secret).digest("base64")}`);
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}

/** Verifies a message signed with one of the secrets. Returns the reason to reject it; undefined if it is valid. */
export function signatureRefusal(
  headers: Partial<SignedHeaders>,
  body: Uint8Array,
  secrets: readonly Uint8Array[],
  now: Date,
): SignatureRefusal | undefined {
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures } = headers;
  if (id === undefined || timestamp === undefined || signatures === undefined) return "MALFORMED";
  if (!/^[\x21-\x2d\x2f-\x7e]{1,128}$/.test(id) || !/^[0-9]{1,12}$/.test(timestamp)) return "MALFORMED";
  if (signatures.length > signatureCharactersMax) return "MALFORMED";
  const offered = signatures
    .split(" ")
    .filter((signature) => signature.startsWith("v1,"))
    .map((signature) => Buffer.from(signature.slice(3), "base64"));
  let isRight = false;
  for (const secret of secrets) {
    const mac = hmacOf(id, timestamp, body, secret).digest();
    for (const given of offered) if (given.length === mac.length && timingSafeEqual(given, mac)) isRight = true;
  }
  if (!isRight) return "SIGNATURE_INVALID";
  const seconds = Math.abs(now.getTime() / 1000 - Number(timestamp));
  return seconds > toleranceSeconds ? "TIMESTAMP_OUT_OF_RANGE" : undefined;
}

const signatureCharactersMax = 1024;

/** Returns the MAC of a message. An id has no full stop, so no two messages have the same signed text. */
function hmacOf(id: string, timestamp: string, body: Uint8Array, secret: Secret): Hmac {
  return createHmac("sha256", secret).update(`${id}.${timestamp}.`).update(body);
}
