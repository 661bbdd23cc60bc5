package io.platonic.client;

import com.google.protobuf.Message;
import io.grpc.MethodDescriptor;
import io.platonic.admin.v1.DepositRequest;
import io.platonic.client.internal.calls.AuthorizedCalls;
import io.platonic.client.internal.calls.Budget;
import io.platonic.client.internal.calls.GrpcTransport;
import io.platonic.client.internal.calls.KeySet;
import io.platonic.client.internal.calls.Lifetime;
import io.platonic.client.internal.calls.Network;
import io.platonic.client.internal.calls.ServiceVersion;
import io.platonic.client.internal.calls.Timer;
import io.platonic.client.internal.calls.TokenSource;
import io.platonic.client.internal.calls.Transport;
import io.platonic.client.internal.encoding.Bytes;
import io.platonic.client.internal.signatures.Ed25519;
import io.platonic.client.services.Services;
import io.platonic.identity.v1.CreateIdentityRequest;
import io.platonic.identity.v1.CreateIdentityResponse;
import io.platonic.wallet.v1.Amount;
import io.platonic.wallet.v1.Issuance;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Client of a service: gives the generated clients of all services, such as {@link #geocodeService()}. Their calls have the
 * deadlines and repetitions that the contract declares. Safe for use by several threads; make one and keep it.
 *
 * <pre>{@code
 * try (Client client = Client.builder("https://platonic.example").apiKey(key).build()) {
 *   EncodeResponse answer = client.geocodeService().encode(request);
 * }
 * }</pre>
 */
public final class Client extends Services implements AutoCloseable {
  private final ClientOptions options;
  private final Network network;
  private final ServiceVersion version;
  private final GrpcTransport transport;
  private final Timer.OfSystem timer = new Timer.OfSystem();
  private final AuthorizedCalls authorized;
  private final RepeatedCalls calls;

  Client(ClientOptions options, Network network, ServiceVersion version, Function<Transport, TokenSource> tokens) {
    this.options = new ClientOptions(options);
    this.network = network;
    this.version = version;
    this.transport = GrpcTransport.to(network, version);
    this.authorized = new AuthorizedCalls(transport, tokens.apply(transport), List.copyOf(options.hooks));
    this.calls = new RepeatedCalls(authorized, new Budget(), timer, transport.lifetime(), options.settings);
  }

  /**
   * Begins to make a client.
   *
   * @param endpoint address of the service, such as {@code https://platonic.example}
   * @return a builder
   */
  public static Builder builder(String endpoint) {
    return new Builder(endpoint);
  }

  /**
   * Returns the same client with a deadline, which covers all attempts of a call, in place of those of the contract.
   *
   * @param deadline time for a call
   * @return the generated clients
   */
  public Services withDeadline(Duration deadline) {
    return with(calls.settings().withDeadline(deadline));
  }

  /**
   * Returns the same client with an idempotency key for one call: repeated with the same key, it is executed once, also by
   * a later process.
   *
   * @param key 22 to 128 visible characters, which nobody can guess
   * @return the generated clients
   */
  public Services withIdempotencyKey(String key) {
    return with(calls.settings().withIdempotencyKey(key));
  }

  /**
   * Returns the same client with other settings.
   *
   * @param settings terms of calls
   * @return the generated clients
   */
  public Services with(CallSettings settings) {
    return calls.with(settings);
  }

  /**
   * Registers an identity whose signing key is made here and never leaves the program. Store the credentials: the rotation
   * key is answered only this once.
   *
   * @param username name of the identity
   * @return its credentials
   * @throws PlatonicException RESOURCE_CONFLICT if the name is taken
   */
  public Credentials register(String username) {
    return register(CreateIdentityRequest.newBuilder().setUsername(username).build());
  }

  /**
   * Registers an identity as {@link #register(String)} does, with an address, a profile and more.
   *
   * @param request the identity, without a public key
   * @return its credentials
   */
  public Credentials register(CreateIdentityRequest request) {
    Ed25519.Pair pair = Ed25519.generate();
    CreateIdentityResponse answer = identityService()
        .createIdentity(request.toBuilder().setPublicKey(Bytes.base64url(pair.publicKey())).build());
    byte[] secret = Bytes.fromBase64url(answer.getRotationKey().getSecret());
    RotationKey rotationKey = new RotationKey(answer.getRotationKey().getVersion(), secret);
    return new Credentials(
        answer.getIdentity().getId(), answer.getSigningKey().getId(), pair.privateKey(), rotationKey);
  }

  /**
   * Begins to open the wallet of an identity, on the terms of this client. Closing this client does not close the wallet.
   *
   * @param credentials credentials of the identity
   * @return a builder
   */
  public WalletBuilder wallet(Credentials credentials) {
    requireOpen();
    return new WalletBuilder(new ClientOptions(options), credentials);
  }

  /**
   * Deposits money into a wallet: for operators, and on a service with DEVELOPMENT=1, whose faucet it is, for whoever has
   * its key.
   *
   * @param identityId id of the identity that receives
   * @param amount a decimal such as {@code 12.5}
   * @param asset token or currency
   * @return what the ledger has booked
   */
  public Issuance deposit(String identityId, String amount, Asset asset) {
    return deposit(identityId, amount, asset, "");
  }

  /**
   * Deposits money into a wallet, as {@link #deposit(String, String, Asset)}, under an id. A deposit that is repeated with its id,
   * as after a lost answer, is booked once: the repetition returns the first one. Without an id it is another deposit.
   *
   * @param identityId id of the identity that receives
   * @param amount a decimal such as {@code 12.5}
   * @param asset token or currency
   * @param depositId a UUID in lower case that names the deposit; empty: the service makes one
   * @return what the ledger has booked
   */
  public Issuance deposit(String identityId, String amount, Asset asset, String depositId) {
    DepositRequest.Builder request = DepositRequest.newBuilder()
        .setIdentityId(identityId)
        .setTokenType(asset.tokenType())
        .setAmount(Amount.newBuilder().setDecimal(amount));
    if (!asset.currencyCode().isEmpty()) request.setCurrencyCode(asset.currencyCode());
    if (!depositId.isEmpty()) request.setDepositId(depositId);
    return ledgerService().deposit(request.build()).getIssuance();
  }

  /**
   * Reads the keys by which receipts are verified. Keep them with the receipts.
   *
   * @return a JSON Web Key Set (RFC 7517)
   */
  public String keySet() {
    return PlatonicException.unwrapped(() -> KeySet.fetch(network, version, lifetime()));
  }

  /** {@return the version of the service, such as {@code 0.1.0}; empty before its first answer} */
  public Optional<String> serviceVersion() {
    return version.value();
  }

  @Override
  public <Q extends Message, A extends Message> CompletableFuture<A> callAsync(
      MethodDescriptor<Q, A> method, Q request) {
    return calls.callAsync(method, request);
  }

  @Override
  public <Q extends Message, A extends Message> AnswerStream<A> stream(MethodDescriptor<Q, A> method, Q request) {
    return calls.stream(method, request);
  }

  /** Calls that are sent once, because payments repeat them by rules of their own. */
  AuthorizedCalls once() {
    return authorized;
  }

  Timer timer() {
    return timer;
  }

  Lifetime lifetime() {
    return transport.lifetime();
  }

  void requireOpen() {
    if (lifetime().isEnded()) throw PlatonicException.of(Lifetime.closed());
  }

  /**
   * Ends all that is under way, and the connection: calls, pages and streams fail with STATE_INVALID, and so does whatever is
   * called afterwards. A second time it does nothing.
   */
  @Override
  public void close() {
    transport.close();
    timer.close();
  }

  /** Makes clients. */
  public static final class Builder {
    private final ClientOptions options;
    private String token;
    private Credentials credentials;

    private Builder(String endpoint) {
      this.options = new ClientOptions(endpoint);
    }

    /**
     * Sets an API key, a JWT or the token of a session. Without credentials calls are anonymous.
     *
     * @param value the key
     * @return this
     */
    public Builder apiKey(String value) {
      token = value;
      return this;
    }

    /**
     * Calls as an identity, in a session that opens on first use.
     *
     * @param value credentials of the identity
     * @return this
     */
    public Builder credentials(Credentials value) {
      credentials = value;
      return this;
    }

    /**
     * Sets the deadline of all calls, in place of those of the contract.
     *
     * @param value time for all attempts of a call
     * @return this
     */
    public Builder deadline(Duration value) {
      options.settings = options.settings.withDeadline(value);
      return this;
    }

    /**
     * Adds an observer of all attempts.
     *
     * @param value the observer
     * @return this
     */
    public Builder hook(AttemptHook value) {
      options.hooks.add(value);
      return this;
    }

    /**
     * Sets the audience of the service's tokens, if that is not the origin of the endpoint.
     *
     * @param value the audience
     * @return this
     */
    public Builder audience(String value) {
      options.audience = value;
      return this;
    }

    /**
     * Sets the id of this client, which is unique for each client of an identity that is open. By default it is one of
     * {@code java-00} to {@code java-ff}, drawn at random.
     *
     * @param value 1 to 64 letters, digits, dots, hyphens or underscores
     * @return this
     */
    public Builder clientId(String value) {
      options.clientId = value;
      return this;
    }

    /**
     * Sets the clock. One that is wrong is corrected by the time of the service.
     *
     * @param value the clock
     * @return this
     */
    public Builder clock(Clock value) {
      options.clock = value;
      return this;
    }

    /**
     * Sets the caller's own product, which requests name before this client: {@code shop/2.1 platonic-client-java/0.1.0 ...}.
     *
     * @param value name and version, such as {@code shop/2.1}
     * @return this
     * @throws IllegalArgumentException if it has other characters than printable ASCII
     */
    public Builder userAgent(String value) {
      options.userAgent(value);
      return this;
    }

    /**
     * Is told, once, that the service has a version that does not fit this client. By default that is logged by
     * {@link System.Logger} {@code io.platonic.client}. Runs on a thread that reads answers.
     *
     * @param value the listener, which gets a text for the operator
     * @return this
     */
    public Builder onWarning(Consumer<String> value) {
      options.onWarning(value);
      return this;
    }

    /**
     * Sets the HTTP proxy through which connections are made. By default it is that of Java's own settings, such as
     * {@code https.proxyHost}, or else that of the variables HTTPS_PROXY, HTTP_PROXY and NO_PROXY.
     *
     * @param address such as {@code http://proxy.example:3128}, or {@code http://user:password@proxy.example:3128}
     * @return this
     * @throws IllegalArgumentException if it is no address of an HTTP proxy
     */
    public Builder proxy(String address) {
      options.proxy(address);
      return this;
    }

    /**
     * Sets the authorities by which the certificate of the service is verified, in place of those of the platform.
     *
     * @param pem their certificates, each with the lines BEGIN CERTIFICATE and END CERTIFICATE
     * @return this
     * @throws IllegalArgumentException if there is no certificate, or one that cannot be read
     */
    public Builder certificates(String pem) {
      options.certificates(pem);
      return this;
    }

    /**
     * Sends credentials without TLS, for networks that encrypt by other means.
     *
     * @return this
     */
    public Builder allowPlainHttp() {
      options.allowsPlainHttp = true;
      return this;
    }

    /**
     * Makes the client. It connects with its first call.
     *
     * @return the client, to be closed
     * @throws IllegalArgumentException if credentials would go unencrypted
     */
    public Client build() {
      if (token != null && credentials != null) {
        throw new IllegalArgumentException("choose either an API key or the credentials of an identity");
      }
      return credentials == null ? options.open(token) : options.open(credentials);
    }
  }
}
