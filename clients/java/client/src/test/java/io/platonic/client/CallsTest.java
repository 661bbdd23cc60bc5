package io.platonic.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Any;
import com.google.rpc.RetryInfo;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.internal.GrpcUtil;
import io.grpc.protobuf.StatusProto;
import io.platonic.admin.v1.CheckLedgerRequest;
import io.platonic.admin.v1.LedgerServiceGrpc;
import io.platonic.client.internal.calls.AuthorizedCalls;
import io.platonic.client.internal.calls.Budget;
import io.platonic.client.internal.calls.Failure;
import io.platonic.client.internal.calls.Lifetime;
import io.platonic.client.internal.calls.Terms;
import io.platonic.client.internal.calls.TokenSource;
import io.platonic.fault.v1.FaultDetail;
import io.platonic.geocode.v1.EncodeRequest;
import io.platonic.geocode.v1.EncodeResponse;
import io.platonic.geocode.v1.GeocodeServiceGrpc;
import io.platonic.identity.v1.CreateIdentityRequest;
import io.platonic.identity.v1.CreateIdentityResponse;
import io.platonic.identity.v1.IdentityServiceGrpc;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class CallsTest {
  private final FakeTransport transport = new FakeTransport();
  private final FakeTimer timer = new FakeTimer();
  private final Lifetime lifetime = new Lifetime();
  private final List<Attempt> attempts = new ArrayList<>();
  private final RepeatedCalls calls = new RepeatedCalls(
      new AuthorizedCalls(transport, TokenSource.of("key"), List.of(attempts::add)), new Budget(), timer,
      lifetime, CallSettings.DEFAULT);

  private CompletableFuture<EncodeResponse> encode() {
    return calls.callAsync(GeocodeServiceGrpc.getEncodeMethod(), EncodeRequest.getDefaultInstance());
  }

  private static Reason reasonOf(CompletableFuture<?> call) {
    return PlatonicException.of(assertThrows(CompletionException.class, call::join)).reason();
  }

  @Test
  void hasTheDeadlineOfItsMethodAndTheCredentials() {
    calls.callAsync(LedgerServiceGrpc.getCheckLedgerMethod(), CheckLedgerRequest.getDefaultInstance());
    long deadlineMs = Terms.of(LedgerServiceGrpc.getCheckLedgerMethod()).deadline().orElseThrow().toMillis();
    assertTrue(isUpTo(deadlineMs, transport.last().timeoutMs()));
    encode();
    assertEquals("Bearer key", transport.last().header("authorization"));
    assertNull(transport.last().header("idempotency-key"));
    calls.with(CallSettings.DEFAULT.withDeadline(Duration.ofSeconds(5)))
        .callAsync(GeocodeServiceGrpc.getEncodeMethod(), EncodeRequest.getDefaultInstance());
    assertTrue(transport.last().timeoutMs() <= 5_000);
  }

  private static boolean isUpTo(long mostMs, long ms) {
    return ms <= mostMs && ms > mostMs - 1_000;
  }

  @Test
  void hasAThirdOfItsTimeForTheFirstAttemptIfItIsRepeated() {
    CompletableFuture<EncodeResponse> call = encode();
    assertTrue(isUpTo(20_000, transport.last().timeoutMs()));
    timer.pass(20_000);
    transport.last().fail(Reason.TIMED_OUT);
    timer.pass(100);
    assertEquals(2, transport.sent.size());
    assertTrue(isUpTo(39_950, transport.last().timeoutMs()));
    transport.last().fail(Reason.TIMED_OUT);
    assertEquals(Reason.TIMED_OUT, reasonOf(call));
  }

  @Test
  void isRepeatedIfTheServiceSaysFirstThatTheTimeOfTheFirstAttemptIsOver() {
    CompletableFuture<EncodeResponse> early = encode();
    timer.pass(19_000);
    transport.last().fail(Reason.DEADLINE_EXCEEDED);
    assertEquals(Reason.DEADLINE_EXCEEDED, reasonOf(early));
    encode();
    timer.pass(19_950);
    transport.last().fail(Reason.DEADLINE_EXCEEDED);
    timer.pass(100);
    assertEquals(3, transport.sent.size());
  }

  @Test
  void hasAllOfItsTimeForTheFirstAttemptIfNoneMayFollow() {
    for (int repetition = 0; repetition < 10; repetition++) {
      encode();
      transport.last().fail(Reason.UNREACHABLE);
      timer.pass(1_000);
      transport.last().answer(EncodeResponse.getDefaultInstance());
    }
    encode();
    assertTrue(isUpTo(20_000, transport.last().timeoutMs()));
    transport.last().fail(Reason.UNREACHABLE);
    timer.pass(1_000);
    encode();
    assertTrue(isUpTo(60_000, transport.last().timeoutMs()));
  }

  @Test
  void waitsForASessionNoLongerThanForItsAnswer() {
    TokenSource opening = new TokenSource() {
      @Override
      public CompletableFuture<String> token() {
        return new CompletableFuture<>();
      }

      @Override
      public boolean forget(String token) {
        return false;
      }
    };
    var call = new AuthorizedCalls(transport, opening, List.of()).send(new AuthorizedCalls.Request<>(
        GeocodeServiceGrpc.getEncodeMethod(), EncodeRequest.getDefaultInstance()), 1);
    Failure failure = Failure.of(assertThrows(CompletionException.class, call::join));
    assertEquals(Reason.TIMED_OUT, failure.reason());
    assertTrue(failure.isUnsent());
  }

  @Test
  void isRepeatedUpToThreeTimes() {
    CompletableFuture<EncodeResponse> call = encode();
    for (int i = 0; i < 4; i++) {
      assertEquals(i + 1, transport.sent.size());
      transport.last().fail(Reason.UNREACHABLE);
      timer.pass(100L << i);
    }
    assertEquals(Reason.UNREACHABLE, reasonOf(call));
    assertEquals(4, transport.sent.size());
    assertEquals(List.of(1, 2, 3, 4), attempts.stream().map(Attempt::number).toList());
    assertEquals("geocode.v1.GeocodeService/Encode", attempts.get(0).method());
  }

  @Test
  void isRepeatedAfterTheReasonsOfTheContractAlone() {
    CompletableFuture<EncodeResponse> limited = encode();
    transport.last().fail(Reason.RATE_LIMIT_EXCEEDED);
    timer.pass(100);
    transport.last().answer(EncodeResponse.getDefaultInstance());
    assertTrue(limited.isDone());
    CompletableFuture<EncodeResponse> invalid = encode();
    transport.last().fail(Reason.PARAMETER_INVALID);
    assertEquals(Reason.PARAMETER_INVALID, reasonOf(invalid));
    var never = calls.callAsync(LedgerServiceGrpc.getCheckLedgerMethod(), CheckLedgerRequest.getDefaultInstance());
    transport.last().fail(Reason.UNREACHABLE);
    assertEquals(Reason.UNREACHABLE, reasonOf(never));
  }

  @Test
  void hasTheSameRandomKeyInEachRepetition() {
    CompletableFuture<CreateIdentityResponse> call =
        calls.callAsync(IdentityServiceGrpc.getCreateIdentityMethod(), CreateIdentityRequest.getDefaultInstance());
    String key = transport.last().header("idempotency-key");
    assertEquals(22, key.length());
    transport.last().fail(Reason.UNREACHABLE);
    timer.pass(100);
    assertEquals(key, transport.last().header("idempotency-key"));
    // The first execution is under way.
    transport.last().answer().completeExceptionally(
        Failure.of(Status.FAILED_PRECONDITION, underWay(0)));
    timer.pass(200);
    transport.last().answer(CreateIdentityResponse.getDefaultInstance());
    assertTrue(call.isDone());
    calls.callAsync(IdentityServiceGrpc.getCreateIdentityMethod(), CreateIdentityRequest.getDefaultInstance());
    assertNotEquals(key, transport.last().header("idempotency-key"));
  }

  private static Metadata underWay(long retrySeconds) {
    FaultDetail fault = FaultDetail.newBuilder()
        .setReason(io.platonic.fault.v1.Reason.REASON_STATE_INVALID).setParameter("Idempotency-Key").build();
    RetryInfo retry = RetryInfo.newBuilder()
        .setRetryDelay(com.google.protobuf.Duration.newBuilder().setSeconds(retrySeconds)).build();
    return StatusProto.toStatusRuntimeException(com.google.rpc.Status.newBuilder()
        .setCode(Status.FAILED_PRECONDITION.getCode().value())
        .addDetails(Any.pack(fault)).addDetails(Any.pack(retry)).build()).getTrailers();
  }

  @Test
  void waitsAsLongAsTheServiceAsksAndNotBeyondTheDeadline() {
    CompletableFuture<CreateIdentityResponse> call =
        calls.callAsync(IdentityServiceGrpc.getCreateIdentityMethod(), CreateIdentityRequest.getDefaultInstance());
    transport.last().answer().completeExceptionally(Failure.of(Status.FAILED_PRECONDITION, underWay(7)));
    timer.pass(6_999);
    assertEquals(1, transport.sent.size());
    timer.pass(1);
    assertEquals(2, transport.sent.size());
    transport.last().answer().completeExceptionally(Failure.of(Status.FAILED_PRECONDITION, underWay(24)));
    assertEquals(Reason.STATE_INVALID, reasonOf(call));
  }

  @Test
  void asksForTheAnswerOfAnExecutionThatIsUnderWayUntilTheDeadlineAtNoCost() {
    CompletableFuture<CreateIdentityResponse> call =
        calls.callAsync(IdentityServiceGrpc.getCreateIdentityMethod(), CreateIdentityRequest.getDefaultInstance());
    for (int asked = 1; asked <= 20; asked++) {
      transport.last().answer().completeExceptionally(Failure.of(Status.FAILED_PRECONDITION, underWay(1)));
      timer.pass(1_000);
      assertEquals(1 + asked, transport.sent.size());
      assertTrue(isUpTo(30_000 - 1_000L * asked, transport.last().timeoutMs()));
    }
    // Four attempts are left, and all of the budget.
    for (int attempt = 1; attempt < 4; attempt++) {
      transport.last().fail(Reason.UNREACHABLE);
      timer.pass(1_000);
      assertEquals(21 + attempt, transport.sent.size());
    }
    transport.last().answer().completeExceptionally(Failure.of(Status.FAILED_PRECONDITION, underWay(60)));
    assertEquals(Reason.STATE_INVALID, reasonOf(call));
  }

  @Test
  void repeatsWhileThereIsABudgetWhichSuccessesFill() {
    for (int call = 0; call < 4; call++) {
      encode();
      for (int i = 0; i < 4; i++) {
        transport.last().fail(Reason.UNREACHABLE);
        timer.pass(1_000);
      }
    }
    // Three times four attempts, and two: the tenth repetition was the last one.
    assertEquals(4 + 4 + 4 + 2, transport.sent.size());
    for (int i = 0; i < 10; i++) {
      encode();
      transport.last().answer(EncodeResponse.getDefaultInstance());
    }
    int before = transport.sent.size();
    CompletableFuture<EncodeResponse> call = encode();
    transport.last().fail(Reason.UNREACHABLE);
    timer.pass(1_000);
    transport.last().fail(Reason.UNREACHABLE);
    assertEquals(Reason.UNREACHABLE, reasonOf(call));
    assertEquals(before + 2, transport.sent.size());
  }

  @Test
  void endsWithItsCaller() {
    CompletableFuture<EncodeResponse> call = encode();
    call.cancel(true);
    assertTrue(transport.last().answer().isCancelled());
    CompletableFuture<EncodeResponse> waiting = encode();
    transport.last().fail(Reason.UNREACHABLE);
    waiting.cancel(true);
    timer.pass(10_000);
    assertEquals(2, transport.sent.size());
  }

  @Test
  void endsWithItsClientAlsoWhileItWaits() {
    CompletableFuture<EncodeResponse> open = encode();
    CompletableFuture<EncodeResponse> waiting = encode();
    transport.last().fail(Reason.UNREACHABLE);
    lifetime.end();
    assertEquals(Reason.STATE_INVALID, reasonOf(open));
    assertEquals(Reason.STATE_INVALID, reasonOf(waiting));
    assertEquals(Reason.STATE_INVALID, reasonOf(encode()));
    timer.pass(10_000);
    assertEquals(2, transport.sent.size());
  }

  @Test
  void isNotChangedByAHookThatThrows() {
    AttemptHook faulty = attempt -> {
      throw new IllegalStateException("a faulty hook, as the test says");
    };
    List<Throwable> uncaught = new ArrayList<>();
    Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> uncaught.add(failure));
    var other = new AuthorizedCalls(transport, TokenSource.NONE, List.of(faulty));
    var answer = other.send(new AuthorizedCalls.Request<>(GeocodeServiceGrpc.getEncodeMethod(),
        EncodeRequest.getDefaultInstance()), 1_000);
    transport.last().answer(EncodeResponse.getDefaultInstance());
    assertFalse(answer.isCompletedExceptionally());
    assertEquals(1, uncaught.size());
    Thread.currentThread().setUncaughtExceptionHandler(null);
  }

  @Test
  void readsAnswersThatAreNotTheServicesOwn() {
    assertEquals(Reason.UNREACHABLE, Failure.of(Status.UNAVAILABLE, new Metadata()).reason());
    assertEquals(Reason.UNREACHABLE, Failure.of(Status.CANCELLED, null).reason());
    assertEquals(Reason.TIMED_OUT, Failure.of(Status.DEADLINE_EXCEEDED, new Metadata()).reason());
    assertEquals(Reason.UNKNOWN, Failure.of(Status.PERMISSION_DENIED, new Metadata()).reason());
    Metadata headers = new Metadata();
    headers.put(Metadata.Key.of("retry-after", Metadata.ASCII_STRING_MARSHALLER), "3");
    assertEquals(Duration.ofSeconds(3), Failure.of(Status.UNAVAILABLE, headers).retryAfter().orElseThrow());
    for (Status status : List.of(Status.UNKNOWN, Status.UNKNOWN.withDescription(""), Status.INTERNAL.withDescription(" "))) {
      assertEquals(status.getCode().name(), Failure.of(status, new Metadata()).getMessage());
    }
  }

  @Test
  void tellsAnswersOfIntermediariesThatPassFromThoseThatStay() {
    for (int status : List.of(200, 206, 408, 429, 500, 502, 505, 599)) {
      assertEquals(Reason.UNREACHABLE, reasonOfHttp(status), () -> "status " + status);
    }
    for (int status : List.of(301, 400, 401, 403, 404, 409, 418)) {
      assertEquals(Reason.UNKNOWN, reasonOfHttp(status), () -> "status " + status);
    }
  }

  private static Reason reasonOfHttp(int status) {
    Status told = GrpcUtil.httpStatusToGrpcStatus(status).augmentDescription("invalid content-type: text/html");
    return Failure.of(told, new Metadata()).reason();
  }

  @Test
  void comparesTheDateOfRetryAfterWithThatOfTheSameAnswer() {
    assertEquals(Duration.ofSeconds(90), waitOf("Sun, 22 Nov 2026 10:01:30 GMT", "Sun, 22 Nov 2026 10:00:00 GMT"));
    assertEquals(Duration.ZERO, waitOf("Sun, 22 Nov 2026 10:00:00 GMT", "Sun, 22 Nov 2026 11:00:00 GMT"));
    assertEquals(Duration.ofDays(24), waitOf("Sun, 22 Nov 2099 10:00:00 GMT", "nonsense"));
    assertEquals(Duration.ofDays(24), waitOf("99999999999999999999", null));
    assertNull(waitOf("soon", "Sun, 22 Nov 2026 10:00:00 GMT"));
  }

  private static Duration waitOf(String retryAfter, String date) {
    Metadata headers = new Metadata();
    headers.put(Metadata.Key.of("retry-after", Metadata.ASCII_STRING_MARSHALLER), retryAfter);
    if (date != null) headers.put(Metadata.Key.of("date", Metadata.ASCII_STRING_MARSHALLER), date);
    return Failure.of(Status.UNAVAILABLE, headers).retryAfter().orElse(null);
  }

  @Test
  void hasTheTextOfAReasonThatItDoesNotKnow() {
    for (String text : List.of("the moon is full", "")) {
      FaultDetail fault = FaultDetail.newBuilder().setReasonValue(999).build();
      var told = StatusProto.toStatusRuntimeException(com.google.rpc.Status.newBuilder()
          .setCode(Status.FAILED_PRECONDITION.getCode().value()).setMessage(text).addDetails(Any.pack(fault)).build());
      Failure failure = Failure.of(told.getStatus(), told.getTrailers());
      assertEquals(Reason.UNKNOWN, failure.reason());
      assertTrue(failure.getMessage().contains(text.isEmpty() ? "999" : text), failure::getMessage);
    }
  }

  @Test
  void takesAnyTimeThatIsLongerThanNothing() {
    Client.Builder builder = Client.builder("http://127.0.0.1:1");
    Credentials credentials = new Credentials("ada", "key", new byte[32], new RotationKey(1, new byte[32]));
    WalletBuilder wallet = Wallet.builder("http://127.0.0.1:1", credentials);
    for (Duration bad : List.of(Duration.ZERO, Duration.ofMillis(-1), ChronoUnit.FOREVER.getDuration().negated())) {
      assertThrows(IllegalArgumentException.class, () -> builder.deadline(bad));
      assertThrows(IllegalArgumentException.class, () -> CallSettings.DEFAULT.withDeadline(bad));
      assertThrows(IllegalArgumentException.class, () -> new CallSettings(Optional.of(bad), Optional.empty()));
      assertThrows(IllegalArgumentException.class, () -> wallet.confirmTimeout(bad));
    }
    for (Duration good : List.of(Duration.ofNanos(1), Duration.ofMillis(1L << 31), ChronoUnit.FOREVER.getDuration())) {
      wallet.confirmTimeout(good);
      calls.with(CallSettings.DEFAULT.withDeadline(good))
          .callAsync(LedgerServiceGrpc.getCheckLedgerMethod(), CheckLedgerRequest.getDefaultInstance());
      long timeoutMs = transport.last().timeoutMs();
      assertTrue(timeoutMs >= 1 && timeoutMs <= Duration.ofDays(24).toMillis(), () -> good + " is " + timeoutMs);
    }
    for (int seconds : List.of(-1, 0, 61)) {
      assertThrows(IllegalArgumentException.class, () -> EventStart.now().withHeartbeat(seconds));
    }
  }

  @Test
  void sendsCredentialsOverTlsOrToTheMachineItself() {
    assertThrows(IllegalArgumentException.class, () -> Client.builder("http://platonic.example").apiKey("key").build());
    for (String url : List.of("http://localhost:1", "http://127.0.0.1:1", "http://[::1]:1", "https://platonic.example")) {
      Client.builder(url).apiKey("key").build().close();
    }
    Client.builder("http://platonic.example").build().close();
    Client.builder("http://platonic.example").apiKey("key").allowPlainHttp().build().close();
    for (String url : List.of("platonic.example", "ftp://platonic.example", "https://platonic.example/path")) {
      assertThrows(IllegalArgumentException.class, () -> Client.builder(url));
    }
  }
}
