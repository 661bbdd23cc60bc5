import { toJsonString } from "@bufbuild/protobuf";
import { ReceiptSchema } from "#contract/wallet/v1/transaction_pb.js";
import { Client } from "../../../typescript/src/index.ts";
import { command } from "../../command.ts";
import { writeNew } from "../../new-file.ts";
import { once } from "../../once.ts";
import { Profile, profileOption } from "../../profile.ts";
import { apiKeyOf, endpointOf } from "../../service.ts";
import { labelled } from "../../text.ts";
import { UsageError } from "../../usage-error.ts";
import { addressOf, amountOf, assetOf, assetOption } from "../../values.ts";
import { paymentOutcome, reconciledOutcome, withWallet } from "../../wallet-run.ts";

export const walletCreate = command({
  name: "wallet create",
  summary: "Makes the wallet of a profile's identity.",
  options: { profile: profileOption },
  run: ({ options: { profile }, ...call }) =>
    withWallet(call, profile, async (wallet) => {
      await wallet.create();
      const json = { identityId: wallet.identityId };
      return { json, text: labelled(json) };
    }),
});

export const walletBalance = command({
  name: "wallet balance",
  summary: "Shows what is free in the wallet, exactly.",
  options: { profile: profileOption },
  run: ({ options: { profile }, ...call }) =>
    withWallet(call, profile, async (wallet) => {
      const json = Object.fromEntries(await wallet.balances());
      return { json, text: labelled(json, 16) };
    }),
});

export const walletDeposit = command({
  name: "wallet deposit",
  summary: "Deposits money into a wallet, by the key of the operator in PLATONIC_API_KEY.",
  operands: ["AMOUNT"],
  options: {
    asset: assetOption,
    id: { value: "UUID", help: "of the deposit: repeated with it, the command deposits once" },
    profile: profileOption,
  },
  examples: ["platonic wallet deposit 100"],
  async run({ operands: [amount], options: { asset, id: given, profile }, env, ...call }) {
    const { identityId } = new Profile(env, profile).credentials();
    const client = new Client({ endpoint: endpointOf(env), credentials: apiKeyOf(env) });
    const terms = { identityId, amount: amountOf(amount), ...assetOf(asset) };
    const { id } = await once(call, given, (depositId) => client.deposit({ ...terms, depositId }));
    const json = { id, identityId, amount };
    return { json, text: labelled(json) };
  },
});

export const walletPay = command({
  name: "wallet pay",
  summary: "Pays another identity. The payment is signed here, and its outcome is the ledger's word.",
  operands: ["RECIPIENT", "AMOUNT"],
  options: {
    asset: assetOption,
    description: { value: "TEXT", help: "for the recipient", mayBeEmpty: true },
    id: { value: "UUID", help: "of the payment: another one with it is refused" },
    profile: profileOption,
  },
  examples: ['platonic wallet pay 01920000-0000-7000-8000-000000000001 12.5 --description "for tea"'],
  async run({ operands: [recipient, amount], options: { asset, description, id, profile }, ...call }) {
    const terms = { recipient: addressOf(recipient), amount: amountOf(amount), ...assetOf(asset) };
    return withWallet(call, profile, async (wallet, journal) => {
      if (terms.recipient === wallet.identityId)
        throw new UsageError("that is the address of the profile itself: name the recipient's");
      await journal.requireSettled();
      return paymentOutcome(
        await wallet.pay({ ...terms, ...(description && { description }), ...(id !== undefined && { id }) }),
      );
    });
  },
});

export const walletReceipt = command({
  name: "wallet receipt",
  summary: "Writes the receipt of a transaction to a file, for `platonic ledger verify-receipt`.",
  operands: ["TRANSACTION", "FILE"],
  options: { profile: profileOption },
  run: ({ operands: [id, file], options: { profile }, ...call }) =>
    withWallet(call, profile, async (wallet) => {
      const receipt = await wallet.receipt(id);
      writeNew(file, `${toJsonString(ReceiptSchema, receipt, { prettySpaces: 2 })}\n`);
      const json = { file, confirmationCode: receipt.confirmationCode };
      return { json, text: labelled(json) };
    }),
});

export const walletReconcile = command({
  name: "wallet reconcile",
  summary: "Settles payments that an earlier command has left: those that are not done never will be.",
  options: { profile: profileOption },
  run: ({ options: { profile }, ...call }) =>
    withWallet(call, profile, async (wallet, _, lastFailure) => {
      const outcomes = await wallet.reconcile();
      return reconciledOutcome(outcomes, lastFailure());
    }),
});
