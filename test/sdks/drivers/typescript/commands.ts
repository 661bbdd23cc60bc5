import { appendFileSync, closeSync, createReadStream, ftruncateSync, openSync, readSync } from "node:fs";
import { createInterface } from "node:readline";
import {
  type DescField,
  type DescMessage,
  type DescMethodUnary,
  type DescService,
  fromJson,
  type JsonValue,
  toJson,
} from "@bufbuild/protobuf";
import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { IdentityService } from "#contract/identity/v1/identity_service_pb.js";
import { TokenType } from "#contract/wallet/v1/money_pb.js";
import { ReceiptSchema, TransactionErrorCode } from "#contract/wallet/v1/transaction_pb.js";
import { TransactionService } from "#contract/wallet/v1/transaction_service_pb.js";
import { WalletService } from "#contract/wallet/v1/wallet_service_pb.js";
import {
  type Attempt,
  Client,
  type CredentialsJson,
  credentialsFromJson,
  credentialsToJson,
  MemoryStorage,
  newExportableKey,
  type PaymentOrder,
  type PaymentOutcome,
  verifyReceipt,
  verifyWebhook,
  WalletClient,
} from "../../../../clients/typescript/src/index.ts";
import { FileStorage } from "../../../../clients/typescript/src/node.ts";

type Act = (members: never) => Promise<unknown>;

const services: Readonly<Record<string, DescService>> = Object.fromEntries(
  [GeocodeService, IdentityService, TransactionService, WalletService].map((service) => [service.typeName, service]),
);

let client: Client;
let wallet: WalletClient;
let told: PaymentOutcome[] = [];
let attempts: Attempt[] = [];
let warnings: string[] = [];
const onAttempt = (attempt: Attempt) => void attempts.push(attempt);
const onWarning = (text: string) => void warnings.push(text);

interface OrderJson {
  readonly id?: string;
  readonly recipient: string;
  readonly tokenType: string;
  readonly amount: string;
  readonly description?: string;
  readonly createdAtMs?: number;
}

interface WalletMembers {
  readonly endpoint: string;
  readonly credentials: CredentialsJson;
  readonly journal?: string;
  readonly confirmTimeoutMs?: number;
  readonly retryCount?: number;
  readonly clockOffsetMs?: number;
  readonly useChannel?: boolean;
  readonly channelEndpoint?: string;
  /** Base64url. */
  readonly serverKey?: string;
  readonly clientId?: string;
}

/** Action of each command. */
export const commands: Readonly<Record<string, Act>> = {
  async open({ endpoint, apiKey, deadlineMs }: { endpoint: string; apiKey?: string; deadlineMs?: number }) {
    client = new Client({
      endpoint,
      onAttempt,
      onWarning,
      ...(apiKey && { credentials: apiKey }),
      ...(deadlineMs !== undefined && { timeoutMs: deadlineMs }),
    });
  },

  async call({ service, method, request }: Call) {
    const { input, output, localName, parent } = methodOf(service, method);
    const call = (clientFor(service).of(parent) as Record<string, (message: object) => Promise<never>>)[localName];
    return toJson(output, await (call as NonNullable<typeof call>)(fromJson(input, request)));
  },

  async pages({ service, method, request }: Call) {
    const description = methodOf(service, method);
    const { schema } = listOf(description);
    const items: JsonValue[] = [];
    for await (const item of clientFor(service).items(description, fromJson(description.input, request))) {
      items.push(toJson(schema, item as never));
    }
    return { items };
  },

  async register({ username }: { username: string }) {
    const { credentials } = await client.register({ username }, newExportableKey());
    return { credentials: credentialsToJson(credentials) };
  },

  async wallet({ endpoint, credentials, journal, clockOffsetMs = 0, clientId, ...terms }: WalletMembers) {
    const { confirmTimeoutMs, retryCount, useChannel = false, channelEndpoint = "", serverKey } = terms;
    wallet = new WalletClient({
      credentials: credentialsFromJson(credentials),
      configuration: {
        httpEndpoint: endpoint,
        useChannel,
        channelEndpoint,
        ...(confirmTimeoutMs !== undefined && { confirmTimeout: confirmTimeoutMs }),
        ...(retryCount !== undefined && { retryCount }),
      },
      storage: journal === undefined ? new MemoryStorage() : new FileStorage(journal),
      ...(serverKey && { serverKey: { staticKeys: [Buffer.from(serverKey, "base64url")] } }),
      onAttempt,
      onWarning,
      now: () => Date.now() + clockOffsetMs,
      ...(clientId && { clientId }),
    });
    wallet.payments.onSettled((payment) => told.push(payment));
  },

  async close({ what }: { what: "client" | "wallet" }) {
    if (what === "client") client.close();
    else await wallet.close();
  },

  create: () => wallet.create(),
  pay: async ({ order }: { order: OrderJson }) => outcomeOf(await wallet.pay(orderOf(order))),
  payMany: async ({ orders }: { orders: OrderJson[] }) => outcomesOf(await wallet.payMany(orders.map(orderOf))),
  async payAll({ orders }: { orders: OrderJson[] }) {
    const outcomes: PaymentOutcome[] = [];
    for await (const outcome of wallet.payAll(orders.map(orderOf))) outcomes.push(outcome);
    return outcomesOf(outcomes);
  },
  async payFile({ orders, outcomes }: { orders: string; outcomes: string }) {
    const file = new OutcomesFile(outcomes);
    const first = file.count;
    for await (const outcome of wallet.payAll(ordersIn(orders, first))) file.add(outcomeOf(outcome));
    file.end();
    return { count: file.count - first };
  },
  payLinked: async ({ orders }: { orders: OrderJson[] }) => outcomesOf(await wallet.payLinked(orders.map(orderOf))),
  hold: async ({ order, captureBeforeMs }: { order: OrderJson; captureBeforeMs: number }) =>
    outcomeOf(await wallet.hold(orderOf(order), new Date(captureBeforeMs))),
  capture: async (members: { holdId: string; tokenType: string; amount: string; keepRest?: boolean }) =>
    outcomeOf(await wallet.capture({ ...members, tokenType: tokenOf(members.tokenType) })),
  release: async ({ holdId }: { holdId: string }) => outcomeOf(await wallet.release({ holdId })),
  reverse: async ({ transactionId, amount }: { transactionId: string; amount?: string }) =>
    outcomeOf(await wallet.reverse(transactionId, amount === undefined ? {} : { amount })),

  exchange: async ({ fromTokenType, toTokenType, amount }: ExchangeMembers) => {
    const terms = { sourceType: tokenOf(fromTokenType), targetType: tokenOf(toTokenType), amount };
    return outcomeOf(await wallet.exchange(terms));
  },

  async history({ pageSize }: { pageSize?: number }) {
    const ids: string[] = [];
    for await (const { transaction, issuance, exchange } of wallet.history(pageSize)) {
      ids.push((transaction ?? issuance ?? exchange)?.id ?? "");
    }
    return { ids };
  },

  async balances() {
    return Object.fromEntries(await wallet.balances());
  },

  async reconcile() {
    return outcomesOf(await wallet.reconcile());
  },

  async settled() {
    const outcomes = told;
    told = [];
    return outcomesOf(outcomes);
  },

  async warnings() {
    const told = warnings;
    warnings = [];
    return { warnings: told };
  },

  async attempts() {
    const made = attempts;
    attempts = [];
    return { attempts: made.map(({ method, attempt, reason }) => ({ method, attempt, reason })) };
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
    return provenBy(await wallet.receipt(transactionId), keySet);
  },
  verifyReceipt: ({ receipt, keySet }: { receipt: JsonValue; keySet: unknown }) =>
    provenBy(fromJson(ReceiptSchema, receipt), keySet),
  verifyWebhook: ({ secrets, headers, body, nowMs }: WebhookMembers) => verifyWebhook(secrets, headers, body, nowMs),
};

interface Call {
  readonly service: string;
  readonly method: string;
  readonly request: JsonValue;
}

interface ExchangeMembers {
  readonly fromTokenType: string;
  readonly toTokenType: string;
  readonly amount: string;
}

interface WebhookMembers {
  readonly secrets: string[];
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly nowMs: number;
}

function methodOf(service: string, method: string): DescMethodUnary {
  const { methods } = services[service] as DescService;
  return methods.find(({ name }) => name === method) as DescMethodUnary;
}

/** Description of the items of an answer. */
function listOf({ output }: DescMethodUnary): { readonly schema: DescMessage } {
  const list = output.fields.find(({ fieldKind }) => fieldKind === "list") as DescField & { message: DescMessage };
  return { schema: list.message };
}

/** A client with the wallet's session for its services, if there is a wallet. */
function clientFor(service: string): Client {
  return wallet !== undefined && service.startsWith("wallet.") ? new Client(wallet) : client;
}

async function provenBy(receipt: Parameters<typeof verifyReceipt>[0], keySet: unknown): Promise<object> {
  const { confirmationCode, sequence } = await verifyReceipt(receipt, keySet);
  return { confirmationCode, sequence: String(sequence) };
}

function tokenOf(word: string): TokenType {
  return TokenType[word.replace("TOKEN_TYPE_", "") as keyof typeof TokenType];
}

function orderOf({ tokenType, createdAtMs, ...order }: OrderJson): PaymentOrder {
  return { ...order, tokenType: tokenOf(tokenType), ...(createdAtMs && { createdAt: BigInt(createdAtMs) }) };
}

/** Yields the orders of a file of lines, without the first ones. */
async function* ordersIn(path: string, skipped: number): AsyncGenerator<PaymentOrder> {
  let line = 0;
  for await (const text of createInterface(createReadStream(path))) {
    if (line++ >= skipped) yield orderOf(JSON.parse(text));
  }
}

/** A file with a line for each outcome. Removes a last line that was cut off. */
class OutcomesFile {
  readonly #file: number;
  #waiting = "";
  count: number;

  constructor(path: string) {
    this.#file = openSync(path, "a+");
    const found = Buffer.alloc(65_536);
    let [place, end] = [0, 0];
    this.count = 0;
    for (let length = -1; length !== 0; place += length) {
      length = readSync(this.#file, found, 0, found.length, place);
      for (let at = found.indexOf(10); at >= 0 && at < length; at = found.indexOf(10, at + 1)) {
        this.count += 1;
        end = place + at + 1;
      }
    }
    ftruncateSync(this.#file, end);
  }

  add(outcome: object): void {
    this.#waiting += `${JSON.stringify(outcome)}\n`;
    this.count += 1;
    if (this.#waiting.length >= 65_536) this.#write();
  }

  end(): void {
    this.#write();
    closeSync(this.#file);
  }

  #write(): void {
    appendFileSync(this.#file, this.#waiting);
    this.#waiting = "";
  }
}

function outcomeOf(outcome: PaymentOutcome): object {
  const { status: kind, id } = outcome;
  if (kind === "unresolved") return { kind, id };
  const { result, exchange } = outcome;
  return {
    kind,
    id,
    ...(kind === "failed" && { errorCode: TransactionErrorCode[result.errorCode] ?? String(result.errorCode) }),
    ...(result.isOfAnotherOrder && { isOfAnotherOrder: true }),
    ...(exchange && { received: exchange.exactTargetAmount }),
  };
}

function outcomesOf(outcomes: readonly PaymentOutcome[]): object {
  return { outcomes: outcomes.map(outcomeOf) };
}
