import { writeFileSync } from "node:fs";
import { toJsonString } from "@bufbuild/protobuf";
import { EntryKind } from "../../../gen/es/platonic/wallet/v1/ledger_pb.js";
import { TokenType } from "../../../gen/es/platonic/wallet/v1/money_pb.js";
import { ReceiptSchema, TransactionErrorCode } from "../../../gen/es/platonic/wallet/v1/transaction_pb.js";
import { Client, type PaymentOutcome, WalletClient } from "../../typescript/src/index.ts";
import { FileStorage } from "../../typescript/src/node.ts";
import { command, type Outcome } from "../command.ts";
import { Profile, profileOption } from "../profile.ts";
import { endpointOf } from "../service.ts";
import { labelled, lines, moment } from "../text.ts";
import { UsageError } from "../usage-error.ts";

const assetOption = {
  value: "ASSET",
  help: "TOKEN_STANDARD (default), TOKEN_MICRO, or the code of a currency",
} as const;

export const walletCreate = command({
  name: "wallet create",
  summary: "Makes the wallet of a profile's identity.",
  options: { profile: profileOption },
  run: ({ options: { profile }, env }) =>
    withWallet(env, profile, async (wallet) => {
      await wallet.create();
      const json = { identityId: wallet.identityId };
      return { json, text: labelled(json) };
    }),
});

export const walletBalance = command({
  name: "wallet balance",
  summary: "Shows what is free in the wallet, exactly.",
  options: { profile: profileOption },
  run: ({ options: { profile }, env }) =>
    withWallet(env, profile, async (wallet) => {
      const json = Object.fromEntries(await wallet.balances());
      return { json, text: labelled(json, 16) };
    }),
});

export const walletDeposit = command({
  name: "wallet deposit",
  summary: "Deposits money into a wallet: for operators, and for everybody on a service of development.",
  operands: ["AMOUNT"],
  options: { asset: assetOption, profile: profileOption },
  examples: ["platonic wallet deposit 100"],
  async run({ operands: [amount], options: { asset, profile }, env }) {
    const { identityId } = new Profile(env, profile).credentials();
    const apiKey = env["PLATONIC_API_KEY"];
    const client = new Client({ endpoint: endpointOf(env), ...(apiKey && { credentials: apiKey }) });
    const { id } = await client.deposit({ identityId, amount, ...assetOf(asset) });
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
    description: { value: "TEXT", help: "for the recipient" },
    id: { value: "UUID", help: "of the payment: another one with it is refused" },
    profile: profileOption,
  },
  examples: ['platonic wallet pay 01920000-0000-7000-8000-000000000001 12.5 --description "for tea"'],
  run: ({ operands: [recipient, amount], options: { asset, description, id, profile }, env }) =>
    withWallet(env, profile, async (wallet) => {
      const order = { recipient, amount, ...assetOf(asset), ...(description && { description }), ...(id && { id }) };
      return outcomeOf(await wallet.pay(order));
    }),
});

export const walletHistory = command({
  name: "wallet history",
  summary: "Lists the entries of the wallet, the newest first.",
  options: { profile: profileOption },
  run: ({ options: { profile }, env }) =>
    withWallet(env, profile, async (wallet) => {
      const entries = [];
      for await (const { sequence, kind, recordedAt, movements } of wallet.history()) {
        const moved = movements.map(({ tokenType, currencyCode, exactAmount }) => {
          return `${exactAmount} ${currencyCode || `TOKEN_${TokenType[tokenType]}`}`;
        });
        entries.push({ sequence: String(sequence), kind: EntryKind[kind], recordedAt: moment(recordedAt), moved });
      }
      const text = lines(
        entries.map(({ sequence, kind, recordedAt, moved }) => {
          return `${sequence.padStart(8)}  ${recordedAt}  ${kind.padEnd(12)} ${moved.join(", ")}`;
        }),
      );
      return { json: { entries }, text };
    }),
});

export const walletReceipt = command({
  name: "wallet receipt",
  summary: "Writes the receipt of a transaction to a file, for `platonic ledger verify-receipt`.",
  operands: ["TRANSACTION", "FILE"],
  options: { profile: profileOption },
  run: ({ operands: [id, file], options: { profile }, env }) =>
    withWallet(env, profile, async (wallet) => {
      const receipt = await wallet.receipt(id);
      writeFileSync(file, `${toJsonString(ReceiptSchema, receipt, { prettySpaces: 2 })}\n`, { flag: "wx" });
      const json = { file, confirmationCode: receipt.confirmationCode };
      return { json, text: labelled(json) };
    }),
});

export const walletReconcile = command({
  name: "wallet reconcile",
  summary: "Settles payments that an earlier command has left: those that are not done never will be.",
  options: { profile: profileOption },
  run: ({ options: { profile }, env }) =>
    withWallet(env, profile, async (wallet) => {
      const outcomes = (await wallet.reconcile()).map(outcomeOf);
      return {
        json: { outcomes: outcomes.map(({ json }) => json) },
        text: outcomes.map(({ text }) => text).join("\n"),
      };
    }),
});

async function withWallet(
  env: NodeJS.ProcessEnv,
  name: string | undefined,
  act: (wallet: WalletClient) => Promise<Outcome>,
): Promise<Outcome> {
  const profile = new Profile(env, name);
  const storage = new FileStorage(profile.journal);
  const wallet = new WalletClient({ endpoint: endpointOf(env), credentials: profile.credentials(), storage });
  try {
    return await act(wallet);
  } finally {
    wallet.close();
  }
}

/** @throws UsageError */
function assetOf(asset = "TOKEN_STANDARD"): { tokenType: TokenType; currencyCode?: string } {
  if (asset === "TOKEN_STANDARD") return { tokenType: TokenType.STANDARD };
  if (asset === "TOKEN_MICRO") return { tokenType: TokenType.MICRO };
  if (!/^[A-Z]{3,8}$/.test(asset))
    throw new UsageError("an asset is TOKEN_STANDARD, TOKEN_MICRO, or the code of a currency");
  return { tokenType: TokenType.EXTERNAL, currencyCode: asset };
}

function outcomeOf(outcome: PaymentOutcome): Outcome {
  const { status, id } = outcome;
  if (status === "unresolved") {
    const notice = "The ledger has not answered: platonic wallet reconcile settles it.\n";
    return { json: { status, id }, text: labelled({ status, id }) + notice, status: 1 };
  }
  const { confirmationCode, errorCode } = outcome.result;
  const isFailed = status === "failed";
  const json = { status, id, ...(isFailed ? { errorCode: TransactionErrorCode[errorCode] } : { confirmationCode }) };
  return { json, text: labelled(json, 16), status: isFailed ? 1 : 0 };
}
