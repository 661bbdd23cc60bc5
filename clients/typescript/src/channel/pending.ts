import type { Answer, EnvelopeBody } from "./effects.ts";

/** An unanswered request, or an unanswered outcome query. */
export interface PendingRequest {
  /** Unique among the pending requests. */
  readonly key: string;
  readonly body: Extract<EnvelopeBody, { case: "request" | "resolve" }>;
  /** Whether it may be sent on another channel, even if the server may have executed it. */
  readonly isIdempotent: boolean;
}

interface Entry {
  readonly request: PendingRequest;
  /** Its number on the current channel, once sent. */
  seq: bigint | undefined;
  sendings: number;
  isAccepted: boolean;
  /** Whether the server has said that it did not process the request. */
  isUntouched: boolean;
  /** Whether the caller has stopped waiting; the server may still be processing the request. */
  isAbandoned: boolean;
}

/** Pending requests in order of arrival, with the state of each on the server. */
export class Pending {
  readonly #entries = new Map<string, Entry>();
  #sent = 0;

  get count(): number {
    return this.#entries.size;
  }

  /** Number of requests that were sent on this channel and not answered. */
  get sent(): number {
    return this.#sent;
  }

  add(request: PendingRequest): void {
    const earlier = this.#entries.get(request.key);
    if (earlier === undefined) {
      const fresh = { seq: undefined, sendings: 0, isAccepted: false, isUntouched: false, isAbandoned: false };
      this.#entries.set(request.key, { request, ...fresh });
    } else if (earlier.isAbandoned) {
      // The server ignores a request that it is already processing, whose answer also answers this one.
      earlier.isAbandoned = false;
    } else throw new Error(`${request.key} is pending already`);
  }

  /** Stops waiting for an answer. Until it comes, a sent request still uses a credit. */
  abandon(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    if (entry.seq === undefined) this.#entries.delete(key);
    else entry.isAbandoned = true;
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  wasSentAgain(key: string): boolean {
    return (this.#entries.get(key)?.sendings ?? 0) > 1;
  }

  /** Returns the oldest request not sent on this channel, and marks it as sent under this number. */
  sendNext(seq: bigint): PendingRequest | undefined {
    for (const entry of this.#entries.values()) {
      if (entry.seq !== undefined) continue;
      entry.seq = seq;
      markSent(entry);
      this.#sent += 1;
      return entry.request;
    }
    return undefined;
  }

  accepted(key: string): void {
    const entry = this.#entries.get(key);
    if (entry !== undefined) entry.isAccepted = true;
  }

  /** Removes a request. Returns false if it is not pending. */
  remove(key: string): boolean {
    const entry = this.#entries.get(key);
    if (entry === undefined) return false;
    this.#entries.delete(key);
    if (entry.seq !== undefined) this.#sent -= 1;
    return true;
  }

  /** After the server's goAway: marks the requests that it did not accept as not processed. */
  markUntouched(): void {
    for (const entry of this.#entries.values()) if (!entry.isAccepted) entry.isUntouched = true;
  }

  /** After a resumption: returns the requests that the server did not receive, under their numbers. */
  missing(ack: bigint): { readonly seq: bigint; readonly request: PendingRequest }[] {
    const missing: { readonly seq: bigint; readonly request: PendingRequest }[] = [];
    for (const [key, entry] of this.#entries) {
      const { seq, request } = entry;
      if (seq === undefined || seq <= ack) continue;
      if (entry.isAbandoned) this.remove(key);
      else {
        markSent(entry);
        missing.push({ seq, request });
      }
    }
    return missing;
  }

  /** On a new channel: marks all requests as unsent. Removes those that must not be executed twice; returns their keys. */
  restart(): string[] {
    const lost: string[] = [];
    this.#sent = 0;
    for (const [key, entry] of this.#entries) {
      if (entry.isAbandoned) this.#entries.delete(key);
      else if (entry.seq !== undefined && !entry.request.isIdempotent && !entry.isUntouched) lost.push(key);
      entry.seq = undefined;
      entry.isAccepted = false;
      entry.isUntouched = false;
    }
    for (const key of lost) this.#entries.delete(key);
    return lost;
  }

  /** Removes all requests; returns their answers. */
  clear(): [key: string, answer: Answer][] {
    const all = [...this.#entries].map(([key, { sendings }]): [string, Answer] => {
      return [key, { kind: "lost", wasSent: sendings > 0 }];
    });
    this.#entries.clear();
    this.#sent = 0;
    return all;
  }
}

/** Marks a request as sent: the server may process it this time. */
function markSent(entry: Entry): void {
  entry.sendings += 1;
  entry.isUntouched = false;
}
