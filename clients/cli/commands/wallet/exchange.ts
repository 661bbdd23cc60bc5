import { ExchangeResultSchema } from "#contract/wallet/v1/exchange_pb.js";
import { ExchangeService } from "#contract/wallet/v1/exchange_service_pb.js";
import { decimal } from "../../../typescript/src/index.ts";
import { plainOf } from "../../answer.ts";
import { command } from "../../command.ts";
import { profileOption } from "../../profile.ts";
import { limitOption, listPages, profileCommand } from "../../remote-command.ts";
import { labelled } from "../../text.ts";
import { amountOf, pairOf } from "../../values.ts";
import { paymentOutcome, withWallet } from "../../wallet-run.ts";

const { createQuote, listExchanges } = ExchangeService.method;

export const walletQuote = profileCommand({
  name: "wallet quote",
  summary:
    "Has the service promise the terms of an exchange for a short time; its id goes to `wallet exchange --quote`.",
  operands: ["AMOUNT", "SOURCE", "TARGET"],
  examples: ["platonic wallet quote 10 TOKEN_STANDARD TOKEN_MICRO"],
  method: createQuote,
  request: ({ operands: [amount, source, target] }, identityId) => ({
    identityId,
    ...pairOf(source, target),
    sourceAmount: decimal(amountOf(amount)),
  }),
});

export const walletExchange = command({
  name: "wallet exchange",
  summary: "Exchanges an amount, fee included, at the rate of now or of a quote.",
  operands: ["AMOUNT", "SOURCE", "TARGET"],
  options: {
    quote: { value: "ID", help: "a quote of exactly this exchange" },
    id: { value: "UUID", help: "of the exchange: another one with it is refused" },
    profile: profileOption,
  },
  examples: ["platonic wallet exchange 10 TOKEN_STANDARD TOKEN_MICRO"],
  run: ({ operands: [amount, source, target], options: { quote, id, profile }, ...call }) =>
    withWallet(call, profile, async (wallet, journal) => {
      await journal.requireSettled();
      const terms = {
        ...pairOf(source, target),
        amount: amountOf(amount),
        ...(quote !== undefined && { quoteId: quote }),
        ...(id !== undefined && { id }),
      };
      const outcome = await wallet.exchange(terms);
      if (outcome.status === "unresolved" || outcome.exchange === undefined) return paymentOutcome(outcome);
      const { exchange, status } = outcome;
      const json = { status, id: outcome.id, ...exactOf(plainOf(ExchangeResultSchema, exchange)) };
      return { json, text: labelled(json, 20), status: exchange.success ? 0 : 1 };
    }),
});

export const walletExchanges = command({
  name: "wallet exchanges",
  summary: "Lists the exchanges of a wallet, the newest first.",
  options: { limit: limitOption, profile: profileOption },
  run({ options: { limit, profile }, session }) {
    const { transport, identityId } = session(profile);
    return listPages(transport, listExchanges, { identityId }, limit);
  },
});

/** Returns the exact members of a result; if it failed, the reason why there are none. */
function exactOf(result: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(result).filter(([name]) => name.startsWith("exact") || name === "errorCode"),
  );
}
