/** Harm that is done to one request. */
export type Fault =
  /** The connection is closed before the service sees the request. */
  | { readonly do: "drop request" }
  /** The service answers, and the connection is closed, or the stream of HTTP/2 reset, in place of the answer. */
  | { readonly do: "drop answer"; readonly by?: "close" | "reset" }
  /** The connection is closed in the middle of the answer. */
  | { readonly do: "cut answer" }
  /** The answer stops in its middle, and the connection stays open. */
  | { readonly do: "stall answer" }
  /** Neither an answer nor an end: the service sees the request, or does not. */
  | { readonly do: "silence"; readonly isForwarded: boolean }
  /** The request, or the answer, takes this long. */
  | { readonly do: "delay"; readonly what: "request" | "answer"; readonly ms: number }
  /**
   * An intermediary answers; the service does not see the request. It says when to come again in seconds or by a date, and its
   * body is HTML by default.
   */
  | {
      readonly do: "refuse";
      readonly status: number;
      readonly retryAfterSeconds?: number;
      readonly isRetryAfterDate?: boolean;
      readonly contentType?: string;
      readonly body?: string;
    }
  /** The call fails with a reason of this number, such as one of a later version; the service does not see the request. */
  | {
      readonly do: "fail";
      readonly reason: number;
      readonly text: string;
      readonly parameter?: string;
      /** Text of `Retry-After`. */
      readonly retryAfter?: string;
    }
  /** The answer has these headers in place of those of the service. */
  | { readonly do: "change headers"; readonly headers: Readonly<Record<string, string>> }
  /** The message of the answer is another one, as a service of a later version may send it. */
  | { readonly do: "rewrite"; readonly edit: (message: Uint8Array) => Uint8Array }
  /** The service gets the request twice: at the same time, or once more after it has answered. */
  | { readonly do: "twice"; readonly when: "at once" | "later" }
  /** The service answers, the call runs, and the connection is closed in place of the answer. */
  | { readonly do: "call"; readonly call: () => Promise<void> };

/** Which requests a fault meets. */
export interface Rule {
  /** End of the path: a method of the contract such as `/Transfer`, or a path of REST. */
  readonly on: string;
  readonly fault: Fault;
  /** How many requests it meets; default: 1. */
  readonly times?: number;
  /** How many requests pass before; default: none. */
  readonly after?: number;
}

interface Armed extends Rule {
  seen: number;
}

/** The rules in force, and how often each path was asked for. */
export class Rules {
  #armed: Armed[] = [];
  #seen: { readonly path: string; readonly atMs: number; readonly traceparent: string | undefined }[] = [];

  add(rule: Rule): void {
    this.#armed.push({ ...rule, seen: 0 });
  }

  clear(): void {
    this.#armed = [];
    this.#seen = [];
  }

  /** Number of requests whose path ends so since the rules were cleared. */
  count(end: string): number {
    return this.#seenAt(end).length;
  }

  /** Time in ms between the requests whose path ends so. */
  gaps(end: string): number[] {
    const times = this.#seenAt(end).map(({ atMs }) => atMs);
    return times.flatMap((atMs, place) => (place === 0 ? [] : [atMs - (times[place - 1] as number)]));
  }

  /** `traceparent` of each request whose path ends so. */
  traceparents(end: string): (string | undefined)[] {
    return this.#seenAt(end).map(({ traceparent }) => traceparent);
  }

  #seenAt(end: string) {
    return this.#seen.filter(({ path }) => path.endsWith(end));
  }

  /** Notes a request; returns what is done to it. */
  faultOf(path: string, traceparent?: string): Fault | undefined {
    const plain = path.split("?")[0] as string;
    this.#seen.push({ path: plain, atMs: performance.now(), traceparent });
    for (const rule of this.#armed) {
      if (!plain.endsWith(rule.on)) continue;
      const place = rule.seen++ - (rule.after ?? 0);
      if (place >= 0 && place < (rule.times ?? 1)) return rule.fault;
    }
    return undefined;
  }
}
