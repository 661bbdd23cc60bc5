package io.platonic.client.internal.calls;

import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import io.platonic.client.Reason;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Answers of a stream, in their order. To be used by one thread, and closed by any. */
public final class Answers<A> implements Iterator<A>, AutoCloseable {
  private static final Object ENDED = new Object();

  /** Answers, and at last ENDED or the failure. */
  private final BlockingQueue<Object> received = new LinkedBlockingQueue<>();
  private final ClientCall<?, A> call;
  /** The next answer, or what ends the stream; null until it was waited for. */
  private Object next;

  <Q> Answers(ClientCall<Q, A> call, Q request, Metadata headers) {
    this.call = call;
    call.start(new Receiver(), headers);
    call.sendMessage(request);
    call.halfClose();
    call.request(1);
  }

  @Override
  public boolean hasNext() {
    return await(Long.MAX_VALUE) && next != ENDED;
  }

  @Override
  @SuppressWarnings("unchecked")
  public A next() {
    if (!hasNext()) throw new NoSuchElementException("the stream has ended");
    A answer = (A) next;
    next = null;
    call.request(1);
    return answer;
  }

  /**
   * Waits for the next answer or the end. Returns whether there is one of both.
   *
   * @throws Failure if the stream is broken
   */
  public boolean await(long ms) {
    try {
      if (next == null) next = received.poll(ms, TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      close();
      Thread.currentThread().interrupt();
      throw Failure.of(Reason.UNKNOWN, "the thread was interrupted while it waited for an answer", interrupted);
    }
    if (next instanceof Failure failure) throw failure;
    return next != null;
  }

  /** Ends the stream: there are no more answers. */
  @Override
  public void close() {
    received.add(ENDED);
    call.cancel("the caller has ended the stream", null);
  }

  private final class Receiver extends ClientCall.Listener<A> {
    @Override
    public void onMessage(A answer) {
      received.add(answer);
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
      received.add(status.isOk() ? ENDED : Failure.of(status, trailers));
    }
  }
}
