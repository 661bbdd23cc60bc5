import type { AttemptListener } from "../attempt.ts";
import { Channel, type ChannelOptions } from "../channel/channel.ts";
import { channelCredentials } from "../channel/credentials.ts";
import type { ServerKey } from "../channel/server-key.ts";
import type { Clock } from "../clock.ts";
import { requireWebAddress, webOrigin } from "../endpoint.ts";
import type { Credentials } from "../identity/mint-token.ts";
import { Session, type SessionOptions } from "../identity/session.ts";
import { drawnClientId, TokenMinter } from "../identity/token-minter.ts";
import type { WarningListener } from "../introduction/service-version.ts";
import { configurationOf, type WalletConfiguration } from "./configuration.ts";
import type { OperationStorage } from "./operation-storage.ts";

interface WalletTerms {
  readonly credentials: Credentials;
  /** Public key of the service on its channel. With it the wallet uses the channel, unless its configuration says otherwise. */
  readonly serverKey?: ServerKey;
  /** Journal in which payments are stored before they are sent; default: in memory. */
  readonly storage?: OperationStorage;
  /** Id of this client, unique for each device and each client on it that is open; default: one of `wallet-00` to `wallet-ff`, drawn at random. */
  readonly clientId?: string;
  readonly minter?: TokenMinter;
  /** Options of the session over HTTP, such as the audience of the service's tokens. */
  readonly session?: SessionOptions;
  readonly webSocket?: ChannelOptions["webSocket"];
  /** Called after each attempt of a call, over HTTP and over the channel. */
  readonly onAttempt?: AttemptListener;
  /** Called once if the version of the service does not fit this client; default: `console.warn`. */
  readonly onWarning?: WarningListener;
  /** Product of the caller, such as `shop/2.1`, put before that of this package in the header `User-Agent`. Not in browsers. */
  readonly userAgent?: string;
  /** Default: that of the platform. The channel has `webSocket`. */
  readonly fetch?: typeof globalThis.fetch;
  /** Clock of this machine, in ms since 1970; default: `Date.now`. If the service tells another time, that one counts. */
  readonly now?: () => number;
  readonly clock?: Clock;
  readonly random?: () => number;
}

/** Options of a wallet: the address of the service, as `endpoint` or in the configuration, and what is not to be as by default. */
export type WalletOptions = WalletTerms &
  (
    | {
        /** Such as `https://platonic.example`. */
        readonly endpoint: string;
        readonly configuration?: Partial<WalletConfiguration>;
      }
    | {
        readonly endpoint?: undefined;
        readonly configuration: Partial<WalletConfiguration> & Pick<WalletConfiguration, "httpEndpoint">;
      }
  );

/** Options of a wallet whose configuration the service at `httpEndpoint` keeps. */
export interface LoadOptions extends WalletTerms {
  readonly httpEndpoint: string;
  /**
   * Origins of the same service besides that of `httpEndpoint`, such as `https://platonic.example`, which counts for
   * `wss://platonic.example`, too; default: none. Endpoints of any other origin in the stored configuration are not used, because whoever
   * may configure the wallet could otherwise have the client send its tokens there: `onWarning` is told, and those of `httpEndpoint` count.
   * The `audience` and `token` of `session` are for `httpEndpoint`, and never used at another origin.
   */
  readonly trustedOrigins?: readonly string[];
}

/** Returns the configuration of a wallet. Without the public key of the service it does not use the channel. */
export function givenConfiguration({ endpoint, configuration, serverKey }: WalletOptions): WalletConfiguration {
  const httpEndpoint = endpoint ?? configuration?.httpEndpoint;
  if (httpEndpoint === undefined) throw new TypeError("a wallet needs the address of the service: set `endpoint`");
  requireWebAddress(httpEndpoint);
  return configurationOf({ useChannel: serverKey !== undefined, ...configuration, httpEndpoint });
}

type ChannelTerms = Pick<WalletTerms, "serverKey" | "webSocket" | "clock" | "random" | "onAttempt" | "userAgent">;

/**
 * Opens the channel of a wallet, whose session is that of HTTP, too.
 *
 * @throws TypeError without the public key of the service
 */
export function openChannel(
  { serverKey, webSocket, clock, random, onAttempt, userAgent }: ChannelTerms,
  endpoint: string,
  minter: TokenMinter,
  session: Session,
): Channel {
  if (serverKey === undefined) throw new TypeError("a channel needs the public key of the service: set `serverKey`");
  const channel = new Channel({
    endpoint,
    serverKey,
    credentials: channelCredentials(
      endpoint,
      minter,
      () => session.tokenNow,
      () => session.askTime(),
    ),
    onAttempt,
    userAgent,
    ...(webSocket && { webSocket }),
    ...(clock && { clock }),
    ...(random && { random }),
  });
  channel.onSession((token) => session.adopt(token));
  channel.open();
  return channel;
}

/** Returns the minter of a wallet. */
export function newMinter({ credentials, clientId = drawnClientId("wallet"), now }: WalletTerms): TokenMinter {
  return new TokenMinter({ credentials, clientId, ...(now && { now }) });
}

/** Returns the options of a session as they are for another endpoint: what was given for one origin is not for another. */
export function sessionAt(endpoint: string, given: SessionOptions, givenFor: string): SessionOptions {
  if (webOrigin(endpoint) === webOrigin(givenFor)) return given;
  const { audience: _, token: __, ...rest } = given;
  return rest;
}

/** Returns the session of a wallet over HTTP. */
export function newSession(httpEndpoint: string, minter: TokenMinter, options: WalletTerms): Session {
  const { onAttempt, onWarning, userAgent, fetch, session } = options;
  return new Session(httpEndpoint, minter, {
    onAttempt,
    onWarning,
    userAgent,
    fetch,
    ...session,
  });
}
