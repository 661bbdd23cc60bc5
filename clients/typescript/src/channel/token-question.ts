/** How often one question is answered. */
const tokensMax = 3;

/** The server's question for a new token, which may refuse some before it takes one. */
export class TokenQuestion {
  readonly #challenge: string;
  #tokensLeft = tokensMax;

  constructor(challenge: string) {
    this.#challenge = challenge;
  }

  /** The challenge for the next token; undefined after too many. */
  next(): string | undefined {
    if (this.#tokensLeft === 0) return undefined;
    this.#tokensLeft -= 1;
    return this.#challenge;
  }
}
