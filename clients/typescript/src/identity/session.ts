import type { Client, Transport } from "@connectrpc/connect";
import { AuthErrorCode, AuthenticationService } from "../../../../gen/es/identity/v1/authentication_service_pb.js";
import { httpTransport } from "../http-transport.ts";
import { PlatonicError } from "../platonic-error.ts";
import { typedClient } from "../typed-client.ts";
import type { TokenMinter } from "./token-minter.ts";

/** How many tokens are minted for one session. */
const triesMax = 3;

/** The session of an identity whose client mints its tokens: opened when it is first needed, and anew when it ended. */
export class Session {
  /** Calls with the session's token. */
  readonly transport: Transport;
  readonly #minter: TokenMinter;
  readonly #open: Client<typeof AuthenticationService>;
  #token: string | undefined;
  #opening: Promise<string> | undefined;

  constructor(baseUrl: string, minter: TokenMinter, timeoutMs = 30_000) {
    this.#minter = minter;
    this.#open = typedClient(AuthenticationService, httpTransport({ baseUrl, timeoutMs }));
    const calls = httpTransport({ baseUrl, timeoutMs, credentials: () => this.token() });
    this.transport = {
      unary: async (...call) => {
        const token = await this.token().catch(rejectUnsent);
        try {
          return await calls.unary(...call);
        } catch (error) {
          // What is refused for its credentials was not done: it may be asked again with others.
          if (PlatonicError.from(error).reason !== "INVALID_API_KEY") throw error;
          if (this.#token === token) this.#token = undefined;
          return calls.unary(...call);
        }
      },
      stream: (...call) => calls.stream(...call),
    };
  }

  /** The token, if there is one yet. */
  get tokenNow(): string | undefined {
    return this.#token;
  }

  /** The token of the session, which is opened if there is none. Rejects with PlatonicError. */
  async token(): Promise<string> {
    if (this.#token !== undefined) return this.#token;
    this.#opening ??= this.#authenticate().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  /** Takes the token of a session that was opened in another way, such as by a channel. */
  adopt(token: string): void {
    this.#token = token;
  }

  async #authenticate(): Promise<string> {
    const { clientId } = this.#minter;
    for (let tries = 1; ; tries += 1) {
      const { audience, rotationWindow, challenge } = await this.#open.createChallenge({ clientId });
      const token = await this.#minter.mint({ audience, windowSeconds: rotationWindow, challenge });
      const { success, sessionToken, errorCode } = await this.#open.authenticate({ token });
      if (success) {
        this.#token = sessionToken;
        return sessionToken;
      }
      // A later token, such as a channel's, may have overtaken this one.
      if (errorCode === AuthErrorCode.ROTATION_INVALID && tries < triesMax) continue;
      throw new PlatonicError("INVALID_API_KEY", `AUTH_ERROR_${AuthErrorCode[errorCode]}: the token was refused.`);
    }
  }
}

/** What fails before there is a session is no answer to the request. */
function rejectUnsent(thrown: unknown): never {
  const { reason, message, parameter, retryAfterSeconds } = PlatonicError.from(thrown);
  throw new PlatonicError(reason, message, { parameter, retryAfterSeconds, wasNotSent: true }, { cause: thrown });
}
