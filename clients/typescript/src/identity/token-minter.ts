import { type Credentials, mintToken } from "./mint-token.ts";
import { ServiceTime } from "./service-time.ts";

/** Storage of the highest counter of a client's tokens, so that none is used twice. */
export interface CounterStorage {
  read(): Promise<number>;
  /** Resolves when the counter is durable beyond the process. */
  write(counter: number): Promise<void>;
}

export interface MinterOptions {
  readonly credentials: Credentials;
  /** Id of the client, unique per device: 1 to 64 letters, digits, dots, hyphens, underscores. */
  readonly clientId: string;
  /** Scopes, separated by single spaces; none by default. */
  readonly scope?: string;
  /** Default: in memory, where counters start at the current time; this requires that the clock is not set back. */
  readonly counters?: CounterStorage;
  /** Clock of this machine, in ms since 1970. A differing time reported by the service takes precedence. */
  readonly now?: () => number;
}

/** Claims that the service requires of a token. */
export interface TokenTerms {
  readonly audience: string;
  readonly windowSeconds: number;
  readonly challenge?: string;
  readonly channelBinding?: Uint8Array;
}

/** Counters skipped after one was refused: more than the milliseconds by which the clocks of one client differ. */
const gap = 2_000;

/**
 * Returns the id of a client that was given none: a name and one of 256 parts, drawn at random, so that clients of one identity which open at
 * once do not make each other's counters old. No longer part: the service keeps a counter for each id.
 */
export function drawnClientId(name: string): string {
  const [part = 0] = crypto.getRandomValues(new Uint8Array(1));
  return `${name}-${part.toString(16).padStart(2, "0")}`;
}

/** Mints the rotating tokens of an identity, sequentially, with rising counters. */
export class TokenMinter {
  /** Time in the tokens; a session sets it from the answers of the service. */
  readonly time: ServiceTime;
  readonly #options: MinterOptions;
  #last = 0;
  #turn: Promise<unknown> = Promise.resolve();

  /** @throws RangeError for an invalid client id */
  constructor(options: MinterOptions) {
    if (!/^[A-Za-z0-9._-]{1,64}$/.test(options.clientId)) {
      throw new RangeError("clientId must have 1 to 64 letters, digits, dots, hyphens or underscores");
    }
    this.#options = options;
    this.time = new ServiceTime(options.now);
  }

  get clientId(): string {
    return this.#options.clientId;
  }

  async mint(terms: TokenTerms): Promise<string> {
    const { credentials, clientId, scope = "" } = this.#options;
    const counter = await this.#nextCounter();
    return mintToken(credentials, { ...terms, clientId, scope, counter, nowMs: this.time.now() });
  }

  /** Skips counters, after one was refused because a token with a higher one came first. */
  skip(): void {
    this.#last = Math.max(this.#last, this.time.now()) + gap;
  }

  /** Returns a new counter. Calls are serialised, so that concurrent ones get different counters. */
  #nextCounter(): Promise<number> {
    const { counters } = this.#options;
    const next = this.#turn.then(async () => {
      const stored = (await counters?.read()) ?? 0;
      const counter = Math.max(this.#last + 1, stored + 1, this.time.now());
      await counters?.write(counter);
      this.#last = counter;
      return counter;
    });
    // A failure does not affect the next call.
    this.#turn = next.catch(() => undefined);
    return next;
  }
}
