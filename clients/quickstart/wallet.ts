/**
 * Two wallets whose signing keys never leave their client, and a transfer over the encrypted channel. Needs a running
 * service, and PLATONIC_API_KEY set to the key that its first start printed, or keeps with DEVELOPMENT=1 (docs/development.md).
 */
import { TokenType } from "#contract/wallet/v1/money_pb.js";
import { Client, verifyReceipt, WalletClient } from "../typescript/src/index.ts";

const { PLATONIC_API_KEY: apiKey, PLATONIC_URL: url = "http://127.0.0.1:8080" } = process.env;

if (apiKey === undefined) throw new Error("set PLATONIC_API_KEY to the operator's API key");

const operator = new Client({ endpoint: url, credentials: apiKey });
const keySet = () => operator.keySet();

const ada = await openWallet("ada");
const bob = await openWallet("bob");
try {
  await operator.deposit({ identityId: ada.identityId, tokenType: TokenType.STANDARD, amount: "100" });

  const payment = { recipient: bob.identityId, tokenType: TokenType.STANDARD, amount: "12.5", description: "dinner" };
  const outcome = await ada.pay(payment);
  if (outcome.status !== "completed") throw new Error(`the transfer is ${outcome.status}`);
  process.stdout.write(`ada paid 12.5 to bob: confirmed as ${outcome.result.confirmationCode}\n`);

  process.stdout.write(`bob has ${(await bob.balances()).get("TOKEN_STANDARD")}\n`);

  const { sequence } = await verifyReceipt(await bob.receipt(outcome.id), await keySet());
  process.stdout.write(`the receipt is good: entry ${sequence} of the ledger\n`);
} finally {
  ada.close();
  bob.close();
}

/** Registers an identity with a key of this client, and opens its wallet. */
async function openWallet(name: string): Promise<WalletClient> {
  const username = `${name}-${crypto.randomUUID().slice(0, 8)}`;
  const { credentials } = await operator.register({ username });
  const wallet = new WalletClient({ endpoint: url, credentials, serverKey: { keySet } });
  await wallet.create();
  return wallet;
}
