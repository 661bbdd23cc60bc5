import { generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from "@connectrpc/connect-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LedgerService } from "#contract/admin/v1/ledger_pb.js";
import { IdentityService } from "#contract/identity/v1/identity_service_pb.js";
import { ExchangeService } from "#contract/wallet/v1/exchange_service_pb.js";
import { EntryKind } from "#contract/wallet/v1/ledger_pb.js";
import { TokenType } from "#contract/wallet/v1/money_pb.js";
import { TransactionErrorCode, TransactionStatus } from "#contract/wallet/v1/transaction_pb.js";
import { TransactionService } from "#contract/wallet/v1/transaction_service_pb.js";
import { WalletService } from "#contract/wallet/v1/wallet_service_pb.js";
import { signOrder, signOrders } from "../../../clients/typescript/src/wallet/sign-order.ts";
import { freshName } from "../../support/identity/api-client.ts";
import { operatorKey, type RpcProtocol, rpcProtocols, startServer, type TestServer } from "../../support/server.ts";
import { rates } from "../../support/wallet-holder.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer(rates);
});
afterAll(() => server.close());

function transportOf(protocol: RpcProtocol) {
  const baseUrl = server.url;
  const interceptors = [
    (next: (request: never) => Promise<never>) => (request: { header: Headers }) => {
      request.header.set("Authorization", `Bearer ${operatorKey}`);
      return next(request as never);
    },
  ] as never;
  if (protocol === "grpc") return createGrpcTransport({ baseUrl, interceptors });
  if (protocol === "grpc-web") return createGrpcWebTransport({ baseUrl, httpVersion: "1.1", interceptors });
  const useBinaryFormat = protocol === "connect-proto";
  return createConnectTransport({ baseUrl, httpVersion: "1.1", useBinaryFormat, interceptors });
}

const amount = (value: number | string) => ({
  form: typeof value === "number" ? ({ case: "number", value } as const) : ({ case: "decimal", value } as const),
});
const standard = TokenType.STANDARD;

describe.each(rpcProtocols)("wallets over %s", (protocol) => {
  const clients = () => {
    const transport = transportOf(protocol);
    return {
      identities: createClient(IdentityService, transport),
      wallets: createClient(WalletService, transport),
      transactions: createClient(TransactionService, transport),
      exchange: createClient(ExchangeService, transport),
      ledger: createClient(LedgerService, transport),
    };
  };

  async function holder(funds?: number | string) {
    const { identities, wallets, ledger } = clients();
    const { privateKey, publicKey: key } = generateKeyPairSync("ed25519");
    const publicKey = key.export({ format: "jwk" }).x as string;
    const { identity, signingKey } = await identities.createIdentity({ username: freshName(), publicKey });
    const id = identity?.id as string;
    await wallets.createWallet({ identityId: id });
    if (funds !== undefined) await ledger.deposit({ identityId: id, tokenType: standard, amount: amount(funds) });
    const signer = { keyId: signingKey?.id as string, sign: (bytes: Uint8Array) => sign(null, bytes, privateKey) };
    return { id, signer };
  }

  const orderOf = (sender: string, recipient: string, text = "10") => ({
    id: randomUUID(),
    sender,
    recipient,
    tokenType: standard,
    amount: text,
    createdAt: BigInt(Date.now()),
  });

  test("a transfer, its repetition, its entry and its receipt", async () => {
    const { wallets, transactions } = clients();
    const [ada, bob] = [await holder(100), await holder()];
    const signedOrder = await signOrder(orderOf(ada.id, bob.id), ada.signer);
    const { result } = await transactions.transfer({ sender: ada.id, signedOrder });
    expect(result).toMatchObject({ success: true, status: TransactionStatus.COMPLETED });
    expect((await transactions.transfer({ sender: ada.id, signedOrder })).result).toEqual(result);
    const transactionId = result?.transactionId as string;
    const { transaction } = await transactions.getTransaction({ identityId: bob.id, transactionId });
    expect(transaction).toMatchObject({ sender: ada.id, recipient: bob.id, amount: 10, exactAmount: "10" });
    expect(Buffer.from(transaction?.order ?? [])).toEqual(Buffer.from(signedOrder.order));
    const { receipt } = await transactions.getReceipt({ identityId: ada.id, transactionId });
    expect(receipt).toMatchObject({ transactionId, confirmationCode: result?.confirmationCode });
    expect(typeof receipt?.sequence).toBe("bigint");
    const { entries } = await wallets.listLedgerEntries({ identityId: ada.id, kind: EntryKind.TRANSACTION });
    expect(entries).toMatchObject([{ sequence: receipt?.sequence, movements: [{ exactAmount: "-10.01" }] }]);
    const { wallet } = await wallets.getWallet({ identityId: bob.id });
    expect(wallet).toMatchObject({ standard: { amount: 10 }, configuration: { useChannel: true, retryCount: 3 } });
  });

  test("a batch under one signature", async () => {
    const { transactions } = clients();
    const [ada, bob] = [await holder(25), await holder()];
    const signed = await signOrders(
      [1, 2, 3].map(() => orderOf(ada.id, bob.id)),
      ada.signer,
    );
    const { results } = await transactions.transferBatch({ sender: ada.id, ...signed });
    expect(results.map(({ success }) => success)).toEqual([true, true, false]);
    expect(results[2]?.errorCode).toBe(TransactionErrorCode.INSUFFICIENT_FUNDS);
  });

  test("a refused transfer is an answer with an error code", async () => {
    const { transactions } = clients();
    const [ada, bob] = [await holder(100), await holder()];
    const refused = async (text: string, recipient = bob.id) => {
      const signedOrder = await signOrder(orderOf(ada.id, recipient, text), ada.signer);
      return (await transactions.transfer({ sender: ada.id, signedOrder })).result?.errorCode;
    };
    expect(await refused("NaN")).toBe(TransactionErrorCode.INVALID_TRANSACTION);
    expect(await refused("Infinity")).toBe(TransactionErrorCode.INVALID_TRANSACTION);
    expect(await refused("1000")).toBe(TransactionErrorCode.INSUFFICIENT_FUNDS);
    expect(await refused("1", randomUUID())).toBe(TransactionErrorCode.INVALID_RECIPIENT);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0, 5e-324, 1.7976931348623157e308])(
    "the amount %s is refused, and causes no internal error",
    async (value) => {
      const { identities, transactions, exchange, ledger, wallets } = clients();
      const { identity } = await identities.createIdentity({ username: freshName() });
      const id = identity?.id as string;
      await wallets.createWallet({ identityId: id });
      const asked = { sender: id, recipient: randomUUID(), tokenType: standard, amount: amount(value) };
      const terms = { identityId: id, sourceType: standard, sourceAmount: amount(value), targetType: TokenType.MICRO };
      for (const call of [
        () => transactions.createTransaction(asked),
        () => exchange.exchange(terms),
        () => exchange.createQuote(terms),
        () => ledger.deposit({ identityId: id, tokenType: standard, amount: amount(value) }),
      ]) {
        await expect(call()).rejects.toMatchObject({ code: Code.InvalidArgument });
      }
    },
  );

  test("an amount without a form is refused", async () => {
    const { ledger } = clients();
    const ada = await holder();
    const error = await ledger
      .deposit({ identityId: ada.id, tokenType: standard, amount: {} })
      .catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ConnectError);
    expect(error.code).toBe(Code.InvalidArgument);
  });

  test("exchanges, quotes, rates, and the list of exchanges", async () => {
    const { exchange } = clients();
    const ada = await holder(100);
    const terms = { identityId: ada.id, sourceType: standard, sourceAmount: amount(10), targetType: TokenType.MICRO };
    const { quote } = await exchange.createQuote(terms);
    expect(quote).toMatchObject({ exactTargetAmount: "995", exactFee: "0.05" });
    const { result } = await exchange.exchange({ ...terms, quoteId: quote?.id as string });
    expect(result).toMatchObject({ success: true, targetAmount: 995, rate: 100 });
    const { exchanges } = await exchange.listExchanges({ identityId: ada.id });
    expect(exchanges).toMatchObject([{ id: result?.exchangeId, quoteId: quote?.id, result: { exactRate: "100" } }]);
    const { rates: now } = await exchange.listRates({});
    expect(now.find(({ targetCurrencyCode }) => targetCurrencyCode === "USD")).toMatchObject({ rate: 2 });
  });

  test("administration: policy, export, check", async () => {
    const { ledger } = clients();
    await holder(1);
    expect((await ledger.getLedgerPolicy({})).exchangeBasisPoints).toBe(50);
    const { batches, entriesTotal } = await ledger.exportLedger({ after: 0n, pageSize: 1 });
    expect(batches).toMatchObject([{ number: 1n, firstSequence: 1n }]);
    let { check } = await ledger.checkLedger({});
    while (check?.isRunning) ({ check } = await ledger.getLedgerCheck({}));
    expect(check).toMatchObject({ isWhole: true, findings: [], entries: entriesTotal, entriesTotal });
  });

  test("conflicts and unknown ids are errors", async () => {
    const { transactions } = clients();
    const [ada, bob] = [await holder(100), await holder()];
    const order = orderOf(ada.id, bob.id);
    await transactions.transfer({ sender: ada.id, signedOrder: await signOrder(order, ada.signer) });
    const other = { sender: ada.id, signedOrder: await signOrder({ ...order, amount: "11" }, ada.signer) };
    await expect(transactions.transfer(other)).rejects.toMatchObject({ code: Code.AlreadyExists });
    const unknown = { sender: ada.id, transactionId: randomUUID() };
    await expect(transactions.executeTransaction(unknown)).rejects.toMatchObject({ code: Code.NotFound });
    const { isFinal } = await transactions.resolveTransaction({ ...unknown, seal: true });
    expect(isFinal).toBe(true);
  });
});
