import { type Credentials, mintToken } from "./mint-token.ts";

/** Where the highest counter of an identity's tokens is written down, so that none is used twice. */
export interface CounterStorage {
  read(): Promise<number>;
  /** Done when it would survive the process. */
  write(counter: number): Promise<void>;
}

export interface MinterOptions {
  readonly credentials: Credentials;
  /** The client's name: 1 to 64 letters, digits, dots, hyphens, underscores. Each device needs its own: counters go by it. */
  readonly clientId: string;
  /** Scopes with one space between; none unless given. */
  readonly scope?: string;
  /** In memory unless given, where counters begin at the time: good while the clock is not set back. */
  readonly counters?: CounterStorage;
  readonly now?: () => number;
}

/** What the service asks of a token. */
export interface TokenTerms {
  readonly audience: string;
  readonly windowSeconds: number;
  readonly challenge?: string;
  readonly channelBinding?: Uint8Array;
}

/** Mints an identity's rotating tokens, one after the other, under counters that rise. */
export class TokenMinter {
  readonly #options: MinterOptions;
  #last = 0;
  #turn: Promise<unknown> = Promise.resolve();

  /** @throws RangeError when the client's name is none */
  constructor(options: MinterOptions) {
    if (!/^[A-Za-z0-9._-]{1,64}$/.test(options.clientId)) {
      throw new RangeError("clientId must have 1 to 64 letters, digits, dots, hyphens or underscores");
    }
    this.#options = options;
  }

  get clientId(): string {
    return this.#options.clientId;
  }

  async mint(terms: TokenTerms): Promise<string> {
    const { credentials, clientId, scope = "", now = Date.now } = this.#options;
    const counter = await this.#nextCounter();
    return mintToken(credentials, { ...terms, clientId, scope, counter, nowMs: now() });
  }

  /** Two at once must not take the same. */
  #nextCounter(): Promise<number> {
    const { counters, now = Date.now } = this.#options;
    const taken = this.#turn.then(async () => {
      const written = (await counters?.read()) ?? 0;
      const counter = Math.max(this.#last + 1, written + 1, now());
      await counters?.write(counter);
      this.#last = counter;
      return counter;
    });
    // Whoever comes next tries for itself.
    this.#turn = taken.catch(() => undefined);
    return taken;
  }
}
