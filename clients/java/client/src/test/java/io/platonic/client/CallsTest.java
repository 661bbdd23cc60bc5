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
import io.grpc.protobuf.StatusProto;
import io.platonic.admin.v1.CheckLedgerRequest;
import io.platonic.admin.v1.LedgerServiceGrpc;
import io.platonic.client.internal.calls.AuthorizedCalls;
import io.platonic.client.internal.calls.Budget;
import io.platonic.client.internal.calls.Failure;
import io.platonic.client.internal.calls.TokenSource;
import io.platonic.fault.v1.FaultDetail;
import io.platonic.geocode.v1.EncodeRequest;
import io.platonic.geocode.v1.EncodeResponse;
import io.platonic.geocode.v1.GeocodeServiceGrpc;
import io.platonic.identity.v1.CreateIdentityRequest;
import io.platonic.identity.v1.CreateIdentityResponse;
import io.platonic.identity.v1.IdentityServiceGrpc;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class CallsTest {
  private final FakeTransport transport = new FakeTransport();
  private final FakeTimer timer = new FakeTimer();
  private final List<Attempt> attempts = new ArrayList<>();
  private final RepeatedCalls calls = new RepeatedCalls(
      new AuthorizedCalls(transport, TokenSource.of("key"), List.of(attempts::add)), new Budget(), timer,
      CallSettings.DEFAULT);

  private CompletableFuture<EncodeResponse> encode() {
    return calls.callAsync(GeocodeServiceGrpc.getEncodeMethod(), EncodeRequest.getDefaultInstance());
  }

  private static Reason reasonOf(CompletableFuture<?> call) {
    return PlatonicException.of(assertThrows(CompletionException.class, call::join)).reason();
  }

  @Test
  void hasTheDeadlineOfItsMethodAndTheCredentials() {
    encode();
    assertTrue(transport.last().timeoutMs() <= 60_000 && transport.last().timeoutMs() > 59_000);
    assertEquals("Bearer key", transport.last().header("authorization"));
    assertNull(transport.last().header("idempotency-key"));
    calls.with(CallSettings.DEFAULT.withDeadline(Duration.ofSeconds(5)))
        .callAsync(GeocodeServiceGrpc.getEncodeMethod(), EncodeRequest.getDefaultInstance());
    assertTrue(transport.last().timeoutMs() <= 5_000);
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
