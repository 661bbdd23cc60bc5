import { joined, utf8 } from "./bytes.ts";

/**
 * Thrown if a request is no genuine webhook of the service: answer it with a status such as 403, and do nothing else.
 */
export class BadWebhook extends Error {
  override readonly name = "BadWebhook";
}

/** A webhook with a verified signature. */
export interface ProvenWebhook {
  /** The same in each delivery of one event: ignore those already processed. */
  readonly id: string;
  /** Time of this delivery. */
  readonly sentAt: Date;
}

/** Headers of a request: those of `fetch`, or of Node. */
export type WebhookHeaders = Pick<Headers, "get"> | { readonly [name: string]: string | readonly string[] | undefined };

const toleranceSeconds = 300;
const secretsMax = 20;
const bytesMin = 16;

/**
 * Verifies a webhook offline, by the rules of Standard Webhooks.
 *
 * @param secrets the secrets of the endpoint, `whsec_…`: several during a rotation
 * @param body the raw body, before any parsing
 * @param now time of the receiver, in ms since 1970 or as a Date; a delivery may differ from it by 5 minutes
 * @throws BadWebhook if none of the secrets signed it, or its time differs too much
 * @throws TypeError for a malformed secret
 */
export async function verifyWebhook(
  secrets: string | readonly string[],
  headers: WebhookHeaders,
  body: string | Uint8Array,
  now: number | Date = Date.now(),
): Promise<ProvenWebhook> {
  const keys = await Promise.all([secrets].flat().map(keyOf));
  const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) =>
    headerOf(headers, name),
  ) as [string, string, string];
  if (!/^[\x21-\x2d\x2f-\x7e]{1,128}$/.test(id)) throw new BadWebhook("webhook-id is not an id");
  if (!/^\d{1,12}$/.test(timestamp)) throw new BadWebhook("webhook-timestamp is not a number of seconds");
  const message = joined(utf8(`${id}.${timestamp}.`), typeof body === "string" ? utf8(body) : body);
  if (!(await isSigned(keys, signatures, message))) {
    throw new BadWebhook("webhook-signature is not of this id, time and body by any of the secrets");
  }
  // Last, so that only the service can learn the time of the receiver's clock.
  const atMs = Number(timestamp) * 1000;
  if (Math.abs(Number(now) - atMs) > toleranceSeconds * 1000) {
    throw new BadWebhook(
      `webhook-timestamp is more than ${toleranceSeconds} seconds away from the time of the receiver`,
    );
  }
  return { id, sentAt: new Date(atMs) };
}

const algorithm = { name: "HMAC", hash: "SHA-256" };
type Key = Awaited<ReturnType<typeof keyOf>>;

async function keyOf(secret: string) {
  const text = secret.replace(/^whsec_/, "");
  const bytes = /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? fromBase64(text) : undefined;
  if (bytes === undefined || bytes.length < bytesMin) {
    throw new TypeError(`a secret of a webhook is whsec_ and at least ${bytesMin} bytes in base64`);
  }
  return crypto.subtle.importKey("raw", bytes, algorithm, false, ["verify"]);
}

/** Whether one of the signatures is right; WebCrypto compares in constant time. */
async function isSigned(keys: readonly Key[], signatures: string, message: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const given = signatures.split(" ").slice(0, secretsMax);
  for (const one of given) {
    const signature = one.startsWith("v1,") ? fromBase64(one.slice(3)) : undefined;
    if (signature === undefined) continue;
    for (const key of keys) if (await crypto.subtle.verify(algorithm, key, signature, message)) return true;
  }
  return false;
}

/** Returns a header; the empty text if it is absent or repeated. */
function headerOf(headers: WebhookHeaders, name: string): string {
  if (typeof headers["get"] === "function") return (headers as Pick<Headers, "get">).get(name) ?? "";
  const found = Object.entries(headers).filter(([key]) => key.toLowerCase() === name);
  const [[, value = ""] = []] = found;
  return found.length === 1 && typeof value === "string" ? value : "";
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    // The text is no base64.
    return undefined;
  }
}
