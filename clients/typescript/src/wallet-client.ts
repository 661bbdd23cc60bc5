import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Client, Transport } from "@connectrpc/connect";
import { ExchangeService } from "../../../gen/es/wallet/v1/exchange_service_pb.js";
import type { TransferOrderSchema } from "../../../gen/es/wallet/v1/transaction_pb.js";
import { TransactionService } from "../../../gen/es/wallet/v1/transaction_service_pb.js";
import { WalletService } from "../../../gen/es/wallet/v1/wallet_service_pb.js";
import { Channel, type ChannelOptions } from "./channel/channel.ts";
import { channelCredentials } from "./channel/credentials.ts";
import type { ServerKey } from "./channel/server-key.ts";
import { type Clock, random, systemClock } from "./clock.ts";
import type { Credentials } from "./identity/mint-token.ts";
import { Session } from "./identity/session.ts";
import { TokenMinter } from "./identity/token-minter.ts";
import { typedClient } from "./typed-client.ts";
import { configurationOf, type WalletConfiguration } from "./wallet/configuration.ts";
import { MemoryStorage, type OperationStorage } from "./wallet/operation-storage.ts";
import type { PaymentOutcome } from "./wallet/payment-group.ts";
import { Payments } from "./wallet/payments.ts";
import { orderBytes, signOrder, signOrders } from "./wallet/sign-order.ts";
import { isTransactionId, newTransactionId } from "./wallet/transaction-id.ts";

/** How long a channel that is not open is waited for before HTTP has its turn, where the confirmation leaves time. */
const patienceMs = 3_000;
/** Under one signature. */
const ordersMax = 1_000;

export interface WalletOptions {
  readonly credentials: Credentials;
  readonly configuration: Partial<WalletConfiguration> & Pick<WalletConfiguration, "httpEndpoint">;
  /** By what the service is known on its channel. Needed where that is used. */
  readonly serverKey?: ServerKey;
  /** Where payments are written down before they are sent; in memory unless given. */
  readonly storage?: OperationStorage;
  /** The client's name; each device needs its own. */
  readonly clientId?: string;
  readonly minter?: TokenMinter;
  readonly webSocket?: ChannelOptions["webSocket"];
  readonly clock?: Clock;
  readonly random?: () => number;
}

/** What is to be paid, to whom. The rest is filled in. */
export type PaymentOrder = Omit<MessageInitShape<typeof TransferOrderSchema>, "$typeName" | "sender">;

/** The wallet of an identity whose client holds its key. Failures are PlatonicErrors. */
export class WalletClient {
  readonly identityId: string;
  readonly configuration: WalletConfiguration;
  /** Calls over HTTP with the rights of the identity. */
  readonly transport: Transport;
  /** Absent when the configuration does not use it. */
  readonly channel: Channel | undefined;
  readonly payments: Payments;
  readonly wallets: Client<typeof WalletService>;
  readonly transactions: Client<typeof TransactionService>;
  readonly exchange: Client<typeof ExchangeService>;
  readonly #credentials: Credentials;

  constructor(options: WalletOptions) {
    const { credentials, storage = new MemoryStorage(), clock = systemClock, clientId = "wallet" } = options;
    this.#credentials = credentials;
    this.identityId = credentials.identityId;
    this.configuration = configurationOf(options.configuration);
    const { httpEndpoint, confirmTimeout, retryCount, useChannel } = this.configuration;
    const minter = options.minter ?? new TokenMinter({ credentials, clientId });
    const session = new Session(httpEndpoint, minter);
    this.transport = session.transport;
    this.channel = useChannel ? this.#openChannel(options, minter, session) : undefined;
    this.payments = new Payments({
      identityId: this.identityId,
      transport: this.transport,
      channel: this.channel,
      storage,
      terms: {
        useChannel,
        confirmTimeoutMs: confirmTimeout,
        retryCount,
        patienceMs: Math.min(patienceMs, confirmTimeout / 3),
      },
      clock,
      random: options.random ?? random,
    });
    this.wallets = typedClient(WalletService, this.transport);
    this.transactions = typedClient(TransactionService, this.transport);
    this.exchange = typedClient(ExchangeService, this.transport);
  }

  /** Opens the wallet on the service, with what the service acts on in the configuration. */
  async create(): Promise<void> {
    await this.wallets.createWallet({ identityId: this.identityId, configuration: this.configuration });
  }

  /**
   * Signs an order, writes it down, and sends it. Answers what the ledger holds of it; or, when nobody could be asked,
   * that it is unresolved, and then `payments.onSettled` tells. It is never called failed unless it never will be done.
   *
   * Rejects with PlatonicError when it was refused and nothing was done.
   */
  async pay(order: PaymentOrder): Promise<PaymentOutcome> {
    const whole = this.#complete(order);
    const { order: bytes, keyId, signature } = await signOrder(whole, this.#credentials);
    return this.payments.send({ id: whole.id, order: bytes, keyId, signature });
  }

  /**
   * Pays 1 to 1,000 orders under one signature, in one request: over the channel where they are at most 200, else over
   * HTTP. Each has an outcome of its own as `pay` has it, in the order of the orders.
   *
   * Rejects with PlatonicError when the request was refused and none of them was done.
   */
  async payMany(orders: readonly PaymentOrder[]): Promise<PaymentOutcome[]> {
    if (orders.length === 0 || orders.length > ordersMax) throw new RangeError(`pay 1 to ${ordersMax} orders at once`);
    const whole = orders.map((order) => this.#complete(order));
    const signed = await signOrders(whole, this.#credentials);
    const { keyId, signature } = signed;
    const operations = whole.map((order) => ({ id: order.id, order: orderBytes(order), keyId, signature }));
    return this.payments.sendMany(operations, signed);
  }

  /** Learns what became of payments of an earlier process; what is not done by now never will be. */
  reconcile(): Promise<PaymentOutcome[]> {
    return this.payments.reconcile();
  }

  /** What is under way stays written down. */
  close(): void {
    this.payments.close();
    this.channel?.close();
  }

  #complete(order: PaymentOrder) {
    const id = order.id ?? newTransactionId();
    if (!isTransactionId(id)) throw new TypeError("a transaction's id is a UUID in lower case");
    return { createdAt: BigInt(Date.now()), ...order, id, sender: this.identityId };
  }

  #openChannel(options: WalletOptions, minter: TokenMinter, session: Session): Channel {
    const { serverKey, webSocket, clock } = options;
    if (serverKey === undefined) throw new TypeError("a channel needs the key by which the service is known");
    const endpoint = this.configuration.channelEndpoint;
    const channel = new Channel({
      endpoint,
      serverKey,
      credentials: channelCredentials(endpoint, minter, () => session.tokenNow),
      ...(webSocket && { webSocket }),
      ...(clock && { clock }),
      ...(options.random && { random: options.random }),
    });
    channel.onSession((token) => session.adopt(token));
    channel.open();
    return channel;
  }
}
