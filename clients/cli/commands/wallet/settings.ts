import { WalletService } from "#contract/wallet/v1/wallet_service_pb.js";
import { callUnary } from "../../../typescript/src/call-unary.ts";
import { outcomeOf } from "../../answer.ts";
import { command } from "../../command.ts";
import { profileOption } from "../../profile.ts";
import { profileCommand } from "../../remote-command.ts";
import { UsageError } from "../../usage-error.ts";
import { wholeNumberOf, yesOrNo } from "../../values.ts";

const { getWallet, configureWallet } = WalletService.method;

export const walletShow = profileCommand({
  name: "wallet show",
  summary: "Shows a wallet as the service keeps it: its balances, settings and version, and whether it is frozen.",
  method: getWallet,
  request: (_, identityId) => ({ identityId }),
});

export const walletConfigure = command({
  name: "wallet configure",
  summary: "Changes settings of a wallet; those that are not named stay.",
  options: {
    "use-channel": { value: "yes|no", help: "whether clients pay over the channel" },
    "auto-exchange": { value: "yes|no", help: "whether what a payment lacks is exchanged from the other token" },
    "channel-endpoint": { value: "URL", help: "a ws or wss URL; empty: that of the service", mayBeEmpty: true },
    "http-endpoint": { value: "URL", help: "an http or https URL; empty: that of the service", mayBeEmpty: true },
    "confirm-timeout": { value: "MS", help: "how long clients wait for the confirmation of a payment" },
    "retry-count": { value: "N", help: "how often clients repeat a payment whose outcome is not known" },
    profile: profileOption,
  },
  examples: ["platonic wallet configure --auto-exchange yes"],
  async run({ options, session }) {
    const changes = changesOf(options);
    if (Object.keys(changes).length === 0) throw new UsageError("wallet configure needs at least one of its options");
    const { transport, identityId } = session(options.profile);
    const { wallet } = await callUnary(transport, getWallet, { identityId });
    if (wallet?.configuration === undefined) throw new Error("the service returned no settings of the wallet");
    const { $typeName: _, $unknown: __, ...configuration } = { ...wallet.configuration, ...changes };
    // With the version, the service refuses this change instead of losing a concurrent one.
    const request = { identityId, configuration, version: wallet.version };
    return outcomeOf(configureWallet.output, await callUnary(transport, configureWallet, request));
  },
});

type Settings = Readonly<
  Partial<
    Record<
      "use-channel" | "auto-exchange" | "channel-endpoint" | "http-endpoint" | "confirm-timeout" | "retry-count",
      string | undefined
    >
  >
>;

/** @throws UsageError */
function changesOf(options: Settings) {
  const useChannel = yesOrNo("--use-channel", options["use-channel"]);
  const autoExchange = yesOrNo("--auto-exchange", options["auto-exchange"]);
  const channelEndpoint = addressOf("--channel-endpoint", options["channel-endpoint"], ["ws:", "wss:"]);
  const httpEndpoint = addressOf("--http-endpoint", options["http-endpoint"], ["http:", "https:"]);
  const { "confirm-timeout": timeout, "retry-count": retries } = options;
  return {
    ...(useChannel !== undefined && { useChannel }),
    ...(autoExchange !== undefined && { autoExchange }),
    ...(channelEndpoint !== undefined && { channelEndpoint }),
    ...(httpEndpoint !== undefined && { httpEndpoint }),
    ...(timeout !== undefined && { confirmTimeout: wholeNumberOf("--confirm-timeout", timeout, 100) }),
    ...(retries !== undefined && { retryCount: wholeNumberOf("--retry-count", retries, 0) }),
  };
}

function addressOf(label: string, written: string | undefined, protocols: readonly string[]): string | undefined {
  if (written === undefined || written === "" || protocols.includes(URL.parse(written)?.protocol ?? "")) return written;
  throw new UsageError(`${label} must be a URL with ${protocols.join(" or ")}, or empty`);
}
