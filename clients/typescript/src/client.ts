import type { DescMessage, DescMethodUnary, DescService, MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import type { CallOptions, Client as ServiceClient, Transport } from "@connectrpc/connect";
import { type HttpOptions, httpTransport } from "./http-transport.ts";
import type { SigningKey } from "./identity/signing-key.ts";
import { IdentityClient, type Registered, type RegistrationTerms } from "./identity-client.ts";
import { type ItemOf, itemsOf } from "./pages.ts";
import { typedClient } from "./typed-client.ts";

export interface ClientOptions extends Omit<HttpOptions, "baseUrl" | "budget"> {
  /** Such as `https://platonic.example`. */
  readonly endpoint: string;
}

/** The part of a `Session` that a client uses. */
export interface OpenedTransport {
  readonly transport: Transport;
}

/**
 * A client of the service over HTTP. It gives the generated clients of all services; their calls have the deadlines of the
 * contract, and are repeated as the contract says, all from one budget. Failures are PlatonicErrors.
 */
export class Client {
  /** For generated clients that are made otherwise. */
  readonly transport: Transport;

  /**
   * Creates a client with an API key, a JWT, a session token or no credentials; or with the session of an identity.
   *
   * @throws RangeError for credentials with a URL that is neither https nor of this machine, unless `allowPlainHttp` is set
   */
  constructor(options: ClientOptions | OpenedTransport) {
    if ("transport" in options) this.transport = options.transport;
    else {
      const { endpoint, ...http } = options;
      this.transport = httpTransport({ ...http, baseUrl: endpoint });
    }
  }

  /** Returns the generated client of a service. */
  of<Service extends DescService>(service: Service): ServiceClient<Service> {
    return typedClient(service, this.transport);
  }

  /** Yields all items of a method that answers in pages, such as `WalletService.method.listLedgerEntries`. */
  items<Input extends DescMessage, Output extends DescMessage>(
    method: DescMethodUnary<Input, Output>,
    request: MessageInitShape<Input>,
    options?: CallOptions,
  ): AsyncGenerator<ItemOf<MessageShape<Output>>, void> {
    return itemsOf(this.transport, method, request, options);
  }

  /** Creates an identity whose signing key never leaves this program: a new one, unless the caller has one. */
  register(terms: RegistrationTerms, key?: SigningKey): Promise<Registered> {
    return new IdentityClient(this.transport).register(terms, key);
  }
}
