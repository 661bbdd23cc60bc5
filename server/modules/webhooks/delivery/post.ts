import { lookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { Agent } from "undici";
import { type Secret, signMessage } from "../../../core/signing/webhook-signature.ts";
import { isPublicAddress } from "./address.ts";
import { Exchange } from "./exchange.ts";
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
  readonly resolve?: (host: string) => Promise<readonly Address[]>;
}

interface Address {
  readonly address: string;
  readonly family: number;
}

/** A message, and what its signature is made of. */
export interface WebhookMessage {
  readonly id: string;
  readonly json: string;
  /** Time of the attempt, in milliseconds since 1970. */
  readonly atMs: number;
  readonly secrets: readonly Secret[];
}

/** Signs a message and posts it to a URL, once. */
export type Post = (url: string, message: WebhookMessage) => Promise<Answer>;

/**
 * Creates the post. The name of a host is resolved once for each connection, which is made to an address that was found
 * allowed, so that no second answer of its name server leads elsewhere. Redirects are not followed.
 */
export function createPost(options: PostOptions): Post & { close(): void } {
  const { allowsAny, timeoutMs, ca, resolve = (host) => lookup(host, { all: true }) } = options;
  const allowed: LookupFunction = (host, { all }, done) => {
    resolve(host).then(
      (found) => {
        const usable = found.filter(({ address }) => allowsAny || isPublicAddress(address));
        const [first] = usable;
        if (first === undefined) done(new Error("the host has no public address"), "");
        else if (all) done(null, [...usable]);
        else done(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => done(error, ""),
    );
  };
  const agent = new Agent({
    allowH2: false,
    connect: { timeout: timeoutMs, lookup: allowed, ...(ca && { ca }) },
    // An exchange has one bound for all of it.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  function attempt(text: string, { id, json, atMs, secrets }: WebhookMessage): Promise<number> {
    const flaw = urlFlaw(text, allowsAny);
    if (flaw !== undefined) throw new Error(`the URL ${flaw}`);
    const { origin, pathname, search } = new URL(text);
    const exchange = new Exchange(timeoutMs);
    const body = Buffer.from(json, "utf8");
    const headers = {
      "content-type": "application/json",
      // Some firewalls refuse requests of no agent.
      "user-agent": "platonic-webhooks",
      ...signMessage(id, body, secrets, new Date(atMs)),
    };
    agent.dispatch({ origin, path: pathname + search, method: "POST", headers, body }, exchange);
    return exchange.status;
  }

  const post: Post = async (url, message) => {
    try {
      return { status: await attempt(url, message), error: "" };
    } catch (error) {
      return { status: 0, error: explained(error) };
    }
  };
  return Object.assign(post, { close: () => void agent.destroy() });
}

/** Says why there is no answer, by the code of the error: its text may hold addresses of this network. */
function explained(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "UND_ERR_SOCKET") return "the connection ended before an answer";
  return typeof code === "string" ? `no answer: ${code}` : message.slice(0, 200);
}
