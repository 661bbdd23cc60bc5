/** Harm that is done to one request. */
export type Fault =
  /** The connection is closed before the service sees the request. */
  | { readonly do: "drop request" }
  /** The service answers, and the connection is closed, or the stream of HTTP/2 reset, in place of the answer. */
  | { readonly do: "drop answer"; readonly by?: "close" | "reset" }
  /** The connection is closed in the middle of the answer. */
  | { readonly do: "cut answer" }
  /** Neither an answer nor an end: the service sees the request, or does not. */
  | { readonly do: "silence"; readonly isForwarded: boolean }
  /** The request, or the answer, takes this long. */
  | { readonly do: "delay"; readonly what: "request" | "answer"; readonly ms: number }
  /** An intermediary refuses the request; the service does not see it. */
  | { readonly do: "refuse"; readonly status: 429 | 502 | 503; readonly retryAfterSeconds?: number }
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
  #seen: string[] = [];

  add(rule: Rule): void {
    this.#armed.push({ ...rule, seen: 0 });
  }

  clear(): void {
    this.#armed = [];
    this.#seen = [];
  }

  /** Number of requests whose path ends so since the rules were cleared. */
  count(end: string): number {
    return this.#seen.filter((path) => path.endsWith(end)).length;
  }

  /** Notes a request; returns what is done to it. */
  faultOf(path: string): Fault | undefined {
    const plain = path.split("?")[0] as string;
    this.#seen.push(plain);
    for (const rule of this.#armed) {
      if (!plain.endsWith(rule.on)) continue;
      const place = rule.seen++ - (rule.after ?? 0);
      if (place >= 0 && place < (rule.times ?? 1)) return rule.fault;
    }
    return undefined;
  }
}
