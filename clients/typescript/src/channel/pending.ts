import type { Answer, EnvelopeBody } from "./effects.ts";

/** A request, or a question what became of one, that is not answered. */
export interface PendingRequest {
  /** Unlike that of every other one that is pending. */
  readonly key: string;
  readonly body: Extract<EnvelopeBody, { case: "request" | "resolve" }>;
  /** Whether doing it twice is as good as doing it once. */
  readonly isIdempotent: boolean;
}

interface Entry {
  readonly request: PendingRequest;
  /** Its number on the present channel, once it was sent. */
  seq: bigint | undefined;
  sendings: number;
  isAccepted: boolean;
  /** The server has said that it did not look at it. */
  isUntouched: boolean;
  /** Nobody waits for its answer; the server may still be at it. */
  isAbandoned: boolean;
}

/** Requests in the order in which they came, and which of them the server has. */
export class Pending {
  readonly #entries = new Map<string, Entry>();
  #sent = 0;

  get count(): number {
    return this.#entries.size;
  }

  /** How many were sent on this channel and not answered. */
  get sent(): number {
    return this.#sent;
  }

  add(request: PendingRequest): void {
    const earlier = this.#entries.get(request.key);
    if (earlier === undefined) {
      const fresh = { seq: undefined, sendings: 0, isAccepted: false, isUntouched: false, isAbandoned: false };
      this.#entries.set(request.key, { request, ...fresh });
    } else if (earlier.isAbandoned) {
      // The server passes over what it is at; its answer is the answer to this one too.
      earlier.isAbandoned = false;
    } else throw new Error(`${request.key} is under way already`);
  }

  /** Its answer is not waited for any more. Until it comes, it takes its place among those under way. */
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

  /** The oldest that was not sent on this channel; counts as sent by this number from now on. */
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

  /** False for what is not pending any more. */
  remove(key: string): boolean {
    const entry = this.#entries.get(key);
    if (entry === undefined) return false;
    this.#entries.delete(key);
    if (entry.seq !== undefined) this.#sent -= 1;
    return true;
  }

  /** After the server's farewell: what it did not accept it has not looked at. */
  markUntouched(): void {
    for (const entry of this.#entries.values()) if (!entry.isAccepted) entry.isUntouched = true;
  }

  /** On a channel that goes on: what the server did not get, under the numbers that it had. */
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

  /** On a channel that is new: everything is to be sent anew. Answers the keys of what must not be done twice. */
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

  /** Nothing is answered any more. */
  clear(): [key: string, answer: Answer][] {
    const all = [...this.#entries].map(([key, { sendings }]): [string, Answer] => {
      return [key, { kind: "lost", wasSent: sendings > 0 }];
    });
    this.#entries.clear();
    this.#sent = 0;
    return all;
  }
}

/** The server may look at it this time, whatever it has said before. */
function markSent(entry: Entry): void {
  entry.sendings += 1;
  entry.isUntouched = false;
}
