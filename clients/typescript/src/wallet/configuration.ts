import { isLoopback } from "../endpoint.ts";
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

/**
 * Returns the configuration that the service keeps for a wallet, for a client that reaches the service at `httpEndpoint`.
 *
 * A service that does not know its address names its own machine, which is another one for a client elsewhere: then the
 * client's endpoint counts.
 */
export function storedConfiguration(
  { useChannel, autoExchange, channelEndpoint, confirmTimeout, retryCount, httpEndpoint }: WalletConfiguration,
  reachedAt: string,
): WalletConfiguration {
  const isElsewhere = (url: string) => url !== "" && isLoopback(url) && !isLoopback(reachedAt);
  return configurationOf({
    useChannel,
    autoExchange,
    confirmTimeout,
    retryCount,
    channelEndpoint: isElsewhere(channelEndpoint) ? "" : channelEndpoint,
    httpEndpoint: httpEndpoint === "" || isElsewhere(httpEndpoint) ? reachedAt : httpEndpoint,
  });
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
