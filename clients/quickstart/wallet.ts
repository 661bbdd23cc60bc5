/**
 * Two wallets whose signing keys never leave their client, and a transfer over the encrypted channel. Needs a running
 * service, and PLATONIC_API_KEY set to the key that its first start printed; one with DEVELOPMENT=1 needs no key.
 */
import { createClient } from "@connectrpc/connect";
import { LedgerService } from "../../gen/es/platonic/admin/v1/ledger_pb.js";
import { TokenType } from "../../gen/es/platonic/wallet/v1/money_pb.js";
import { httpTransport, IdentityClient, verifyReceipt, WalletClient } from "../typescript/src/index.ts";

const { PLATONIC_API_KEY: apiKey, PLATONIC_URL: url = "http://127.0.0.1:8080" } = process.env;

const operator = httpTransport({ baseUrl: url, ...(apiKey && { credentials: apiKey }) });
const keySet = async (): Promise<unknown> => (await fetch(new URL("/.well-known/jwks.json", url))).json();

const ada = await openWallet("ada");
const bob = await openWallet("bob");
try {
  const amount = { form: { case: "decimal" as const, value: "100" } };
  const ledger = createClient(LedgerService, operator);
  await ledger.deposit({ identityId: ada.identityId, tokenType: TokenType.STANDARD, amount });

  const payment = { recipient: bob.identityId, tokenType: TokenType.STANDARD, amount: "12.5", description: "dinner" };
  const outcome = await ada.pay(payment);
  if (outcome.status !== "completed") throw new Error(`the transfer is ${outcome.status}`);
  process.stdout.write(`ada paid 12.5 to bob: confirmed as ${outcome.result.confirmationCode}\n`);

  const identityId = bob.identityId;
  const { wallet } = await bob.wallets.getWallet({ identityId });
  process.stdout.write(`bob has ${wallet?.standard?.exactAmount}\n`);

  const { receipt } = await bob.transactions.getReceipt({ identityId, transactionId: outcome.id });
  if (receipt === undefined) throw new Error("the service answered no receipt");
  const { sequence } = await verifyReceipt(receipt, await keySet());
  process.stdout.write(`the receipt is good: entry ${sequence} of the ledger\n`);
} finally {
  ada.close();
  bob.close();
}

/** Registers an identity with a key of this client, and opens its wallet. */
async function openWallet(name: string): Promise<WalletClient> {
  const username = `${name}-${crypto.randomUUID().slice(0, 8)}`;
  const { credentials } = await new IdentityClient(operator).register({ username });
  const wallet = new WalletClient({ credentials, configuration: { httpEndpoint: url }, serverKey: { keySet } });
  await wallet.create();
  return wallet;
}
