import { type Client, Code, ConnectError, type Transport } from "@connectrpc/connect";
import { AuthErrorCode, AuthenticationService } from "#contract/identity/v1/authentication_service_pb.js";
import { Closing, closable } from "../closing.ts";
import { isLoopback } from "../endpoint.ts";
import { type HttpOptions, httpTransport } from "../http-transport.ts";
import { introducedFetch } from "../introduction/introduced-fetch.ts";
import { ServiceVersion } from "../introduction/service-version.ts";
import { PlatonicError } from "../platonic-error.ts";
import { attemptsMax, passed, waitMs } from "../repetition.ts";
import { RetryBudget } from "../retry-budget.ts";
import { timeoutOf } from "../timeouts.ts";
import { type InContext, keepContext, withTrace } from "../trace-context.ts";
import { typedClient } from "../typed-client.ts";
import type { TokenMinter } from "./token-minter.ts";

/** Most tokens minted for one session before giving up. */
const tokensMax = 3;
const defaultTimeoutMs = 30_000;

export interface SessionOptions
  extends Pick<HttpOptions, "budget" | "onAttempt" | "fetch" | "userAgent" | "onWarning" | "version"> {
  /** Timeout of a call in ms; default: 30,000. */
  readonly timeoutMs?: number;
  /**
   * Audience of the service's tokens (its setting TOKEN_AUDIENCE); default: the origin of its URL. A service that
   * requests tokens for another audience is refused, because it could use them with that other service.
   */
  readonly audience?: string;
  /** Sends tokens without TLS, for networks that encrypt by other means; default: false. */
  readonly allowPlainHttp?: boolean;
  /** Token of an already open session. */
  readonly token?: string;
  /**
   * Called once, when the service has ended the session. If it is set, no other session is opened: all later calls are
   * refused.
   */
  readonly onEnded?: () => void;
}

/** The session of an identity: opened on first use, and reopened after it has ended. */
export class Session {
  /** Transport with the token of the session. */
  readonly transport: Transport;
  /** Such as `https://platonic.example`. */
  readonly endpoint: string;
  /** Requests other addresses of the service as its calls do, with the same `fetch` and header `User-Agent`. */
  readonly fetch: typeof globalThis.fetch;
  readonly #version: ServiceVersion;
  readonly #audience: string | undefined;
  readonly #minter: TokenMinter;
  readonly #open: Client<typeof AuthenticationService>;
  readonly #budget: RetryBudget;
  readonly #timeoutMs: number;
  readonly #onEnded: (() => void) | undefined;
  readonly #closing = new Closing("session");
  #token: string | undefined;
  #hasEnded = false;
  #opening: Promise<string> | undefined;

  /**
   * @throws RangeError for a URL that is neither https nor of this machine, unless `allowPlainHttp` is set; for a timeout of
   *   zero or less; for a `userAgent` that is not printable ASCII
   */
  constructor(
    baseUrl: string,
    minter: TokenMinter,
    { audience, allowPlainHttp = false, token: opened, onEnded, ...http }: SessionOptions = {},
  ) {
    const { timeoutMs = defaultTimeoutMs, budget = new RetryBudget() } = http;
    const { version = new ServiceVersion(baseUrl, http.onWarning) } = http;
    const closing = this.#closing;
    this.endpoint = baseUrl;
    this.#audience = audience;
    this.#minter = minter;
    this.#budget = budget;
    this.#timeoutMs = timeoutOf("timeoutMs", timeoutMs);
    this.#token = opened;
    this.#onEnded = onEnded;
    this.#version = version;
    this.fetch = introducedFetch(http, version);
    const options = { ...http, baseUrl, timeoutMs, budget, version };
    const calls = httpTransport({ ...options, allowPlainHttp, credentials: () => this.token() });
    this.#open = typedClient(AuthenticationService, closable(httpTransport(options), closing));
    const authorized: Transport = {
      unary: async (method, signal, timeoutMs, header, ...rest) => {
        const call = [method, signal, timeoutMs, withTrace(header, http.fetch), ...rest] as const;
        const token = await this.token().catch(rejectUnsent);
        try {
          return await calls.unary(...call);
        } catch (error) {
          // A call refused for its credentials was not processed, so it can be repeated with new ones.
          if (!this.#isRefused(error, token)) throw error;
          return calls.unary(...call);
        }
      },
      stream: async (method, signal, timeoutMs, header, ...rest) => {
        const call = [method, signal, timeoutMs, withTrace(header, http.fetch), ...rest] as const;
        const token = await this.token().catch(rejectUnsent);
        const answer = await calls.stream(...call);
        return { ...answer, message: this.#forgetsRefused(token, answer.message) };
      },
    };
    this.transport = closable(authorized, closing);
  }

  /** Version of the service, such as `0.1.0`; undefined before its first answer. */
  get serviceVersion(): string | undefined {
    return this.#version.known;
  }

  /**
   * Ends the calls under way with STATE_INVALID, which every call afterwards gets, too. The service is not told: the session's token
   * is good until it expires.
   */
  close(): void {
    this.#closing.close();
  }

  /** Passes on the answers of a stream; drops the token if it is refused, so that the next stream gets another. */
  async *#forgetsRefused<Answer>(token: string, answers: AsyncIterable<Answer>): AsyncGenerator<Answer, void> {
    try {
      yield* answers;
    } catch (error) {
      this.#isRefused(error, token);
      throw error;
    }
  }

  /** Whether a call can be repeated with a new session's token, because this one was refused. */
  #isRefused(error: unknown, token: string): boolean {
    if (PlatonicError.from(error).reason !== "INVALID_API_KEY") return false;
    if (this.#onEnded === undefined) {
      if (this.#token === token) this.#token = undefined;
      return true;
    }
    // A refusal for lack of a permission means that the session is open.
    const isOver = ConnectError.from(error).code === Code.Unauthenticated;
    if (isOver && this.#token === token) this.end();
    return false;
  }

  /** Ends the use of the session here: it makes no more calls. `onEnded` is called if set. */
  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#token = undefined;
    this.#onEnded?.();
  }

  /** The current token, if any. */
  get tokenNow(): string | undefined {
    return this.#token;
  }

  /** Returns the token of the session; opens one if there is none. Rejects with PlatonicError. */
  async token(): Promise<string> {
    if (this.#hasEnded) throw new PlatonicError("INVALID_API_KEY", "the session has ended: sign in again");
    if (this.#token !== undefined) return this.#token;
    this.#opening ??= this.#authenticate().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  /** Uses the token of a session that was opened elsewhere, for example by a channel. */
  adopt(token: string): void {
    this.#token = token;
  }

  /** Asks the service for its time, which the minter's tokens contain from then on. Rejects with PlatonicError. */
  async askTime(): Promise<void> {
    await this.#challenge();
  }

  /** Opens a session. Each attempt has its own challenge and token, so that any answer may be lost. */
  async #authenticate(): Promise<string> {
    const inContext = keepContext();
    const endMs = performance.now() + this.#timeoutMs;
    for (let failures = 0; ; failures += 1) {
      try {
        this.#token = await this.#exchangeToken(inContext);
        return this.#token;
      } catch (thrown) {
        const error = PlatonicError.from(thrown);
        const delayMs = waitMs(error, failures);
        const isPassing = error.reason === "UNREACHABLE" || error.reason === "UNAVAILABLE";
        const isLast = failures + 1 >= attemptsMax || performance.now() + delayMs >= endMs;
        if (!isPassing || isLast || !this.#budget.take()) throw error;
        await this.#closing.during((signal) => passed(delayMs, signal));
      }
    }
  }

  /** Exchanges a rotating token for the token of a session. */
  async #exchangeToken(inContext: InContext): Promise<string> {
    for (let tokens = 1; ; tokens += 1) {
      const { audience, rotationWindow, challenge } = await inContext(() => this.#challenge());
      this.#requireAudience(audience);
      const token = await this.#minter.mint({ audience, windowSeconds: rotationWindow, challenge });
      const { success, sessionToken, errorCode, explanation } = await inContext(() =>
        this.#open.authenticate({ token }),
      );
      if (success) return sessionToken;
      if (errorCode !== AuthErrorCode.ROTATION_INVALID || tokens >= tokensMax) {
        throw new PlatonicError(
          "INVALID_API_KEY",
          `AUTH_ERROR_${AuthErrorCode[errorCode]}: ${explanation || "the token was refused."}`,
        );
      }
      // A token with a higher counter, such as a channel's, may have arrived first.
      this.#minter.skip();
    }
  }

  /** Requests a challenge; the answer also reports the service's time. */
  #challenge() {
    const onHeader = (headers: Headers) => this.#minter.time.learn(headers);
    return this.#open.createChallenge({ clientId: this.#minter.clientId }, { onHeader });
  }

  /** @throws PlatonicError STATE_INVALID if a token of this audience could be used with another service */
  #requireAudience(audience: string): void {
    const isExpected =
      this.#audience === undefined
        ? audience === new URL(this.endpoint).origin || isLoopback(this.endpoint)
        : audience === this.#audience;
    if (isExpected) return;
    throw new PlatonicError(
      "STATE_INVALID",
      `${this.endpoint} asks for tokens of the audience ${audience}; if that is its own, set it as \`audience\``,
    );
  }
}

/** Marks a failure to open a session: the request itself was not sent. */
function rejectUnsent(thrown: unknown): never {
  const { reason, message, parameter, retryAfterSeconds } = PlatonicError.from(thrown);
  throw new PlatonicError(reason, message, { parameter, retryAfterSeconds, wasNotSent: true }, { cause: thrown });
}
