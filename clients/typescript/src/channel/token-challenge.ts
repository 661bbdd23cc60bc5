/** Number of tokens sent for one challenge. */
const tokensMax = 3;

/** The server's challenge for a new token. The server may refuse some tokens before it accepts one. */
export class TokenChallenge {
  readonly #challenge: string;
  #tokensLeft = tokensMax;

  constructor(challenge: string) {
    this.#challenge = challenge;
  }

  /** Returns the challenge for the next token; undefined after too many. */
  next(): string | undefined {
    if (this.#tokensLeft === 0) return undefined;
    this.#tokensLeft -= 1;
    return this.#challenge;
  }
}
