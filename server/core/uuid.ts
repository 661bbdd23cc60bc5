import { randomFillSync } from "node:crypto";

/**
 * A UUID of version 7 (RFC 9562, section 5.7): 48 bits of time, then random ones. Later ids sort after earlier ones,
 * except within one millisecond.
 *
 * @param nowMs milliseconds since 1970
 * @param random at least 10 bytes
 */
export function uuidV7(nowMs: number, random: Uint8Array): string {
  const bytes = Buffer.allocUnsafe(16);
  bytes.writeUIntBE(nowMs, 0, 6);
  bytes.set(random.subarray(0, randomLength), 6);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  return formatUuid(bytes);
}

/**
 * Returns a new UUID of version 7. Draws random bytes for several UUIDs at once, since a draw takes longer than
 * everything else.
 *
 * @param nowMs milliseconds since 1970
 */
export function newUuidV7(nowMs: number): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.subarray(used, used + randomLength);
  used += randomLength;
  return uuidV7(nowMs, random);
}

/** Number of random bytes of a UUID of version 7. */
const randomLength = 10;

const pool = Buffer.alloc(256 * randomLength);
let used = pool.length;

/** The UUID of the first 16 bytes. */
export function formatUuid(bytes: Buffer): string {
  const hex = bytes.toString("hex", 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The 16 bytes of a UUID. */
export function bytesOfUuid(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll("-", ""), "hex");
}

/** Returns a UUID in lower case, the form in which it is stored and compared; any other text unchanged. */
export function canonicalUuid(text: string): string {
  return text.length === 36 && /[A-F]/.test(text) && isUuid(text.toLowerCase()) ? text.toLowerCase() : text;
}

/** Whether a text is a UUID in a form other than RFC 9562's: in braces, as a URN, or without hyphens. */
export function isOtherFormOfUuid(text: string): boolean {
  const digits = /^(?:urn:uuid:)?[({]?([0-9a-f-]{32,36})[})]?$/i.exec(text)?.[1] ?? "";
  if (digits === text && digits.length === 36) return false;
  return digits.replaceAll("-", "").length === 32;
}

/** Whether a text is a UUID in the spelling of this service's answers: with hyphens, in lower case. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text);
}
