import { isLoopback, webOrigin } from "../endpoint.ts";
import { timeoutOf } from "../timeouts.ts";

/** Configuration of a wallet (wallet.v1.WalletConfiguration). */
export interface WalletConfiguration {
  /** Whether transactions use the channel, with HTTP as a fallback; otherwise HTTP only. */
  readonly useChannel: boolean;
  /** Whether the service covers the missing amount of a transaction by an exchange from the other internal token. */
  readonly autoExchange: boolean;
  /** A ws or wss URL; empty: that of the service at `httpEndpoint`. */
  readonly channelEndpoint: string;
  /** Timeout of the confirmation of a transaction, in ms. */
  readonly confirmTimeout: number;
  /** Retries of a transaction whose result is unknown. */
  readonly retryCount: number;
  /** An http or https URL. */
  readonly httpEndpoint: string;
}

const defaults = {
  useChannel: true,
  autoExchange: false,
  channelEndpoint: "",
  confirmTimeout: 30_000,
  retryCount: 3,
} satisfies Partial<WalletConfiguration>;

/** Endpoints that a caller trusts, and who is told of others. */
export interface TrustedEndpoints {
  /** Endpoint that the caller has given. */
  readonly httpEndpoint: string;
  /** Origins of the same service besides that of `httpEndpoint`, such as `https://platonic.example`. */
  readonly trustedOrigins?: readonly string[] | undefined;
  /** Told of each stored endpoint that is not used. */
  readonly warn: (text: string) => void;
}

/**
 * Returns the configuration that the service keeps for a wallet, for a client that reaches the service at `httpEndpoint`.
 *
 * Uses stored endpoints of trusted origins alone: whoever may configure the wallet could otherwise have the client send its tokens
 * elsewhere. The given endpoint takes the place of another, with a warning; without one if that names the machine of its reader, as a
 * service does that does not know its address.
 *
 * @throws RangeError for a trusted origin that is no web address
 */
export function storedConfiguration(
  { useChannel, autoExchange, channelEndpoint, confirmTimeout, retryCount, httpEndpoint }: WalletConfiguration,
  trusted: TrustedEndpoints,
): WalletConfiguration {
  const isTrusted = trustIn(trusted);
  return configurationOf({
    useChannel,
    autoExchange,
    confirmTimeout,
    retryCount,
    channelEndpoint: isTrusted("channelEndpoint", channelEndpoint) ? channelEndpoint : "",
    httpEndpoint: isTrusted("httpEndpoint", httpEndpoint) ? httpEndpoint : trusted.httpEndpoint,
  });
}

/** Returns a function that tells whether a stored endpoint is used, and warns of one that is not; an empty one is not. */
function trustIn({ httpEndpoint, trustedOrigins = [], warn }: TrustedEndpoints) {
  const origins = new Set([httpEndpoint, ...trustedOrigins].map(requireOrigin));
  return (name: "channelEndpoint" | "httpEndpoint", url: string): boolean => {
    if (url === "") return false;
    const origin = webOrigin(url);
    if (origin !== undefined && origins.has(origin)) return true;
    if (origin === undefined || !isLoopback(url)) {
      warn(
        `the wallet's stored ${name} ${url} is not used, but that of ${httpEndpoint}: name its origin in \`trustedOrigins\` if it is of the same service`,
      );
    }
    return false;
  };
}

/** @throws RangeError */
function requireOrigin(url: string): string {
  const origin = webOrigin(url);
  if (origin === undefined) throw new RangeError(`${url} is no origin, such as https://platonic.example`);
  return origin;
}

/**
 * Fills in the defaults.
 *
 * @throws RangeError for a `confirmTimeout` that is not above 0, and a `retryCount` that is no whole number from 0
 */
export function configurationOf(
  given: Partial<WalletConfiguration> & Pick<WalletConfiguration, "httpEndpoint">,
): WalletConfiguration {
  const whole = { ...defaults, ...given };
  if (!(Number.isInteger(whole.retryCount) && whole.retryCount >= 0)) {
    throw new RangeError(`\`retryCount\` is a whole number from 0, unlike ${whole.retryCount}`);
  }
  const configuration = { ...whole, confirmTimeout: timeoutOf("confirmTimeout", whole.confirmTimeout) };
  if (configuration.channelEndpoint !== "") return configuration;
  const url = new URL("/channel/wallet", configuration.httpEndpoint);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return { ...configuration, channelEndpoint: url.href };
}
