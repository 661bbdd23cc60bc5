import type { DescMessage, DescMethodUnary, DescService, MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import type { CallOptions, Client as ServiceClient, Transport } from "@connectrpc/connect";
import { LedgerService } from "#contract/admin/v1/ledger_pb.js";
import type { Issuance } from "#contract/wallet/v1/ledger_pb.js";
import type { TokenType } from "#contract/wallet/v1/money_pb.js";
import { decimal } from "./amount.ts";
import { Closing, closable } from "./closing.ts";
import { requireWebAddress } from "./endpoint.ts";
import { type HttpOptions, httpTransport } from "./http-transport.ts";
import type { SigningKey } from "./identity/signing-key.ts";
import { IdentityClient, type Registered, type RegistrationTerms } from "./identity-client.ts";
import { introducedFetch } from "./introduction/introduced-fetch.ts";
import { ServiceVersion } from "./introduction/service-version.ts";
import { fetchKeySet } from "./key-set.ts";
import { type ItemOf, itemsOf } from "./pages.ts";
import { PlatonicError } from "./platonic-error.ts";
import { typedClient } from "./typed-client.ts";

export interface ClientOptions extends Omit<HttpOptions, "baseUrl" | "budget" | "version"> {
  /** Such as `https://platonic.example`. */
  readonly endpoint: string;
}

/** The part of a `Session` that a client uses. */
export interface OpenedTransport {
  readonly transport: Transport;
  /** Needed only for `keySet`. */
  readonly endpoint?: string;
  /** That of the session's own calls; default: that of the platform. */
  readonly fetch?: typeof globalThis.fetch;
  /** Version of the service, once an answer has told it. */
  readonly serviceVersion?: string | undefined;
}

/** Money to deposit into a wallet. */
export interface DepositTerms {
  readonly identityId: string;
  readonly tokenType: TokenType;
  /** Code of the currency, such as `USD`; only with TokenType.EXTERNAL. */
  readonly currencyCode?: string;
  /** A decimal such as "12.5". */
  readonly amount: string;
  /** Reason for the deposit, for accounting. */
  readonly reference?: string;
  /**
   * A UUID in lower case that names the deposit; by default the service makes one. A deposit that is repeated with its id, as
   * after a lost answer, is booked once: the repetition returns the first one. Without an id it is another deposit.
   */
  readonly depositId?: string;
}

/**
 * A client of the service over HTTP. It provides the generated clients of all services; their calls have the deadlines
 * of the contract, and are repeated as the contract says, within one shared budget. Failures are PlatonicErrors.
 */
export class Client {
  /** For generated clients created otherwise. */
  readonly transport: Transport;
  readonly #endpoint: string | undefined;
  readonly #fetch: typeof globalThis.fetch;
  readonly #version: () => string | undefined;
  readonly #closing = new Closing("client");

  /**
   * Creates a client with an API key, a JWT, a session token or no credentials; or with the session of an identity.
   *
   * @throws RangeError for an endpoint that is no URL, and for credentials with one that is neither https nor of this
   *   machine, unless `allowPlainHttp` is set; for a timeout of zero or less; for a `userAgent` that is not printable ASCII
   */
  constructor(options: ClientOptions | OpenedTransport) {
    this.#endpoint = options.endpoint;
    if ("transport" in options) {
      this.#fetch = options.fetch ?? globalThis.fetch;
      this.#version = () => options.serviceVersion;
      this.transport = closable(options.transport, this.#closing);
      return;
    }
    const { endpoint, onWarning, ...http } = options;
    requireWebAddress(endpoint);
    const version = new ServiceVersion(endpoint, onWarning);
    this.#fetch = introducedFetch(http, version);
    this.#version = () => version.known;
    this.transport = closable(httpTransport({ ...http, baseUrl: endpoint, version }), this.#closing);
  }

  /** Version of the service, such as `0.1.0`; undefined before its first answer. */
  get serviceVersion(): string | undefined {
    return this.#version();
  }

  /** Returns the generated client of a service. */
  of<Service extends DescService>(service: Service): ServiceClient<Service> {
    return typedClient(service, this.transport);
  }

  /** Yields all items of a paged method, such as `WalletService.method.listLedgerEntries`. */
  items<Input extends DescMessage, Output extends DescMessage>(
    method: DescMethodUnary<Input, Output>,
    request: MessageInitShape<Input>,
    options?: CallOptions,
  ): AsyncGenerator<ItemOf<MessageShape<Output>>, void> {
    return itemsOf(this.transport, method, request, options);
  }

  /** Creates an identity whose signing key never leaves this program; creates the key unless one is given. */
  register(terms: RegistrationTerms, key?: SigningKey): Promise<Registered> {
    return new IdentityClient(this.transport).register(terms, key);
  }

  /**
   * Deposits money into a wallet, and returns the booked deposit. For operators, and on a service with DEVELOPMENT=1,
   * whose faucet it is, for every holder of its key.
   */
  async deposit({ amount, ...terms }: DepositTerms): Promise<Issuance> {
    const { issuance } = await this.of(LedgerService).deposit({ ...terms, amount: decimal(amount) });
    if (issuance === undefined) throw new PlatonicError("UNKNOWN", "the service returned no deposit");
    return issuance;
  }

  /**
   * Fetches the key set with which `verifyReceipt` verifies. Store it safely: whoever can replace it can forge
   * receipts. Rejects with PlatonicError.
   */
  keySet(): Promise<object> {
    if (this.#endpoint === undefined) throw new TypeError("a key set needs an address: set `endpoint`");
    const [endpoint, fetch] = [this.#endpoint, this.#fetch];
    return this.#closing.during((signal) => fetchKeySet(endpoint, fetch, signal));
  }

  /** Ends the calls under way with STATE_INVALID, which every call afterwards gets, too. The session that it was made with stays. */
  close(): void {
    this.#closing.close();
  }
}
