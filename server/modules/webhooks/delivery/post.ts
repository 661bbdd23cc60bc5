import { lookup } from "node:dns/promises";
import { Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress } from "./address.ts";

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

/** Posts a body to a URL, once. */
export type Post = (url: string, headers: Record<string, string>, body: Uint8Array) => Promise<Answer>;

/** Bytes of an answer that are read, so that its connection can be used again. */
const answerBytesMax = 64 * 1024;

/** Why a URL cannot be one of an endpoint; undefined if it can. */
export function urlFlaw(text: string, allowsAny: boolean): string | undefined {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return "must be a URL such as https://example.org/events";
  if (url.username !== "" || url.password !== "") return "must have no credentials, which would be in logs";
  if (allowsAny) return undefined;
  if (url.protocol !== "https:") return "must begin with https";
  const host = hostOf(url);
  return isIP(host) !== 0 && !isPublicAddress(host) ? "must not be a private address" : undefined;
}

/**
 * Creates the post. A host is resolved once for each attempt, and the connection is made to that address, so that no second
 * answer of its name server leads elsewhere. Redirects are not followed.
 */
export function createPost(options: PostOptions): Post & { close(): void } {
  const { allowsAny, timeoutMs, ca, resolve = (host) => lookup(host, { all: true }) } = options;
  // A connection that is open leads where its address was allowed.
  const agents = {
    "http:": new HttpAgent({ keepAlive: true, maxSockets: 4 }),
    "https:": new HttpsAgent({ keepAlive: true, maxSockets: 4, ...(ca && { ca }) }),
  };

  async function addressOf(host: string): Promise<Address> {
    const family = isIP(host);
    const found = family === 0 ? await resolve(host) : [{ address: host, family }];
    const allowed = found.find(({ address }) => allowsAny || isPublicAddress(address));
    if (allowed === undefined) throw new Error("the host has no public address");
    return allowed;
  }

  async function attempt(text: string, headers: Record<string, string>, body: Uint8Array): Promise<number> {
    const flaw = urlFlaw(text, allowsAny);
    if (flaw !== undefined) throw new Error(`the URL ${flaw}`);
    const url = new URL(text);
    const signal = AbortSignal.timeout(timeoutMs);
    const { address, family } = await unlessAborted(addressOf(hostOf(url)), signal);
    const pinned: LookupFunction = (_, { all }, done) => {
      if (all) done(null, [{ address, family }] as never, family);
      else done(null, address, family);
    };
    const request = url.protocol === "https:" ? httpsRequest : httpRequest;
    const agent = agents[url.protocol as keyof typeof agents];
    return new Promise((resolved, reject) => {
      const length = { "content-length": String(body.length), "content-type": "application/json" };
      request(url, { method: "POST", agent, signal, lookup: pinned, headers: { ...length, ...headers } }, (answer) => {
        resolved(answer.statusCode as number);
        let read = 0;
        answer.on("data", (chunk: Buffer) => {
          read += chunk.length;
          if (read > answerBytesMax) answer.destroy();
        });
        // Its status is known, which is enough.
        answer.on("error", () => {});
      })
        .on("error", reject)
        .end(body);
    });
  }

  const post: Post = async (url, headers, body) => {
    try {
      return { status: await attempt(url, headers, body), error: "" };
    } catch (error) {
      return { status: 0, error: explained(error, timeoutMs) };
    }
  };
  return Object.assign(post, {
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  });
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}

function unlessAborted<Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    value.then(resolve, reject);
  });
}

/** Says why there is no answer, by the code of the error: its text may hold addresses of this network. */
function explained(error: unknown, timeoutMs: number): string {
  const { name, code, message } = error as NodeJS.ErrnoException;
  if (name === "TimeoutError" || name === "AbortError") return `no answer within ${timeoutMs / 1000} s`;
  return typeof code === "string" ? `no connection: ${code}` : message.slice(0, 200);
}
