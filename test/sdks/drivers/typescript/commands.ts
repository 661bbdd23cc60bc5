import { type DescMethodUnary, type DescService, fromJson, type JsonValue, toJson } from "@bufbuild/protobuf";
import { createClient, type Transport } from "@connectrpc/connect";
import {
  type Credentials,
  httpTransport,
  IdentityClient,
  MemoryStorage,
  type PaymentOrder,
  type PaymentOutcome,
  signingKeyOfBytes,
  verifyReceipt,
  WalletClient,
} from "../../../../clients/typescript/src/index.ts";
import { FileStorage } from "../../../../clients/typescript/src/node.ts";
import { GeocodeService } from "../../../../gen/es/platonic/geocode/v1/service_pb.js";
import { IdentityService } from "../../../../gen/es/platonic/identity/v1/identity_service_pb.js";
import { TokenType } from "../../../../gen/es/platonic/wallet/v1/money_pb.js";
import { ReceiptSchema, TransactionErrorCode } from "../../../../gen/es/platonic/wallet/v1/transaction_pb.js";
import { TransactionService } from "../../../../gen/es/platonic/wallet/v1/transaction_service_pb.js";
import { WalletService } from "../../../../gen/es/platonic/wallet/v1/wallet_service_pb.js";

type Act = (members: never) => Promise<unknown>;

const services: Readonly<Record<string, DescService>> = Object.fromEntries(
  [GeocodeService, IdentityService, TransactionService, WalletService].map((service) => [service.typeName, service]),
);

let transport: Transport;
let wallet: WalletClient;
let told: PaymentOutcome[] = [];

interface OrderJson {
  readonly id?: string;
  readonly recipient: string;
  readonly tokenType: string;
  readonly amount: string;
  readonly description?: string;
}

interface WalletMembers {
  readonly endpoint: string;
  readonly credentials: CredentialsJson;
  readonly journal?: string;
  readonly confirmTimeoutMs?: number;
  readonly retryCount?: number;
  readonly useChannel?: boolean;
  readonly clientId?: string;
}

interface CredentialsJson {
  readonly identityId: string;
  readonly keyId: string;
  readonly privateKey: string;
  readonly rotationKey: { readonly version: number; readonly secret: string };
}

/** What each command does. */
export const commands: Readonly<Record<string, Act>> = {
  async open({ endpoint, apiKey, deadlineMs }: { endpoint: string; apiKey?: string; deadlineMs?: number }) {
    transport = httpTransport({
      baseUrl: endpoint,
      ...(apiKey && { credentials: apiKey }),
      ...(deadlineMs && { timeoutMs: deadlineMs }),
    });
  },

  async call({ service, method, request }: { service: string; method: string; request: JsonValue }) {
    const description = (services[service] as DescService).methods.find(({ name }) => name === method);
    const { input, output, localName, parent } = description as DescMethodUnary;
    const client = createClient(parent, transportOf(service)) as Record<string, (message: object) => Promise<never>>;
    return toJson(output, await (client[localName] as (message: object) => Promise<never>)(fromJson(input, request)));
  },

  async register({ username }: { username: string }) {
    const privateKey = crypto.getRandomValues(new Uint8Array(32));
    const { credentials } = await new IdentityClient(transport).register({ username }, signingKeyOfBytes(privateKey));
    return { credentials: credentialsJson(credentials, privateKey) };
  },

  async wallet({ endpoint, credentials, journal, confirmTimeoutMs, retryCount, useChannel, clientId }: WalletMembers) {
    wallet = new WalletClient({
      credentials: credentialsOf(credentials),
      configuration: {
        httpEndpoint: endpoint,
        useChannel: useChannel ?? false,
        ...(confirmTimeoutMs !== undefined && { confirmTimeout: confirmTimeoutMs }),
        ...(retryCount !== undefined && { retryCount }),
      },
      storage: journal === undefined ? new MemoryStorage() : new FileStorage(journal),
      ...(clientId && { clientId }),
    });
    wallet.payments.onSettled((payment) => told.push(payment));
  },

  create: () => wallet.create(),
  pay: async ({ order }: { order: OrderJson }) => outcomeOf(await wallet.pay(orderOf(order))),
  payMany: async ({ orders }: { orders: OrderJson[] }) => outcomesOf(await wallet.payMany(orders.map(orderOf))),
  async payLinked({ orders }: { orders: OrderJson[] }) {
    const { results } = await wallet.payLinked(orders.map(orderOf));
    return {
      outcomes: results.map(({ success, transactionId, errorCode }) => ({
        kind: success ? "completed" : "failed",
        id: transactionId,
        ...(success ? {} : { errorCode: TransactionErrorCode[errorCode] }),
      })),
    };
  },
  hold: async ({ order, captureBeforeMs }: { order: OrderJson; captureBeforeMs: number }) =>
    outcomeOf(await wallet.hold(orderOf(order), new Date(captureBeforeMs))),
  capture: async (members: { holdId: string; tokenType: string; amount: string; keepRest?: boolean }) =>
    outcomeOf(await wallet.capture({ ...members, tokenType: tokenOf(members.tokenType) })),
  release: async ({ holdId }: { holdId: string }) => outcomeOf(await wallet.release({ holdId })),
  reverse: async ({ transactionId, amount }: { transactionId: string; amount?: string }) =>
    outcomeOf(await wallet.reverse(transactionId, amount === undefined ? {} : { amount })),

  async balances() {
    const { balances } = await wallet.balancesAt();
    return Object.fromEntries(balances);
  },

  async reconcile() {
    return outcomesOf(await wallet.reconcile());
  },

  async settled() {
    const outcomes = told;
    told = [];
    return outcomesOf(outcomes);
  },

  async events({ cursor, fromStart, count }: { cursor?: string; fromStart?: boolean; count: number }) {
    const events: object[] = [];
    const where = { ...(cursor && { cursor }), ...(fromStart && { fromStart }) };
    for await (const event of wallet.events(where)) {
      const { transaction, issuance, sequence } = event.entry;
      events.push({ id: (transaction ?? issuance)?.id, sequence: String(sequence), cursor: event.cursor });
      if (events.length === count) break;
    }
    return { events };
  },

  async receipt({ transactionId, keySet }: { transactionId: string; keySet: unknown }) {
    const { receipt } = await wallet.transactions.getReceipt({ identityId: wallet.identityId, transactionId });
    return provenBy(receipt as never, keySet);
  },
  verifyReceipt: ({ receipt, keySet }: { receipt: JsonValue; keySet: unknown }) =>
    provenBy(fromJson(ReceiptSchema, receipt), keySet),
};

/** The wallet's own transport for its services, if there is a wallet. */
function transportOf(service: string): Transport {
  return wallet !== undefined && service.startsWith("wallet.") ? wallet.transport : transport;
}

async function provenBy(receipt: Parameters<typeof verifyReceipt>[0], keySet: unknown): Promise<object> {
  const { confirmationCode, sequence } = await verifyReceipt(receipt, keySet);
  return { confirmationCode, sequence: String(sequence) };
}

function tokenOf(word: string): TokenType {
  return TokenType[word.replace("TOKEN_TYPE_", "") as keyof typeof TokenType];
}

function orderOf({ tokenType, ...order }: OrderJson): PaymentOrder {
  return { ...order, tokenType: tokenOf(tokenType) };
}

function outcomeOf(outcome: PaymentOutcome): object {
  const { status: kind, id } = outcome;
  return { kind, id, ...(kind === "failed" && { errorCode: TransactionErrorCode[outcome.result.errorCode] }) };
}

function outcomesOf(outcomes: readonly PaymentOutcome[]): object {
  return { outcomes: outcomes.map(outcomeOf) };
}

function credentialsJson({ identityId, keyId, rotationKey }: Credentials, privateKey: Uint8Array): CredentialsJson {
  const { version, secret } = rotationKey;
  return {
    identityId,
    keyId,
    privateKey: Buffer.from(privateKey).toString("base64url"),
    rotationKey: { version, secret: Buffer.from(secret).toString("base64url") },
  };
}

function credentialsOf({ identityId, keyId, privateKey, rotationKey }: CredentialsJson): Credentials {
  const { version, secret } = rotationKey;
  const { sign } = signingKeyOfBytes(Buffer.from(privateKey, "base64url"));
  return { identityId, keyId, sign, rotationKey: { version, secret: Buffer.from(secret, "base64url") } };
}
