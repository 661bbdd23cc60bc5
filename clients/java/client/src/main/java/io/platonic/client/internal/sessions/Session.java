package io.platonic.client.internal.sessions;

import io.grpc.Metadata;
import io.platonic.client.Reason;
import io.platonic.client.internal.calls.AuthorizedCalls;
import io.platonic.client.internal.calls.Endpoint;
import io.platonic.client.internal.calls.Failure;
import io.platonic.client.internal.calls.Times;
import io.platonic.client.internal.calls.TokenSource;
import io.platonic.client.internal.calls.Trace;
import io.platonic.client.internal.calls.Transport;
import io.platonic.client.internal.signatures.Identity;
import io.platonic.identity.v1.AuthErrorCode;
import io.platonic.identity.v1.AuthenticateRequest;
import io.platonic.identity.v1.AuthenticateResponse;
import io.platonic.identity.v1.AuthenticationServiceGrpc;
import io.platonic.identity.v1.CreateChallengeRequest;
import io.platonic.identity.v1.CreateChallengeResponse;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;

/** The session of an identity: opened with a rotating token on first use, and again after it has ended. */
public final class Session implements TokenSource {
  /** Tokens that are minted for one session before giving up. */
  private static final int TOKENS_MAX = 3;
  /** Counters that are skipped after one was refused. */
  private static final long COUNTERS_SKIPPED = 2_000;
  /** Difference of clocks that is not corrected: the service's time comes in whole seconds, and its answer takes time. */
  private static final long TOLERANCE_MS = 5_000;
  private static final Metadata.Key<String> DATE = Metadata.Key.of("date", Metadata.ASCII_STRING_MARSHALLER);
  private static final SecureRandom RANDOM = new SecureRandom();

  private final AuthorizedCalls calls;
  private final Options options;
  private long lastCounter;
  private String token;
  private CompletableFuture<String> opening;

  /**
   * Terms of a session.
   *
   * @param identity the identity
   * @param clientId id of the client, unique for each device
   * @param endpoint the service
   * @param audience audience of the service; null: the origin of the endpoint
   * @param clock clock of this machine
   * @param timeoutMs time for each of its calls
   */
  public record Options(
      Identity identity, String clientId, Endpoint endpoint, String audience, Clock clock, long timeoutMs) {
    public Options {
      if (!clientId.matches("[A-Za-z0-9._-]{1,64}")) {
        throw new IllegalArgumentException("a client id has 1 to 64 letters, digits, dots, hyphens or underscores");
      }
    }
  }

  /** Makes a session that opens by calls without credentials. */
  public Session(AuthorizedCalls calls, Options options) {
    this.calls = calls;
    this.options = options;
  }

  @Override
  public synchronized CompletableFuture<String> token() {
    if (token != null) return CompletableFuture.completedFuture(token);
    if (opening != null) return opening;
    CompletableFuture<String> begun = open(1);
    opening = begun;
    begun.whenComplete((opened, thrown) -> finish(begun, opened));
    return begun;
  }

  private synchronized void finish(CompletableFuture<String> begun, String opened) {
    if (opened != null) token = opened;
    if (opening == begun) opening = null;
  }

  @Override
  public synchronized boolean forget(String refused) {
    if (refused != null && refused.equals(token)) token = null;
    return true;
  }

  private CompletableFuture<String> open(int attempt) {
    Trace trace = Trace.current();
    CreateChallengeRequest question = CreateChallengeRequest.newBuilder().setClientId(options.clientId).build();
    return calls
        .send(new AuthorizedCalls.Request<>(AuthenticationServiceGrpc.getCreateChallengeMethod(), question),
            options.timeoutMs)
        .thenCompose(challenge -> trace.during(() -> calls.send(
            new AuthorizedCalls.Request<>(AuthenticationServiceGrpc.getAuthenticateMethod(), tokenFor(challenge)),
            options.timeoutMs)))
        .thenCompose(answer -> trace.during(() -> opened(answer.message(), attempt)));
  }

  private CompletableFuture<String> opened(AuthenticateResponse answer, int attempt) {
    if (answer.getSuccess()) return CompletableFuture.completedFuture(answer.getSessionToken());
    AuthErrorCode code = answer.getErrorCode();
    // A token of this client with a higher counter may have arrived first.
    if (code == AuthErrorCode.AUTH_ERROR_CODE_ROTATION_INVALID && attempt < TOKENS_MAX) {
      skipCounters();
      return open(attempt + 1);
    }
    String explanation = answer.getExplanation().isEmpty() ? "" : ": " + answer.getExplanation();
    return CompletableFuture.failedFuture(new Failure(Reason.INVALID_API_KEY,
        nameOf(answer) + ": the token was refused" + explanation));
  }

  private static String nameOf(AuthenticateResponse answer) {
    AuthErrorCode code = answer.getErrorCode();
    if (code == AuthErrorCode.UNRECOGNIZED) return "AUTH_ERROR_" + answer.getErrorCodeValue();
    return code.name().replace("_CODE_", "_");
  }

  private AuthenticateRequest tokenFor(Transport.Answer<CreateChallengeResponse> answer) {
    CreateChallengeResponse challenge = answer.message();
    requireAudience(challenge.getAudience());
    byte[] tokenId = new byte[16];
    RANDOM.nextBytes(tokenId);
    long nowMs = serviceTimeMs(answer.headers());
    long window = challenge.getRotationWindow();
    RotatingToken minted = new RotatingToken(challenge.getAudience(), options.clientId, "", nowMs / 1000, window, window,
        nextCounter(nowMs), tokenId, challenge.getChallenge(), "");
    return AuthenticateRequest.newBuilder().setToken(minted.mint(options.identity)).build();
  }

  /** Counters follow the time, so that those of a later process are higher. */
  private synchronized long nextCounter(long nowMs) {
    lastCounter = Math.max(lastCounter + 1, nowMs);
    return lastCounter;
  }

  /** Goes on behind the counters of another client with this id, whose clock may be a little fast. */
  private synchronized void skipCounters() {
    lastCounter += COUNTERS_SKIPPED;
  }

  /** Returns the time of the service if the clock of this machine is wrong, as the answer of the service tells. */
  private long serviceTimeMs(Metadata headers) {
    long ownMs = options.clock.millis();
    // Without a date the own clock is the best there is.
    long toldMs = Times.dateMs(headers.get(DATE)).orElse(ownMs);
    return Math.abs(toldMs - ownMs) > TOLERANCE_MS ? toldMs : ownMs;
  }

  /** Refuses an audience of another service, which could use the token there. */
  private void requireAudience(String asked) {
    Endpoint endpoint = options.endpoint;
    boolean isExpected = options.audience == null
        ? asked.equals(endpoint.origin()) || endpoint.isLoopback()
        : asked.equals(options.audience);
    if (isExpected) return;
    throw new Failure(Reason.STATE_INVALID, endpoint.origin() + " asks for tokens of the audience " + asked
        + "; if that is its own, set it as the audience of the client");
  }
}
