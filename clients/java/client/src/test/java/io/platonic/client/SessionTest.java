package io.platonic.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Metadata;
import io.platonic.client.internal.calls.AuthorizedCalls;
import io.platonic.client.internal.calls.Endpoint;
import io.platonic.client.internal.calls.Failure;
import io.platonic.client.internal.calls.TokenSource;
import io.platonic.client.internal.calls.Transport;
import io.platonic.client.internal.encoding.Bytes;
import io.platonic.client.internal.encoding.Json;
import io.platonic.client.internal.sessions.Session;
import io.platonic.geocode.v1.EncodeRequest;
import io.platonic.geocode.v1.EncodeResponse;
import io.platonic.geocode.v1.GeocodeServiceGrpc;
import io.platonic.identity.v1.AuthErrorCode;
import io.platonic.identity.v1.AuthenticateRequest;
import io.platonic.identity.v1.AuthenticateResponse;
import io.platonic.identity.v1.CreateChallengeResponse;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SessionTest {
  private static final Instant NOW = Instant.parse("2026-11-22T10:00:00Z");
  private static final String URL = "https://platonic.example";

  private final FakeTransport transport = new FakeTransport();
  private final Credentials credentials =
      new Credentials("ada", "key", new byte[32], new RotationKey(1, new byte[32]));

  private Session session(String audience) {
    return new Session(new AuthorizedCalls(transport, TokenSource.NONE, List.of()), new Session.Options(
        credentials.identity(), "java", Endpoint.of(URL), audience, Clock.fixed(NOW, ZoneOffset.UTC), 30_000));
  }

  private void challenge(String audience, String date) {
    Metadata headers = new Metadata();
    if (date != null) headers.put(Metadata.Key.of("date", Metadata.ASCII_STRING_MARSHALLER), date);
    transport.last().answer().complete(new Transport.Answer<>(CreateChallengeResponse.newBuilder()
        .setAudience(audience).setRotationWindow(300).setChallenge("AAAAAAAAAAAAAAAAAAAAAA").build(), headers));
  }

  private void accept(String token) {
    transport.last().answer(AuthenticateResponse.newBuilder().setSuccess(true).setSessionToken(token).build());
  }

  private void refuse(AuthErrorCode code) {
    transport.last().answer(AuthenticateResponse.newBuilder().setErrorCode(code).build());
  }

  /** Returns the claims of the token that was sent last. */
  private Map<String, Object> claims() {
    String token = ((AuthenticateRequest) transport.last().request()).getToken();
    return Json.object(new String(Bytes.fromBase64url(token.split("\\.")[1]), StandardCharsets.UTF_8));
  }

  private static Reason reasonOf(CompletableFuture<?> future) {
    return Failure.of(assertThrows(CompletionException.class, future::join)).reason();
  }

  @Test
  void clientsOfOneIdentityDrawTheirIds() {
    ClientOptions options = new ClientOptions(URL);
    Set<String> drawn = Stream.generate(options::sessionClientId).limit(100).collect(Collectors.toSet());
    assertTrue(drawn.size() >= 20, "100 clients have " + drawn.size() + " ids");
    for (String id : drawn) assertTrue(id.matches("java-[0-9a-f]{2}"), id);
    options.clientId = "till-7";
    assertEquals("till-7", options.sessionClientId());
  }

  @Test
  void opensOnceForAllThatWait() {
    Session session = session(null);
    CompletableFuture<String> first = session.token();
    assertSame(first, session.token());
    challenge(URL, null);
    accept("token");
    assertEquals("token", first.join());
    assertEquals("token", session.token().join());
    assertEquals(2, transport.sent.size());
  }

  @Test
  void mintsThreeTokensWithRisingCountersIfTheRotationIsInvalid() {
    CompletableFuture<String> token = session(null).token();
    long last = 0;
    for (int i = 0; i < 3; i++) {
      challenge(URL, null);
      long counter = ((BigDecimal) Json.members(claims().get("rot")).get("n")).longValueExact();
      // Skips those that another client may have used whose clock is a little fast.
      assertEquals(i == 0 ? NOW.toEpochMilli() : last + 2_001, counter);
      last = counter;
      refuse(AuthErrorCode.AUTH_ERROR_CODE_ROTATION_INVALID);
    }
    assertEquals(Reason.INVALID_API_KEY, reasonOf(token));
    assertEquals(6, transport.sent.size());
  }

  @Test
  void givesUpAfterOtherRefusals() {
    CompletableFuture<String> token = session(null).token();
    challenge(URL, null);
    refuse(AuthErrorCode.AUTH_ERROR_CODE_SIGNATURE_INVALID);
    assertEquals(Reason.INVALID_API_KEY, reasonOf(token));
  }

  @Test
  void tellsTheNumberOfACodeThatItDoesNotKnow() {
    CompletableFuture<String> token = session(null).token();
    challenge(URL, null);
    transport.last().answer(AuthenticateResponse.newBuilder().setErrorCodeValue(999).build());
    Failure failure = Failure.of(assertThrows(CompletionException.class, token::join));
    assertEquals(Reason.INVALID_API_KEY, failure.reason());
    assertTrue(failure.getMessage().contains("999"), failure::getMessage);
  }

  @Test
  void mintsNoTokenForAnotherAudience() {
    CompletableFuture<String> token = session(null).token();
    challenge("https://elsewhere.example", null);
    assertEquals(Reason.STATE_INVALID, reasonOf(token));
    assertEquals(1, transport.sent.size());
    session("https://elsewhere.example").token();
    challenge("https://elsewhere.example", null);
    assertEquals("Authenticate", transport.last().method());
  }

  @Test
  void takesTheTimeOfTheServiceIfItsOwnClockIsWrong() {
    session(null).token();
    challenge(URL, "Sun, 22 Nov 2026 11:00:00 GMT");
    assertEquals(NOW.plusSeconds(3_600).getEpochSecond(), ((BigDecimal) claims().get("iat")).longValueExact());
    session(null).token();
    challenge(URL, "Sun, 22 Nov 2026 10:00:04 GMT");
    assertEquals(NOW.getEpochSecond(), ((BigDecimal) claims().get("iat")).longValueExact());
    session(null).token();
    challenge(URL, "nonsense");
    assertEquals(NOW.getEpochSecond(), ((BigDecimal) claims().get("iat")).longValueExact());
  }

  @Test
  void repeatsACallOnceWithANewSession() {
    AuthorizedCalls calls = new AuthorizedCalls(transport, session(null), List.of());
    var request = new AuthorizedCalls.Request<>(GeocodeServiceGrpc.getEncodeMethod(), EncodeRequest.getDefaultInstance());
    var answer = calls.send(request, 1_000);
    challenge(URL, null);
    accept("first");
    assertEquals("Bearer first", transport.last().header("authorization"));
    transport.last().fail(Reason.INVALID_API_KEY);
    challenge(URL, null);
    accept("second");
    assertEquals("Bearer second", transport.last().header("authorization"));
    transport.last().fail(Reason.INVALID_API_KEY);
    assertEquals(Reason.INVALID_API_KEY, reasonOf(answer));
  }

  @Test
  void saysThatACallWasNotSentIfNoSessionCouldBeOpened() {
    AuthorizedCalls calls = new AuthorizedCalls(transport, session(null), List.of());
    var request = new AuthorizedCalls.Request<>(GeocodeServiceGrpc.getEncodeMethod(), EncodeRequest.getDefaultInstance());
    CompletableFuture<Transport.Answer<EncodeResponse>> answer = calls.send(request, 1_000);
    transport.last().fail(Reason.UNREACHABLE);
    Failure failure = Failure.of(assertThrows(CompletionException.class, answer::join));
    assertTrue(failure.isUnsent());
    assertEquals(1, transport.sent.size());
    assertFalse(new Failure(Reason.UNREACHABLE, "").isUnsent());
  }
}
