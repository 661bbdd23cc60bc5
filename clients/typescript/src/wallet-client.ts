import type { Client, Transport } from "@connectrpc/connect";
import { ExchangeService } from "#contract/wallet/v1/exchange_service_pb.js";
import { HoldService } from "#contract/wallet/v1/hold_service_pb.js";
import type { LedgerEntry } from "#contract/wallet/v1/ledger_pb.js";
import type { Receipt } from "#contract/wallet/v1/transaction_pb.js";
import {
  type LinkedSignature,
  TransactionService,
  type TransferLinkedResponse,
} from "#contract/wallet/v1/transaction_service_pb.js";
import { WalletService } from "#contract/wallet/v1/wallet_service_pb.js";
import type { Channel } from "./channel/channel.ts";
import { configuredTransport } from "./channel/configured-transport.ts";
import { random, systemClock } from "./clock.ts";
import { Closing } from "./closing.ts";
import type { Credentials } from "./identity/mint-token.ts";
import type { ServiceTime } from "./identity/service-time.ts";
import type { Session } from "./identity/session.ts";
import type { TokenMinter } from "./identity/token-minter.ts";
import { ServiceVersion, warnInLog } from "./introduction/service-version.ts";
import { itemsOf } from "./pages.ts";
import { PlatonicError } from "./platonic-error.ts";
import { passed } from "./repetition.ts";
import { type InContext, keepContext } from "./trace-context.ts";
import { typedClient } from "./typed-client.ts";
import { type BalancesAt, balancesAt, type Moment } from "./wallet/balances-at.ts";
import { orderGroups } from "./wallet/bulk-orders.ts";
import { storedConfiguration, type WalletConfiguration } from "./wallet/configuration.ts";
import { type WalletEvent, type WatchOptions, walletEvents } from "./wallet/events.ts";
import { type LinkedSet, linkedSet, signLinked } from "./wallet/linked-set.ts";
import { MemoryStorage } from "./wallet/operation-storage.ts";
import {
  type CaptureTerms,
  completeOrder,
  type ExchangeTerms,
  exchangeOperation,
  type PaymentOrder,
  type ReleaseTerms,
} from "./wallet/order-terms.ts";
import type { PaymentOutcome, SettledPayment } from "./wallet/payment-group.ts";
import { Payments } from "./wallet/payments.ts";
import { type ReversalOptions, reversalOrder } from "./wallet/reversal.ts";
import { signCapture, signRelease } from "./wallet/sign-change.ts";
import { orderBytes, signOrder, signOrders } from "./wallet/sign-order.ts";
import {
  givenConfiguration,
  type LoadOptions,
  newMinter,
  newSession,
  openChannel,
  sessionAt,
  type WalletOptions,
} from "./wallet/wallet-options.ts";

/** Longest wait for a channel that is not open before falling back to HTTP. */
const patienceMs = 3_000;
/** Most orders under one signature. */
const ordersMax = 1_000;

/** Wallet of an identity whose key this client holds. Failures are PlatonicErrors. */
export class WalletClient {
  readonly identityId: string;
  readonly configuration: WalletConfiguration;
  /** HTTP transport, authenticated as the identity. */
  readonly transport: Transport;
  /** Undefined if the configuration does not use it. */
  readonly channel: Channel | undefined;
  readonly payments: Payments;
  readonly wallets: Client<typeof WalletService>;
  /** Changes use the channel while it is open, if the configuration enables it; so do those of `exchanges`. */
  readonly transactions: Client<typeof TransactionService>;
  /** Reads rates and exchanges, and creates quotes; `exchange` exchanges. */
  readonly exchanges: Client<typeof ExchangeService>;
  /** Reads holds; `hold`, `capture` and `release` make and change them. */
  readonly holds: Client<typeof HoldService>;
  readonly #credentials: Credentials;
  readonly #minter: TokenMinter;
  readonly #session: Session;
  readonly #isClockProven: boolean;
  readonly #closing = new Closing("wallet");

  /**
   * Creates the client of a wallet with the configuration stored by the service at `httpEndpoint`. Of stored endpoints it uses those of
   * the same origin, and of `trustedOrigins`.
   *
   * @throws RangeError for a trusted origin that is no web address
   */
  static async load({ httpEndpoint, trustedOrigins, ...options }: LoadOptions): Promise<WalletClient> {
    const minter = options.minter ?? newMinter(options);
    const onWarning = options.session?.onWarning ?? options.onWarning ?? warnInLog;
    const version = new ServiceVersion(httpEndpoint, onWarning);
    const session = { version, ...options.session };
    const { transport } = newSession(httpEndpoint, minter, { ...options, session });
    const { identityId } = options.credentials;
    const { wallet } = await typedClient(WalletService, transport).getWallet({ identityId });
    if (wallet?.configuration === undefined) throw new Error("the service returned no configuration of the wallet");
    const warn = (text: string) => queueMicrotask(() => onWarning(text));
    const configuration = storedConfiguration(wallet.configuration, { httpEndpoint, trustedOrigins, warn });
    return new WalletClient({
      ...options,
      minter,
      session: sessionAt(configuration.httpEndpoint, session, httpEndpoint),
      configuration,
    });
  }

  constructor(options: WalletOptions) {
    const { credentials, storage = new MemoryStorage(), clock = systemClock } = options;
    this.#credentials = credentials;
    this.identityId = credentials.identityId;
    this.configuration = givenConfiguration(options);
    const { httpEndpoint, confirmTimeout, retryCount, useChannel } = this.configuration;
    this.#minter = options.minter ?? newMinter(options);
    this.#session = newSession(httpEndpoint, this.#minter, options);
    this.#isClockProven = options.session?.token === undefined;
    this.transport = this.#session.transport;
    this.channel = useChannel
      ? openChannel(options, this.configuration.channelEndpoint, this.#minter, this.#session)
      : undefined;
    this.payments = new Payments({
      identityId: this.identityId,
      transport: this.transport,
      channel: this.channel,
      storage,
      terms: {
        useChannel,
        confirmTimeoutMs: confirmTimeout,
        retryCount,
        patienceMs: this.#patienceMs,
      },
      clock,
      random: options.random ?? random,
    });
    this.wallets = typedClient(WalletService, this.transport);
    const configured = configuredTransport(this.channel, this.transport);
    this.transactions = typedClient(TransactionService, configured);
    this.exchanges = typedClient(ExchangeService, configured);
    this.holds = typedClient(HoldService, this.transport);
  }

  /** Token of the wallet's session, if one is open: `close` leaves it open. */
  get sessionToken(): string | undefined {
    return this.#session.tokenNow;
  }

  /** Version of the service, such as `0.1.0`; undefined before its first answer over HTTP. */
  get serviceVersion(): string | undefined {
    return this.#session.serviceVersion;
  }

  /** Time of the service, as last reported: for times of your own, such as the end of a hold. */
  get time(): Pick<ServiceTime, "now" | "isKnown"> {
    return this.#minter.time;
  }

  /** Creates the wallet on the service, with this configuration. */
  async create(): Promise<void> {
    await this.wallets.createWallet({ identityId: this.identityId, configuration: this.configuration });
  }

  /**
   * Signs an order, stores it in the journal, and sends it. Returns the result of the ledger; or "unresolved" if the
   * service cannot be reached, in which case `payments.onSettled` reports the result later. A payment is "failed" only if
   * it will never be processed.
   *
   * Rejects with PlatonicError if the order was refused and is not in the ledger.
   */
  async pay(order: PaymentOrder): Promise<PaymentOutcome> {
    const inContext = keepContext();
    const whole = await this.#complete(order);
    const { order: bytes, keyId, signature } = await signOrder(whole, this.#credentials);
    return inContext(() => this.payments.send({ id: whole.id, order: bytes, keyId, signature }));
  }

  /**
   * Holds the money of an order for its recipient, who can capture it before a time, at most 31 days ahead. Returns
   * "held" once it is, and otherwise the same as `pay`.
   */
  hold(order: PaymentOrder, captureBefore: Date): Promise<PaymentOutcome> {
    return this.pay({ ...order, captureBefore: BigInt(captureBefore.getTime()) });
  }

  /** Captures a hold for this wallet, in whole or in part. Returns the ledger's result, like `pay`. */
  async capture(order: CaptureTerms): Promise<PaymentOutcome> {
    const inContext = keepContext();
    const whole = await this.#completeChange(order);
    const { order: bytes, keyId, signature } = await signCapture(whole, this.#credentials);
    const operation = { id: whole.id, order: bytes, keyId, signature };
    return inContext(() => this.payments.sendChange("captureHold", operation));
  }

  /** Gives the rest of a hold back to its sender. Returns the ledger's result, like `pay`. */
  async release(order: ReleaseTerms): Promise<PaymentOutcome> {
    const inContext = keepContext();
    const whole = await this.#completeChange(order);
    const { order: bytes, keyId, signature } = await signRelease(whole, this.#credentials);
    const operation = { id: whole.id, order: bytes, keyId, signature };
    return inContext(() => this.payments.sendChange("releaseHold", operation));
  }

  /**
   * Pays 1 to 1,000 orders under one signature, in one request: up to 200 over the channel, more over HTTP. Returns an
   * outcome for each, as `pay` does, in the order of the orders.
   *
   * Rejects with PlatonicError if the request was refused and no order is in the ledger.
   */
  async payMany(orders: readonly PaymentOrder[]): Promise<PaymentOutcome[]> {
    this.#closing.requireOpen();
    if (orders.length === 0 || orders.length > ordersMax) throw new RangeError(`pay 1 to ${ordersMax} orders at once`);
    const inContext = keepContext();
    const whole = await this.#completeAll(orders);
    const signed = await signOrders(whole, this.#credentials);
    const { keyId, signature } = signed;
    const operations = whole.map((order) => ({ id: order.id, order: orderBytes(order), keyId, signature }));
    return inContext(() => this.payments.sendMany(operations, signed));
  }

  /**
   * Pays any number of orders, and yields the outcome of each in their sequence. Reads them as it goes, and has at most 4,000 under way:
   * a program can pay a file of millions. Every order has an id; sent again, the same orders get their first outcomes, so a program
   * that was cut off pays the file once more, or what follows the last outcome that it has written down.
   *
   * @throws PlatonicError PARAMETER_REQUIRED for an order without an id, or without `createdAt` if its id is not of UUID version 7;
   * UNREACHABLE and its kind if a group of orders has no answer after `confirmTimeout`: the journal keeps it
   */
  payAll(orders: Iterable<PaymentOrder> | AsyncIterable<PaymentOrder>): AsyncGenerator<SettledPayment, void> {
    return this.payments.sendAll(orderGroups(orders, this.identityId, this.#credentials));
  }

  /**
   * Exchanges between tokens and currencies under a new id, and returns the outcome like `pay`; its `exchange` has the
   * exchanged amounts.
   */
  async exchange(terms: ExchangeTerms): Promise<PaymentOutcome> {
    this.#closing.requireOpen();
    const inContext = keepContext();
    await this.#askTime();
    const operation = exchangeOperation(this.identityId, terms, this.#minter.time.now());
    return inContext(() => this.payments.sendExchange(operation));
  }

  /**
   * Yields each entry that moves money into or out of the wallet once, and resumes after interruptions: from a cursor,
   * from the start, or from now on. Throws PlatonicError when the service refuses permanently.
   */
  events(options: WatchOptions = {}): AsyncGenerator<WalletEvent, void> {
    return this.#events(options, keepContext());
  }

  /**
   * Pays 2 to 100 orders of this wallet, all or none, in order. Returns an outcome for each, like `pay`; all of them
   * are completed, or none is. For orders of several wallets see `linkedSet` and `sendLinked`.
   */
  async payLinked(orders: readonly PaymentOrder[]): Promise<PaymentOutcome[]> {
    const inContext = keepContext();
    const whole = await this.#completeAll(orders);
    const set = await linkedSet(whole);
    const signed = await signLinked(set, this.#credentials);
    const { keyId, signature } = signed;
    const operations = whole.map((order) => ({ id: order.id, order: orderBytes(order), keyId, signature }));
    return inContext(() => this.payments.sendLinked(operations, set.orders, [signed]));
  }

  /**
   * Signs a linked set, and sends it with the signatures of its other senders. May be repeated until it is answered.
   */
  async sendLinked(set: LinkedSet, others: readonly LinkedSignature[] = []): Promise<TransferLinkedResponse> {
    this.#closing.requireOpen();
    const inContext = keepContext();
    const signatures = [...others, await signLinked(set, this.#credentials)];
    const request = { sender: this.identityId, orders: set.orders, signatures };
    return inContext(() => this.transactions.transferLinked(request));
  }

  /**
   * Gives back a transaction that this wallet has received: an amount of it, or everything that is left. Returns the
   * outcome like `pay`.
   */
  async reverse(transactionId: string, options: ReversalOptions = {}): Promise<PaymentOutcome> {
    this.#closing.requireOpen();
    const inContext = keepContext();
    const order = await reversalOrder(this.transactions, this.identityId, transactionId, options);
    return inContext(() => this.pay(order));
  }

  /**
   * Reads all balances after an entry of the ledger, at a time, or now. The answer names the entry; a query with that
   * entry always gets the same answer.
   */
  balancesAt(moment?: Moment): Promise<BalancesAt> {
    return balancesAt(this.wallets, this.identityId, moment);
  }

  /** Returns what the wallet can spend now: exact decimals by token or currency, such as `TOKEN_STANDARD` and `USD`. */
  async balances(): Promise<ReadonlyMap<string, string>> {
    return (await this.balancesAt()).balances;
  }

  /** Yields the entries of the ledger that concern the wallet, newest first. Throws PlatonicError. */
  history(pageSize?: number): AsyncGenerator<LedgerEntry, void> {
    const request = { identityId: this.identityId, ...(pageSize !== undefined && { pageSize }) };
    return itemsOf(this.transport, WalletService.method.listLedgerEntries, request);
  }

  /** Returns the receipt of a transaction, which `verifyReceipt` verifies without the service. */
  async receipt(transactionId: string): Promise<Receipt> {
    const { receipt } = await this.transactions.getReceipt({ identityId: this.identityId, transactionId });
    if (receipt === undefined) throw new PlatonicError("UNKNOWN", "the service returned no receipt");
    return receipt;
  }

  /** Resolves the payments of an earlier process; voids unprocessed ones, but sends groups of `payAll` again. */
  reconcile(): Promise<PaymentOutcome[]> {
    return this.payments.reconcile();
  }

  /**
   * Removes the payments whose outcomes were told from the journal now, for a program that has kept the outcomes. Otherwise they
   * leave it 5 s after they were told.
   */
  acknowledge(): Promise<void> {
    return this.payments.acknowledge();
  }

  /**
   * Closes the wallet. Payments under way are told as "unresolved" and remain in the journal; everything else that is under way,
   * and whatever is called afterwards, is STATE_INVALID. Resolves when the journal has no payment any more whose outcome was told.
   */
  async close(): Promise<void> {
    this.#closing.close();
    const closed = this.payments.close();
    this.channel?.close();
    this.#session.close();
    await closed;
  }

  async *#events(options: WatchOptions, inContext: InContext): AsyncGenerator<WalletEvent, void> {
    const work = this.#closing.begin(options.signal);
    const open = { ...options, signal: work.signal };
    try {
      yield* inContext(() => walletEvents(this.transport, this.identityId, open, this.channel));
    } catch (thrown) {
      throw this.#closing.failureOf(thrown);
    } finally {
      work.end();
    }
    this.#closing.requireOpen();
  }

  async #complete<Order extends { readonly id?: string }>(order: Order) {
    this.#closing.requireOpen();
    await this.#askTime();
    return { ...completeOrder(order, this.#minter.time.now()), sender: this.identityId };
  }

  #completeAll(orders: readonly PaymentOrder[]) {
    return Promise.all(orders.map((order) => this.#complete(order)));
  }

  async #completeChange<Order extends CaptureTerms | ReleaseTerms>(order: Order) {
    const { sender: recipient, ...whole } = await this.#complete(order);
    return { ...whole, recipient };
  }

  /**
   * Waits, within limits, until the service has reported its time, which orders contain; they may contain another one.
   */
  async #askTime(): Promise<void> {
    // A service that accepted a token with this machine's time, when it opened a channel, considers that time accurate
    // enough.
    if (this.#minter.time.isKnown || (this.#isClockProven && this.channel?.phase === "open")) return;
    // Payments over HTTP need a session anyway, and opening it reports the time. If that fails, sending fails too and
    // says why.
    const told = this.channel === undefined ? this.#session.token() : this.#session.askTime();
    const over = new AbortController();
    await Promise.race([told.catch(() => undefined), passed(this.#patienceMs, over.signal)]);
    over.abort();
  }

  get #patienceMs(): number {
    return Math.min(patienceMs, this.configuration.confirmTimeout / 3);
  }
}
