/** How a wallet's transactions travel: what wallet.v1.WalletConfiguration says, with its defaults. */
export interface WalletConfiguration {
  /** Whether transactions go by the channel; else by plain HTTP. */
  readonly useChannel: boolean;
  /** Whether the service exchanges what is missing for a transaction from the other internal token. */
  readonly autoExchange: boolean;
  /** A ws or wss URL; empty: that of the service at `httpEndpoint`. */
  readonly channelEndpoint: string;
  /** Milliseconds to wait for the confirmation of a transaction. */
  readonly confirmTimeout: number;
  /** How often a transaction is tried again when it is not known what became of it. */
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

/** Fills in what is not said. */
export function configurationOf(
  given: Partial<WalletConfiguration> & Pick<WalletConfiguration, "httpEndpoint">,
): WalletConfiguration {
  const configuration = { ...defaults, ...given };
  if (configuration.channelEndpoint !== "") return configuration;
  const url = new URL("/channel/wallet", configuration.httpEndpoint);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return { ...configuration, channelEndpoint: url.href };
}
