/**
 * `node bench/sdks/typescript.ts URL [TRANSFERS]`: transfers a second by the client for TypeScript, over HTTP and over the channel,
 * over those of the bare generated client, which signs alike and does nothing else. Needs a service with DEVELOPMENT=1 whose
 * `PLANS` allow as many calls (docs/sdks.md), and its key in PLATONIC_API_KEY.
 */
import { create, toBinary } from "@bufbuild/protobuf";
import { createClient, type Interceptor } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-web";
import { LedgerService } from "#contract/admin/v1/ledger_pb.js";
import { TokenType } from "#contract/wallet/v1/money_pb.js";
import { TransferOrderSchema } from "#contract/wallet/v1/transaction_pb.js";
import { TransactionService } from "#contract/wallet/v1/transaction_service_pb.js";
import {
  type Credentials,
  httpTransport,
  IdentityClient,
  Session,
  TokenMinter,
  WalletClient,
} from "../../clients/typescript/src/index.ts";

const [url = "http://127.0.0.1:8080", count = "2000"] = process.argv.slice(2);
const payers = 16;
const rounds = 7;
const amount = "0.00000001";

const { PLATONIC_API_KEY: key } = process.env;
if (key === undefined)
  throw new Error("set PLATONIC_API_KEY to the key in operator.key, in the folder of the service's data");
const developer = httpTransport({ baseUrl: url, credentials: key });
const keySet = async () => (await fetch(new URL("/.well-known/jwks.json", url))).json();
const [sender, recipient] = [await register(), await register()];
const overHttp = await openWallet(sender, false);
await (await openWallet(recipient, false)).create();
await overHttp.create();
const money = { form: { case: "decimal" as const, value: "1000" } };
await createClient(LedgerService, developer).deposit({
  identityId: sender.identityId,
  tokenType: TokenType.STANDARD,
  amount: money,
});
const overChannel = await openWallet(sender, true);
const bare = await bareTransfer(sender);

const measured: Record<"bare" | "http" | "channel", number[]> = { bare: [], http: [], channel: [] };
for (let round = 0; round < rounds; round += 1) {
  measured.bare.push(await rate(bare));
  measured.http.push(await rate(() => pay(overHttp)));
  measured.channel.push(await rate(() => pay(overChannel)));
}
for (const way of ["http", "channel"] as const) {
  const ratios = measured[way].map((value, round) => value / (measured.bare[round] as number));
  const text = `${way}: ${median(measured[way]).toFixed(0)} transfers a second, ${median(ratios).toFixed(2)} of the bare client`;
  process.stdout.write(`${text} (medians of ${rounds})\n`);
}
overHttp.close();
overChannel.close();

async function register(): Promise<Credentials> {
  const username = `bench-${crypto.randomUUID().slice(0, 8)}`;
  return (await new IdentityClient(developer).register({ username })).credentials;
}

async function openWallet(credentials: Credentials, useChannel: boolean): Promise<WalletClient> {
  const clientId = useChannel ? "channel" : "http";
  return new WalletClient({
    credentials,
    clientId,
    configuration: { httpEndpoint: url, useChannel },
    serverKey: { keySet },
  });
}

async function pay(wallet: WalletClient): Promise<void> {
  const { status } = await wallet.pay({ recipient: recipient.identityId, tokenType: TokenType.STANDARD, amount });
  if (status !== "completed") throw new Error(`the payment is ${status}`);
}

/** Returns a transfer by the generated client, without a journal, deadlines or repetitions. */
async function bareTransfer(credentials: Credentials): Promise<() => Promise<void>> {
  const token = await new Session(url, new TokenMinter({ credentials, clientId: "bare" })).token();
  const authorize: Interceptor = (next) => (request) => {
    request.header.set("Authorization", `Bearer ${token}`);
    return next(request);
  };
  const transport = createConnectTransport({ baseUrl: url, useBinaryFormat: true, interceptors: [authorize] });
  const transactions = createClient(TransactionService, transport);
  const { identityId, keyId, sign } = credentials;
  const purpose = new TextEncoder().encode("platonic transfer v1\n");
  return async () => {
    const order = toBinary(
      TransferOrderSchema,
      create(TransferOrderSchema, {
        id: crypto.randomUUID(),
        sender: identityId,
        recipient: recipient.identityId,
        tokenType: TokenType.STANDARD,
        amount,
        createdAt: BigInt(Date.now()),
      }),
    );
    const signature = await sign(Buffer.concat([purpose, order]));
    const { result } = await transactions.transfer({ sender: identityId, signedOrder: { order, keyId, signature } });
    if (result?.success !== true) throw new Error("the transfer failed");
  };
}

/** Returns the transfers a second, made by several payers at once. */
async function rate(transfer: () => Promise<void>): Promise<number> {
  let left = Number(count);
  const beganMs = performance.now();
  const payer = async () => {
    while (left > 0) {
      left -= 1;
      await transfer();
    }
  };
  await Promise.all(Array.from({ length: payers }, payer));
  return (Number(count) / (performance.now() - beganMs)) * 1000;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] as number;
}
