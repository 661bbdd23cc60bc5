import { HoldState } from "#contract/wallet/v1/hold_pb.js";
import { HoldService } from "#contract/wallet/v1/hold_service_pb.js";
import { command } from "../../command.ts";
import { profileOption } from "../../profile.ts";
import { limitOption, listPages } from "../../remote-command.ts";
import { UsageError } from "../../usage-error.ts";
import { addressOf, amountOf, assetOf, assetOption, wholeNumberOf } from "../../values.ts";
import { paymentOutcome, withWallet } from "../../wallet-run.ts";

/** Longest hold, in hours. */
const hoursMax = 31 * 24;

export const walletHold = command({
  name: "wallet hold",
  summary: "Sets money aside for a recipient, who captures it or lets it go; otherwise it comes back.",
  operands: ["RECIPIENT", "AMOUNT"],
  options: {
    asset: assetOption,
    hours: { value: "N", help: "for how long it can be captured, at most 744 (24)" },
    description: { value: "TEXT", help: "for the recipient", mayBeEmpty: true },
    id: { value: "UUID", help: "of the hold: another one with it is refused" },
    profile: profileOption,
  },
  examples: ["platonic wallet hold 01920000-0000-7000-8000-000000000001 50 --hours 48"],
  run({ operands: [recipient, amount], options: { asset, hours = "24", description, id, profile }, ...call }) {
    const held = wholeNumberOf("--hours", hours, 1);
    if (held > hoursMax) throw new UsageError(`--hours must be at most ${hoursMax}`);
    const order = {
      recipient: addressOf(recipient),
      amount: amountOf(amount),
      ...assetOf(asset),
      ...(description && { description }),
      ...(id !== undefined && { id }),
    };
    return withWallet(call, profile, async (wallet, journal) => {
      await journal.requireSettled();
      return paymentOutcome(await wallet.hold(order, new Date(wallet.time.now() + held * 3_600_000)));
    });
  },
});

export const walletCapture = command({
  name: "wallet capture",
  summary: "Takes what a sender has held for this wallet, in whole or in part; the rest goes back.",
  operands: ["HOLD"],
  options: { amount: { value: "AMOUNT", help: "how much (all)" }, profile: profileOption },
  run: ({ operands: [holdId], options: { amount, profile }, ...call }) =>
    withWallet(call, profile, async (wallet, journal) => {
      await journal.requireSettled();
      const { hold } = await wallet.holds.getHold({ identityId: wallet.identityId, holdId });
      if (hold === undefined) throw new Error("the service returned no hold");
      const { tokenType, currencyCode, exactLeft, state } = hold;
      // An order for nothing would fail, for a reason that says nothing of the hold.
      if (state !== HoldState.OPEN)
        throw new Error(`nothing is left of the hold: its state is HOLD_${HoldState[state]}`);
      const asset = { tokenType, ...(currencyCode && { currencyCode }) };
      return paymentOutcome(
        await wallet.capture({ holdId, ...asset, amount: amount === undefined ? exactLeft : amountOf(amount) }),
      );
    }),
});

export const walletRelease = command({
  name: "wallet release",
  summary: "Lets go what a sender has held for this wallet.",
  operands: ["HOLD"],
  options: { profile: profileOption },
  run: ({ operands: [holdId], options: { profile }, ...call }) =>
    withWallet(call, profile, async (wallet) => paymentOutcome(await wallet.release({ holdId }))),
});

export const walletHolds = command({
  name: "wallet holds",
  summary: "Lists the holds that a wallet has sent and received.",
  options: { limit: limitOption, profile: profileOption },
  run({ options: { limit, profile }, session }) {
    const { transport, identityId } = session(profile);
    return listPages(transport, HoldService.method.listHolds, { identityId }, limit);
  },
});

export const walletReverse = command({
  name: "wallet reverse",
  summary: "Gives back a transaction that this wallet has received, in whole or in part.",
  operands: ["TRANSACTION"],
  options: {
    amount: { value: "AMOUNT", help: "how much (all that is left)" },
    description: { value: "TEXT", help: "for the sender", mayBeEmpty: true },
    profile: profileOption,
  },
  run: ({ operands: [id], options: { amount, description, profile }, ...call }) =>
    withWallet(call, profile, async (wallet, journal) => {
      await journal.requireSettled();
      const terms = { ...(amount !== undefined && { amount: amountOf(amount) }), ...(description && { description }) };
      return paymentOutcome(await wallet.reverse(id, terms));
    }),
});
