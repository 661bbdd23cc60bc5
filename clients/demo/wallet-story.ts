import { createClient, type Transport } from "@connectrpc/connect";
import { LedgerService } from "#contract/admin/v1/ledger_pb.js";
import { ExchangeService } from "#contract/wallet/v1/exchange_service_pb.js";
import { EntryKind } from "#contract/wallet/v1/ledger_pb.js";
import { TokenType } from "#contract/wallet/v1/money_pb.js";
import {
  TransactionErrorCode,
  type TransactionResult,
  type TransferOrder,
} from "#contract/wallet/v1/transaction_pb.js";
import { TransactionService } from "#contract/wallet/v1/transaction_service_pb.js";
import { WalletService } from "#contract/wallet/v1/wallet_service_pb.js";
import { verifyReceipt } from "../typescript/src/wallet/receipt.ts";
import { signOrder } from "../typescript/src/wallet/sign-order.ts";
import type { MailServer } from "./mail-server.ts";
import { newPerson, type Person, transportOf } from "./person.ts";
import { heading, say } from "./screen.ts";
import type { ServerProcess } from "./server-process.ts";

/** Demonstrates two wallets, whose owners hold their signing keys. */
export async function tellWalletStory({ url, apiKey }: ServerProcess, mailServer: MailServer): Promise<void> {
  say(`\n${heading("Two wallets, over gRPC")}`);
  const bea = await newPerson(url, apiKey, mailServer, "bea");
  const carl = await newPerson(url, apiKey, mailServer, "carl");
  const administration = transportOf(url, apiKey);
  const ledger = createClient(LedgerService, administration);
  const wallets = createClient(WalletService, bea.session);
  await wallets.createWallet({ identityId: bea.id, configuration: { autoExchange: true } });
  await createClient(WalletService, carl.session).createWallet({ identityId: carl.id });
  await ledger.deposit({ identityId: bea.id, tokenType: TokenType.STANDARD, amount: decimal("100") });
  await ledger.deposit({ identityId: carl.id, tokenType: TokenType.MICRO, amount: decimal("5") });
  say("  bea and carl prove their addresses, open wallets, and receive a deposit each:");
  say(`  ${await holdings("bea", bea)}; ${await holdings("carl", carl)}.`);

  const dinner = await pay(bea, carl, { tokenType: TokenType.STANDARD, amount: "12.5", description: "dinner" });
  say(`  bea signs an order for 12.5 standard to carl, for dinner: confirmed as ${dinner.confirmationCode}.`);
  const stamp = await pay(carl, bea, { tokenType: TokenType.MICRO, amount: "0.000001", description: "a stamp" });
  say(`  carl signs one for 0.000001 micro to bea: confirmed as ${stamp.confirmationCode}.`);
  const tooMuch = await pay(bea, carl, { tokenType: TokenType.STANDARD, amount: "90000", description: "a house" });
  say(`  bea's order for 90000 standard is refused: TX_ERROR_${TransactionErrorCode[tooMuch.errorCode]}.`);

  const exchange = createClient(ExchangeService, bea.session);
  const { result } = await exchange.exchange({
    identityId: bea.id,
    sourceType: TokenType.STANDARD,
    sourceAmount: decimal("4"),
    targetType: TokenType.MICRO,
  });
  if (result?.success !== true) throw new Error("the exchange was refused");
  say(`  bea exchanges 4 standard for ${result.exactTargetAmount} micro, at ${result.exactRate}.`);
  const most = await moreThanHeld(bea, TokenType.MICRO);
  const swapped = await pay(bea, carl, { tokenType: TokenType.MICRO, amount: most, description: "all and more" });
  if (!swapped.success) throw new Error("the missing amount of a transaction was not exchanged");
  say(`  She pays ${most} micro, more than she has of it: what is missing is exchanged with it, in one step.`);
  say(`  ${await holdings("bea", bea)}; ${await holdings("carl", carl)}.`);

  const { entries } = await wallets.listLedgerEntries({ identityId: bea.id });
  say(`  Her history, the newest first: ${entries.map(({ kind }) => EntryKind[kind].toLowerCase()).join(", ")}.`);
  const transactions = createClient(TransactionService, bea.session);
  const { receipt } = await transactions.getReceipt({ identityId: bea.id, transactionId: dinner.transactionId });
  if (receipt === undefined) throw new Error("there is no receipt");
  const keySet = await (await fetch(`${url}/.well-known/jwks.json`)).json();
  const { sequence } = await verifyReceipt(receipt, keySet);
  say(`  The receipt for dinner is checked without the server, by its published key: entry ${sequence} of the ledger.`);
  say(`  ${await check(administration)}`);
}

async function pay(
  from: Person,
  to: Person,
  what: Pick<TransferOrder, "tokenType" | "amount" | "description">,
): Promise<TransactionResult> {
  const order = {
    ...what,
    id: crypto.randomUUID(),
    sender: from.id,
    recipient: to.id,
    createdAt: BigInt(Date.now()),
  };
  const signedOrder = await signOrder(order, from.signer);
  const { result } = await createClient(TransactionService, from.session).transfer({ sender: from.id, signedOrder });
  return result as TransactionResult;
}

async function holdings(name: string, { id, session }: Person): Promise<string> {
  const { wallet } = await createClient(WalletService, session).getWallet({ identityId: id });
  return `${name} has ${wallet?.standard?.exactAmount} standard and ${wallet?.micro?.exactAmount} micro`;
}

/** Returns a whole number above the balance. */
async function moreThanHeld({ id, session }: Person, tokenType: TokenType): Promise<string> {
  const { balance } = await createClient(WalletService, session).getBalance({ identityId: id, tokenType });
  return String(Math.ceil(balance?.amount as number) + 2);
}

/** Starts a replay of the ledger, and waits for its result. */
async function check(administration: Transport): Promise<string> {
  const ledger = createClient(LedgerService, administration);
  let { check: found } = await ledger.checkLedger({});
  while (found?.isRunning === true) ({ check: found } = await ledger.getLedgerCheck({}));
  if (found?.isWhole !== true) throw new Error(`the ledger is not whole: ${found?.findings.join("; ")}`);
  return `The ledger is replayed from its beginning: ${found.entries} entries, each as it was written.`;
}

function decimal(text: string) {
  return { form: { case: "decimal" as const, value: text } };
}
