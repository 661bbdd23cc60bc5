import type { LookupFunction } from "node:net";
import { Client } from "undici";
import { type Secret, signMessage } from "../../../../core/signing/webhook-signature.ts";
import { type TraceContext, traceparentOf } from "../../../../core/tracing/trace-context.ts";
import { lookupBy, nameResolver, type ResolveHost } from "../../../../outbound/name-resolver.ts";
import { isPublicAddress } from "./address.ts";
import { Exchange } from "./attempt.ts";
import { urlFlaw } from "./url-flaw.ts";

/** Result of an attempt: a status, or 0 and the reason why there is none. */
export interface Answer {
  readonly status: number;
  readonly error: string;
}

export interface PostOptions {
  /** Whether addresses outside the public internet, and plain HTTP, are allowed. */
  readonly allowsAny: boolean;
  readonly timeoutMs: number;
  /** Certificates that are trusted besides those of the platform; for tests. */
  readonly ca?: string;
  /** Resolves a host name; for tests. */
  readonly resolve?: ResolveHost;
}

/** A message with the data for its signature. */
export interface WebhookMessage {
  readonly id: string;
  readonly json: string;
  /** Time of the attempt, in milliseconds since 1970. */
  readonly atMs: number;
  readonly secrets: readonly Secret[];
  /** Place of the attempt in a trace, which the receiver may go on with. */
  readonly trace?: TraceContext | undefined;
}

/** Connection to the URL of one endpoint, not shared with other endpoints. */
export interface Receiver {
  /** Signs a message and posts it once. Must not be called concurrently. */
  post(message: WebhookMessage): Promise<Answer>;
  /** Closes the connection and aborts everything in progress, including the name look-up. */
  close(): void;
}

export type OpenReceiver = (url: string) => Receiver;

/**
 * Creates the function that opens connections. A host name is resolved once per connection, which is made to an address
 * that was checked, so that a second answer of its name server cannot redirect it. Redirects are not followed.
 */
export function receivers(options: PostOptions): OpenReceiver {
  const { allowsAny, timeoutMs, ca, resolve = nameResolver() } = options;
  return (url) => {
    const closing = new AbortController();
    const lookup = lookupBy((host) => allowedOf(allowsAny, resolve(host, closing.signal)));
    let client: Client | undefined;

    function attempt({ id, json, atMs, secrets, trace }: WebhookMessage): Promise<number> {
      const flaw = urlFlaw(url, allowsAny);
      if (flaw !== undefined) throw new Error(`the URL ${flaw}`);
      const { origin, pathname, search } = new URL(url);
      client ??= openClient(origin, { timeout: timeoutMs, lookup, ...(ca && { ca }) });
      const exchange = new Exchange(timeoutMs);
      const body = Buffer.from(json, "utf8");
      const headers = {
        "content-type": "application/json",
        // Some firewalls refuse requests without an agent.
        "user-agent": "platonic-webhooks",
        ...signMessage(id, body, secrets, new Date(atMs)),
        ...(trace !== undefined && { traceparent: traceparentOf(trace) }),
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
  // An attempt has one timeout for everything.
  return new Client(origin, { allowH2: false, connect, headersTimeout: 0, bodyTimeout: 0 });
}

async function allowedOf(allowsAny: boolean, resolving: ReturnType<ResolveHost>) {
  const usable = (await resolving).filter(({ address }) => allowsAny || isPublicAddress(address));
  if (usable.length === 0) throw new Error("the host has no public address");
  return usable;
}

/** Says why there is no answer, by the code of the error, whose text may contain addresses of this network. */
function explained(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "UND_ERR_SOCKET") return "the connection ended before an answer";
  return typeof code === "string" ? `no answer: ${code}` : message.slice(0, 200);
}
