package io.platonic.client.internal.calls;

import io.grpc.CallOptions;
import io.grpc.ChannelCredentials;
import io.grpc.ClientCall;
import io.grpc.ConnectivityState;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.TlsChannelCredentials;
import io.platonic.client.Reason;
import java.lang.ref.Cleaner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Sends requests over gRPC. gRPC itself repeats nothing. */
public final class GrpcTransport implements Transport, AutoCloseable {
  private static final int ANSWER_BYTES_MAX = 32 * 1024 * 1024;
  /** Time in which a connection must say something, when it is opened or asked whether it lives. */
  private static final long CONNECT_MS = 5_000;

  private static final Cleaner CLEANER = Cleaner.create();

  private final Supplier<ManagedChannel> connect;
  private final Lifetime lifetime = new Lifetime();
  private final LongSupplier clockMs;
  private final AtomicReference<ManagedChannel> present = new AtomicReference<>();
  private long connectingSinceMs;

  /** Makes a transport with channels of its own making, such as those of tests. */
  public GrpcTransport(Supplier<ManagedChannel> connect, LongSupplier clockMs) {
    this.connect = connect;
    this.clockMs = clockMs;
    present.set(connect.get());
    // Of a client that was forgotten and not closed. What is under way keeps this.
    AtomicReference<ManagedChannel> last = present;
    CLEANER.register(this, () -> last.get().shutdown());
  }

  public static GrpcTransport to(Network network, ServiceVersion version) {
    return new GrpcTransport(
        () -> channelTo(network).intercept(version).build(), () -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
  }

  private static ManagedChannelBuilder<?> channelTo(Network network) {
    Endpoint endpoint = network.endpoint();
    TlsChannelCredentials.Builder tls = TlsChannelCredentials.newBuilder();
    network.authorities().ifPresent(authorities -> tls.trustManager(authorities.managers()));
    ChannelCredentials credentials = endpoint.isEncrypted() ? tls.build() : InsecureChannelCredentials.create();
    ManagedChannelBuilder<?> builder = Grpc.newChannelBuilderForAddress(endpoint.host(), endpoint.port(), credentials)
        .disableRetry()
        .userAgent(network.userAgent())
        .keepAliveTime(10, TimeUnit.SECONDS)
        .keepAliveTimeout(CONNECT_MS, TimeUnit.MILLISECONDS)
        .maxInboundMessageSize(ANSWER_BYTES_MAX);
    network.proxy().ifPresent(proxy -> builder.proxyDetector(proxy.detector()));
    return builder;
  }

  /**
   * Returns a channel that connects at once if it is not connected. One whose connection has failed waits up to two minutes
   * before it tries again, and fails all calls meanwhile. One whose connection is silent from its beginning has no pings,
   * which would find that.
   */
  private synchronized ManagedChannel channel() {
    lifetime.requireOpen();
    long nowMs = clockMs.getAsLong();
    ManagedChannel channel = present.get();
    ConnectivityState state = channel.getState(false);
    boolean isStuck = state == ConnectivityState.CONNECTING && nowMs - connectingSinceMs >= CONNECT_MS;
    boolean isNew = state == ConnectivityState.IDLE;
    if (isStuck || state == ConnectivityState.TRANSIENT_FAILURE) {
      // Calls that wait for it go on.
      channel.shutdown();
      channel = connect.get();
      present.set(channel);
      isNew = true;
    }
    if (isNew) connectingSinceMs = nowMs;
    return channel;
  }

  @Override
  public <Q, A> CompletableFuture<Answer<A>> send(
      MethodDescriptor<Q, A> method, Q request, Metadata headers, long timeoutMs) {
    CompletableFuture<Answer<A>> result = lifetime.bound(new CompletableFuture<>());
    CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(timeoutMs, TimeUnit.MILLISECONDS);
    ClientCall<Q, A> call;
    try {
      call = channel().newCall(method, options);
    } catch (Failure closed) {
      return CompletableFuture.failedFuture(closed);
    }
    call.start(new SingleAnswer<>(result), headers);
    call.sendMessage(request);
    call.halfClose();
    call.request(2);
    result.whenComplete((answer, thrown) -> {
      if (thrown != null) call.cancel("the caller has given the call up, or has closed its client", null);
    });
    return result;
  }

  @Override
  public <Q, A> Answers<A> stream(MethodDescriptor<Q, A> method, Q request, Metadata headers) {
    ClientCall<Q, A> call = channel().newCall(method, CallOptions.DEFAULT);
    return new Answers<>(call, request, headers, lifetime);
  }

  /** Returns the time until this is closed. */
  public Lifetime lifetime() {
    return lifetime;
  }

  /** Ends all calls and streams. */
  @Override
  public void close() {
    lifetime.end();
    synchronized (this) {
      present.get().shutdownNow();
    }
  }

  /** Completes a future with the one answer of a call. */
  private static final class SingleAnswer<A> extends ClientCall.Listener<A> {
    private final CompletableFuture<Answer<A>> result;
    private Metadata headers = new Metadata();
    private A message;

    SingleAnswer(CompletableFuture<Answer<A>> result) {
      this.result = result;
    }

    @Override
    public void onHeaders(Metadata received) {
      headers = received;
    }

    @Override
    public void onMessage(A received) {
      message = received;
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
      if (!status.isOk()) result.completeExceptionally(Failure.of(status, trailers));
      else if (message != null) result.complete(new Answer<>(message, headers));
      else result.completeExceptionally(new Failure(Reason.UNREACHABLE, "the answer has no message"));
    }
  }
}
