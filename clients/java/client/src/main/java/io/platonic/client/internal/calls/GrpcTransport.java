package io.platonic.client.internal.calls;

import io.grpc.CallOptions;
import io.grpc.ChannelCredentials;
import io.grpc.ClientCall;
import io.grpc.ConnectivityState;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.TlsChannelCredentials;
import io.platonic.client.Reason;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Sends requests over gRPC. gRPC itself repeats nothing. */
public final class GrpcTransport implements Transport, AutoCloseable {
  private static final int ANSWER_BYTES_MAX = 32 * 1024 * 1024;

  private final Supplier<ManagedChannel> connect;
  private ManagedChannel channel;
  private boolean isClosed;

  /** Makes a transport with channels of its own making, such as those of tests. */
  public GrpcTransport(Supplier<ManagedChannel> connect) {
    this.connect = connect;
    this.channel = connect.get();
  }

  public static GrpcTransport to(Endpoint endpoint) {
    ChannelCredentials credentials =
        endpoint.isEncrypted() ? TlsChannelCredentials.create() : InsecureChannelCredentials.create();
    return new GrpcTransport(() -> Grpc.newChannelBuilderForAddress(endpoint.host(), endpoint.port(), credentials)
        .disableRetry()
        .keepAliveTime(30, TimeUnit.SECONDS)
        .keepAliveTimeout(10, TimeUnit.SECONDS)
        .maxInboundMessageSize(ANSWER_BYTES_MAX)
        .build());
  }

  /**
   * Returns a channel that connects at once if it is not connected: one whose connection has failed waits up to two
   * minutes before it tries again, and fails all calls meanwhile.
   */
  private synchronized ManagedChannel channel() {
    if (isClosed) throw Failure.of(Reason.UNREACHABLE, "the client is closed: make another one", null);
    if (channel.getState(false) == ConnectivityState.TRANSIENT_FAILURE) {
      channel.shutdown();
      channel = connect.get();
    }
    return channel;
  }

  @Override
  public <Q, A> CompletableFuture<Answer<A>> send(
      MethodDescriptor<Q, A> method, Q request, Metadata headers, long timeoutMs) {
    CompletableFuture<Answer<A>> result = new CompletableFuture<>();
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
      if (result.isCancelled()) call.cancel("the caller has given the call up", null);
    });
    return result;
  }

  @Override
  public <Q, A> Answers<A> stream(MethodDescriptor<Q, A> method, Q request, Metadata headers) {
    ClientCall<Q, A> call = channel().newCall(method, CallOptions.DEFAULT);
    return new Answers<>(call, request, headers);
  }

  @Override
  public synchronized void close() {
    isClosed = true;
    channel.shutdownNow();
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
