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
  /** Has this not end with its client any more. */
  private final Runnable forget;
  /** Why the client has ended this; null while it has not. */
  private volatile Failure end;
  /** The next answer, or what ends the stream; null until it was waited for. */
  private Object next;

  <Q> Answers(ClientCall<Q, A> call, Q request, Metadata headers, Lifetime lifetime) {
    this.call = call;
    call.start(new Receiver(), headers);
    call.sendMessage(request);
    call.halfClose();
    call.request(1);
    this.forget = lifetime.atEnd(this::endWithClient);
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
   * @throws Failure if the stream is broken, or its client is closed
   */
  public boolean await(long ms) {
    try {
      if (next == null && end == null) next = received.poll(ms, TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      close();
      Thread.currentThread().interrupt();
      throw Failure.of(Reason.UNKNOWN, "the thread was interrupted while it waited for an answer", interrupted);
    }
    if (end != null) throw end;
    if (next == ENDED || next instanceof Failure) forget.run();
    if (next instanceof Failure failure) throw failure;
    return next != null;
  }

  /** Ends the stream: there are no more answers. */
  @Override
  public void close() {
    forget.run();
    received.add(ENDED);
    call.cancel("the caller has ended the stream", null);
  }

  private void endWithClient() {
    end = Lifetime.closed();
    received.add(end);
    call.cancel("the client is closed", null);
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
