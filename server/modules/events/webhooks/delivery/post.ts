import type { LookupFunction } from "node:net";
import { Client } from "undici";
import { type Secret, signMessage } from "../../../../core/signing/webhook-signature.ts";
import { lookupBy, nameResolver, type ResolveHost } from "../../../../outbound/name-resolver.ts";
import { isPublicAddress } from "./address.ts";
import { Exchange } from "./attempt.ts";
import { urlFlaw } from "./url-flaw.ts";

/** Result of an attempt: a status, or 0 and why there is none. */
export interface Answer {
  readonly status: number;
  readonly error: string;
}

export interface PostOptions {
  /** Whether addresses beyond the public internet, and plain HTTP, are allowed. */
  readonly allowsAny: boolean;
  readonly timeoutMs: number;
  /** Certificates that are trusted beside those of the platform; for tests. */
  readonly ca?: string;
  /** Resolves a host name; for tests. */
  readonly resolve?: ResolveHost;
}

/** A message, and what its signature is made of. */
export interface WebhookMessage {
  readonly id: string;
  readonly json: string;
  /** Time of the attempt, in milliseconds since 1970. */
  readonly atMs: number;
  readonly secrets: readonly Secret[];
}

/** Connection to the URL of one endpoint, which shares nothing with those of others. */
export interface Receiver {
  /** Signs a message and posts it, once. One at a time. */
  post(message: WebhookMessage): Promise<Answer>;
  /** Ends the connection, and whatever is in progress, the look-up of the name included. */
  close(): void;
}

export type OpenReceiver = (url: string) => Receiver;

/**
 * Creates the opening of connections. The name of a host is resolved once for each connection, which is made to an address
 * that was found allowed, so that no second answer of its name server leads elsewhere. Redirects are not followed.
 */
export function receivers(options: PostOptions): OpenReceiver {
  const { allowsAny, timeoutMs, ca, resolve = nameResolver() } = options;
  return (url) => {
    const closing = new AbortController();
    const lookup = lookupBy((host) => allowedOf(allowsAny, resolve(host, closing.signal)));
    let client: Client | undefined;

    function attempt({ id, json, atMs, secrets }: WebhookMessage): Promise<number> {
      const flaw = urlFlaw(url, allowsAny);
      if (flaw !== undefined) throw new Error(`the URL ${flaw}`);
      const { origin, pathname, search } = new URL(url);
      client ??= openClient(origin, { timeout: timeoutMs, lookup, ...(ca && { ca }) });
      const exchange = new Exchange(timeoutMs);
      const body = Buffer.from(json, "utf8");
      const headers = {
        "content-type": "application/json",
        // Some firewalls refuse requests of no agent.
        "user-agent": "platonic-webhooks",
        ...signMessage(id, body, secrets, new Date(atMs)),
      };
      client.dispatch({ path: pathname + search, method: "POST", headers, body }, exchange);
      return exchange.status;
    }

    return {
      async post(message) {
        try {
          return { status: await attempt(message), error: "" };
        } catch (error) {
          return { status: 0, error: explained(error) };
        }
      },
      close() {
        closing.abort();
        void client?.destroy();
      },
    };
  };
}

function openClient(origin: string, connect: { timeout: number; lookup: LookupFunction; ca?: string }): Client {
  // An exchange has one bound for all of it.
  return new Client(origin, { allowH2: false, connect, headersTimeout: 0, bodyTimeout: 0 });
}

async function allowedOf(allowsAny: boolean, resolving: ReturnType<ResolveHost>) {
  const usable = (await resolving).filter(({ address }) => allowsAny || isPublicAddress(address));
  if (usable.length === 0) throw new Error("the host has no public address");
  return usable;
}

/** Says why there is no answer, by the code of the error: its text may hold addresses of this network. */
function explained(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "UND_ERR_SOCKET") return "the connection ended before an answer";
  return typeof code === "string" ? `no answer: ${code}` : message.slice(0, 200);
}
