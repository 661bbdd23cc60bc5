package io.platonic.client;

import io.platonic.client.internal.calls.AuthorizedCalls;
import io.platonic.client.internal.calls.Authorities;
import io.platonic.client.internal.calls.Endpoint;
import io.platonic.client.internal.calls.HttpProxy;
import io.platonic.client.internal.calls.Network;
import io.platonic.client.internal.calls.OwnName;
import io.platonic.client.internal.calls.ServiceVersion;
import io.platonic.client.internal.calls.TokenSource;
import io.platonic.client.internal.sessions.Session;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/** Options that clients and wallets have in common. */
final class ClientOptions {
  private static final SecureRandom RANDOM = new SecureRandom();

  final Endpoint endpoint;
  final List<AttemptHook> hooks = new ArrayList<>();
  CallSettings settings = CallSettings.DEFAULT;
  boolean allowsPlainHttp;
  String audience;
  /** Null: drawn for each client. */
  String clientId;
  Clock clock = Clock.systemUTC();
  long sessionTimeoutMs = 10_000;
  private String product = "";
  private Optional<HttpProxy> proxy = Optional.empty();
  private Optional<Authorities> authorities = Optional.empty();
  private Consumer<String> onWarning = ClientOptions::log;

  ClientOptions(String endpoint) {
    this.endpoint = Endpoint.of(endpoint);
  }

  /** Copies options, so that the copy can be changed. */
  ClientOptions(ClientOptions other) {
    endpoint = other.endpoint;
    hooks.addAll(other.hooks);
    settings = other.settings;
    allowsPlainHttp = other.allowsPlainHttp;
    audience = other.audience;
    clientId = other.clientId;
    clock = other.clock;
    sessionTimeoutMs = other.sessionTimeoutMs;
    product = other.product;
    proxy = other.proxy;
    authorities = other.authorities;
    onWarning = other.onWarning;
  }

  void userAgent(String value) {
    product = OwnName.checkedProduct(value);
  }

  void proxy(String address) {
    proxy = Optional.of(HttpProxy.of(address));
  }

  void certificates(String pem) {
    authorities = Optional.of(Authorities.of(pem));
  }

  void onWarning(Consumer<String> listener) {
    onWarning = Objects.requireNonNull(listener, "the listener of warnings must not be null");
  }

  private static void log(String warning) {
    System.getLogger("io.platonic.client").log(System.Logger.Level.WARNING, warning);
  }

  /**
   * Returns the id of the client for its sessions: one of 256 that is drawn, so that clients of one identity which open at once do
   * not make each other's counters old. It has no longer part, because the service keeps a counter for each id.
   */
  String sessionClientId() {
    return clientId != null ? clientId : String.format(Locale.ROOT, "java-%02x", RANDOM.nextInt(256));
  }

  private Network network() {
    Optional<HttpProxy> way = proxy.or(() -> HttpProxy.ofEnvironment(endpoint, System.getenv()));
    return new Network(endpoint, OwnName.userAgent(product), way, authorities);
  }

  private ServiceVersion version() {
    return new ServiceVersion(OwnName.version(), endpoint.origin(), onWarning);
  }

  /** Opens a client with a token; null: without credentials. */
  Client open(String token) {
    if (token != null && !allowsPlainHttp) endpoint.requireEncrypted();
    return new Client(this, network(), version(), transport -> TokenSource.of(token));
  }

  /** Opens a client with the session of an identity. */
  Client open(Credentials credentials) {
    if (!allowsPlainHttp) endpoint.requireEncrypted();
    Session.Options session =
        new Session.Options(credentials.identity(), sessionClientId(), endpoint, audience, clock, sessionTimeoutMs);
    List<AttemptHook> told = List.copyOf(hooks);
    return new Client(this, network(), version(),
        transport -> new Session(new AuthorizedCalls(transport, TokenSource.NONE, told), session));
  }
}
