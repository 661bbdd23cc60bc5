import { signMessage } from "../../../core/signing/webhook-signature.ts";
import { DeliveryFailure } from "./sender.ts";

export interface SignedPostOptions {
  /** An https URL; plain http only to this machine. */
  readonly url: string;
  /** At least 32 bytes each; several during a rotation. */
  readonly secrets: readonly Uint8Array[];
  readonly fetch: typeof fetch;
  readonly clock: () => Date;
  /** Waits before the next attempt. */
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly timeoutMs?: number;
  readonly attemptsMax?: number;
}

/** Posts signed JSON, with an id that lets the receiver recognise repetitions. */
export type SignedPost = (id: string, body: object) => Promise<void>;

/**
 * Creates the post to one receiver. An attempt that may succeed later is repeated, with the same id and a new
 * signature; redirects are not followed. Throws for an unusable URL or secrets.
 */
export function createSignedPost(options: SignedPostOptions): SignedPost {
  const { secrets, fetch, clock, wait, timeoutMs = 5_000, attemptsMax = 3 } = options;
  const url = urlOf(options.url);
  if (secrets.length === 0 || secrets.some((secret) => secret.length < secretBytesMin)) {
    throw new RangeError(`a webhook needs a secret of at least ${secretBytesMin} bytes`);
  }

  async function attempt(id: string, body: Uint8Array): Promise<DeliveryFailure | undefined> {
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "idempotency-key": id,
          ...signMessage(id, body, secrets, clock()),
        },
        body: Uint8Array.from(body),
        redirect: "manual",
        signal: AbortSignal.timeout(timeoutMs),
      });
      await response.body?.cancel();
      if (response.ok) return undefined;
      const isTemporary = response.status >= 500 || [408, 425, 429].includes(response.status);
      return new DeliveryFailure(`the webhook answered status ${response.status}`, isTemporary);
    } catch {
      // The error is dropped, since it contains addresses.
      return new DeliveryFailure("the webhook did not answer", true);
    }
  }

  return async (id, message) => {
    const body = new TextEncoder().encode(JSON.stringify(message));
    for (let attempts = 1; ; attempts++) {
      const failure = await attempt(id, body);
      if (failure === undefined) return;
      if (!failure.isTemporary || attempts >= attemptsMax) throw failure;
      await wait(firstWaitMs * 2 ** (attempts - 1));
    }
  };
}

const secretBytesMin = 32;
const firstWaitMs = 250;

function urlOf(text: string): string {
  const url = URL.parse(text);
  const isHere =
    url !== null && (/^127\.\d+\.\d+\.\d+$/.test(url.hostname) || ["localhost", "[::1]"].includes(url.hostname));
  if (url?.protocol === "https:" || (url?.protocol === "http:" && isHere)) return url.href;
  throw new TypeError("the URL of a webhook is https, or http to this machine");
}
