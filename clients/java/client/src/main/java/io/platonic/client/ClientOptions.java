package io.platonic.client;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/** Options that clients and wallets have in common. */
final class ClientOptions {
  final Endpoint endpoint;
  final List<AttemptHook> hooks = new ArrayList<>();
  CallSettings settings = CallSettings.DEFAULT;
  boolean allowsPlainHttp;
  String audience;
  String clientId = "java";
  Clock clock = Clock.systemUTC();
  long sessionTimeoutMs = 30_000;

  ClientOptions(String endpoint) {
    this.endpoint = Endpoint.of(endpoint);
  }

  /** Opens a client with a token; null: without credentials. */
  Client open(String token) {
    if (token != null && !allowsPlainHttp) endpoint.requireEncrypted();
    return new Client(this, GrpcTransport.to(endpoint), transport -> TokenSource.of(token));
  }

  /** Opens a client with the session of an identity. */
  Client open(Credentials credentials) {
    if (!allowsPlainHttp) endpoint.requireEncrypted();
    Session.Options session =
        new Session.Options(credentials, clientId, endpoint, audience, clock, sessionTimeoutMs);
    List<AttemptHook> told = List.copyOf(hooks);
    return new Client(this, GrpcTransport.to(endpoint),
        transport -> new Session(new AuthorizedCalls(transport, TokenSource.NONE, told), session));
  }
}
