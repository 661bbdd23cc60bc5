import type { Client, Transport } from "@connectrpc/connect";
import {
  AuthErrorCode,
  AuthenticationService,
} from "../../../../gen/es/platonic/identity/v1/authentication_service_pb.js";
import { isLoopback } from "../endpoint.ts";
import { httpTransport } from "../http-transport.ts";
import { PlatonicError } from "../platonic-error.ts";
import { typedClient } from "../typed-client.ts";
import type { TokenMinter } from "./token-minter.ts";

/** Tokens that are minted for one session before giving up. */
const attemptsMax = 3;

export interface SessionOptions {
  /** Timeout of a call in ms; default: 30,000. */
  readonly timeoutMs?: number;
  /**
   * Audience of the service's tokens (its setting TOKEN_AUDIENCE); default: the origin of its URL. A service that asks for
   * tokens of another audience is refused, because it could use them with that other service.
   */
  readonly audience?: string;
  /** Sends tokens without TLS, for networks that encrypt by other means; default: false. */
  readonly allowPlainHttp?: boolean;
}

/** The session of an identity: opened on first use, and reopened after it has ended. */
export class Session {
  /** Transport with the token of the session. */
  readonly transport: Transport;
  readonly #baseUrl: string;
  readonly #audience: string | undefined;
  readonly #minter: TokenMinter;
  readonly #open: Client<typeof AuthenticationService>;
  #token: string | undefined;
  #opening: Promise<string> | undefined;

  /** @throws RangeError for a URL that is neither https nor of this machine, unless `allowPlainHttp` is set */
  constructor(baseUrl: string, minter: TokenMinter, options: SessionOptions = {}) {
    const { timeoutMs = 30_000, audience, allowPlainHttp = false } = options;
    this.#baseUrl = baseUrl;
    this.#audience = audience;
    this.#minter = minter;
    const calls = httpTransport({ baseUrl, timeoutMs, allowPlainHttp, credentials: () => this.token() });
    this.#open = typedClient(AuthenticationService, httpTransport({ baseUrl, timeoutMs }));
    this.transport = {
      unary: async (...call) => {
        const token = await this.token().catch(rejectUnsent);
        try {
          return await calls.unary(...call);
        } catch (error) {
          // A call refused for its credentials was not processed, so that it can be repeated with new ones.
          if (PlatonicError.from(error).reason !== "INVALID_API_KEY") throw error;
          if (this.#token === token) this.#token = undefined;
          return calls.unary(...call);
        }
      },
      stream: async (...call) => {
        const token = await this.token().catch(rejectUnsent);
        const answer = await calls.stream(...call);
        return { ...answer, message: this.#forgetsRefused(token, answer.message) };
      },
    };
  }

  /** Passes on the answers of a stream; forgets the token if it is refused, so that the next stream has another. */
  async *#forgetsRefused<Answer>(token: string, answers: AsyncIterable<Answer>): AsyncGenerator<Answer, void> {
    try {
      yield* answers;
    } catch (error) {
      if (PlatonicError.from(error).reason === "INVALID_API_KEY" && this.#token === token) this.#token = undefined;
      throw error;
    }
  }

  /** The current token, if there is one. */
  get tokenNow(): string | undefined {
    return this.#token;
  }

  /** Returns the token of the session; opens one if there is none. Rejects with PlatonicError. */
  async token(): Promise<string> {
    if (this.#token !== undefined) return this.#token;
    this.#opening ??= this.#authenticate().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  /** Uses the token of a session that was opened otherwise, such as by a channel. */
  adopt(token: string): void {
    this.#token = token;
  }

  async #authenticate(): Promise<string> {
    const { clientId } = this.#minter;
    for (let tries = 1; ; tries += 1) {
      const { audience, rotationWindow, challenge } = await this.#open.createChallenge({ clientId });
      this.#requireAudience(audience);
      const token = await this.#minter.mint({ audience, windowSeconds: rotationWindow, challenge });
      const { success, sessionToken, errorCode } = await this.#open.authenticate({ token });
      if (success) {
        this.#token = sessionToken;
        return sessionToken;
      }
      // A token with a higher counter, such as a channel's, may have arrived first.
      if (errorCode === AuthErrorCode.ROTATION_INVALID && tries < attemptsMax) continue;
      throw new PlatonicError("INVALID_API_KEY", `AUTH_ERROR_${AuthErrorCode[errorCode]}: the token was refused.`);
    }
  }

  /** @throws PlatonicError STATE_INVALID if a token of this audience could be used with another service */
  #requireAudience(audience: string): void {
    const isExpected =
      this.#audience === undefined
        ? audience === new URL(this.#baseUrl).origin || isLoopback(this.#baseUrl)
        : audience === this.#audience;
    if (isExpected) return;
    throw new PlatonicError(
      "STATE_INVALID",
      `${this.#baseUrl} asks for tokens of the audience ${audience}; if that is its own, set it as \`audience\``,
    );
  }
}

/** Marks a failure to open a session: the request itself was not sent. */
function rejectUnsent(thrown: unknown): never {
  const { reason, message, parameter, retryAfterSeconds } = PlatonicError.from(thrown);
  throw new PlatonicError(reason, message, { parameter, retryAfterSeconds, wasNotSent: true }, { cause: thrown });
}
