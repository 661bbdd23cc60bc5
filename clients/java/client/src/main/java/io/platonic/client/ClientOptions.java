package io.platonic.client;

import io.platonic.client.internal.calls.AuthorizedCalls;
import io.platonic.client.internal.calls.Endpoint;
import io.platonic.client.internal.calls.GrpcTransport;
import io.platonic.client.internal.calls.TokenSource;
import io.platonic.client.internal.sessions.Session;
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
  long sessionTimeoutMs = 10_000;

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
        new Session.Options(credentials.identity(), clientId, endpoint, audience, clock, sessionTimeoutMs);
    List<AttemptHook> told = List.copyOf(hooks);
    return new Client(this, GrpcTransport.to(endpoint),
        transport -> new Session(new AuthorizedCalls(transport, TokenSource.NONE, told), session));
  }
}
