package io.platonic.client;

import io.platonic.client.internal.calls.Answers;
import io.platonic.client.internal.calls.AuthorizedCalls;
import io.platonic.client.internal.calls.Backoff;
import io.platonic.client.internal.calls.Failure;
import io.platonic.client.internal.calls.Lifetime;
import io.platonic.client.internal.calls.Trace;
import io.platonic.wallet.v1.EventServiceGrpc;
import io.platonic.wallet.v1.LedgerEntry;
import io.platonic.wallet.v1.WatchRequest;
import io.platonic.wallet.v1.WatchResponse;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Events of a wallet, each once and in order, across breaks: a stream that is silent, cut or refused for a passing reason is
 * opened again after the last event that the caller has dealt with, which is when it asks for the next one. Waits for the
 * next event until it is closed. To be used by one thread; {@link #close()} may be called by any.
 */
public final class WalletEvents implements Iterator<WalletEvent>, AutoCloseable {
  /** Reasons for which a stream would be refused each time. */
  private static final Set<Reason> FINAL_REASONS = EnumSet.of(Reason.PARAMETER_REQUIRED, Reason.PARAMETER_INVALID,
      Reason.RESOURCE_NOT_FOUND, Reason.STATE_INVALID, Reason.AUTHENTICATION_REQUIRED);
  /** Time that a heartbeat may be late, before the stream counts as silent. */
  private static final long HEARTBEAT_SLACK_MS = 5_000;
  /** Refusals of the credentials in succession, after which new ones would not help. */
  private static final int REFUSALS_MAX = 2;

  private final AuthorizedCalls calls;
  private final WatchRequest request;
  private final long silenceMs;
  private final Lifetime lifetime;
  private final Runnable forget;
  /** That of the caller who has asked for events. */
  private final Trace trace = Trace.current();
  /** Counted down when this is closed, or its wallet. */
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean isClosed;
  private volatile Answers<WatchResponse> stream;
  private String place;
  private long lastSequence;
  private int failures;
  private int refusals;
  private WalletEvent next;

  WalletEvents(AuthorizedCalls calls, Lifetime lifetime, String identityId, EventStart start) {
    this.calls = calls;
    this.lifetime = lifetime;
    this.forget = lifetime.atEnd(ended::countDown);
    this.place = start.cursor();
    this.silenceMs = TimeUnit.SECONDS.toMillis(start.heartbeatSeconds()) + HEARTBEAT_SLACK_MS;
    this.request = WatchRequest.newBuilder().setIdentityId(identityId)
        .setFromStart(start.fromStart()).setHeartbeatSeconds(start.heartbeatSeconds()).build();
  }

  /**
   * Waits for the next event.
   *
   * @return true; false once this is closed
   * @throws PlatonicException if the service refuses for good, such as STATE_INVALID for the cursor of a ledger that was
   *     replaced by an older backup, or for a wallet that is closed
   */
  @Override
  public boolean hasNext() {
    while (next == null && !isClosed) {
      try {
        lifetime.requireOpen();
        advance();
      } catch (Failure failure) {
        endStream();
        if (isClosed) return false;
        waitAfter(failure);
      }
    }
    return next != null;
  }

  @Override
  public WalletEvent next() {
    if (!hasNext()) throw new NoSuchElementException("the events have ended");
    WalletEvent event = next;
    next = null;
    return event;
  }

  /** Ends the events. */
  @Override
  public void close() {
    isClosed = true;
    forget.run();
    ended.countDown();
    endStream();
  }

  /** Takes one answer of the stream. An answer that comes again after a break is skipped. */
  private void advance() {
    Answers<WatchResponse> open = stream;
    if (open == null) {
      WatchRequest question = request.toBuilder().setCursor(place).build();
      open = trace.during(() -> calls.stream(EventServiceGrpc.getWatchMethod(), question));
      stream = open;
      if (isClosed) open.close();
    }
    if (!open.await(silenceMs)) throw new Failure(Reason.UNREACHABLE, "the stream of events is silent");
    if (!open.hasNext()) throw new Failure(Reason.UNREACHABLE, "the stream of events has ended");
    WatchResponse answer = open.next();
    failures = 0;
    refusals = 0;
    place = answer.getCursor();
    LedgerEntry entry = answer.getEntry();
    if (!answer.hasEntry() || entry.getSequence() <= lastSequence) return;
    lastSequence = entry.getSequence();
    next = new WalletEvent(entry, answer.getCursor());
  }

  private void endStream() {
    Answers<WatchResponse> open = stream;
    stream = null;
    if (open != null) open.close();
  }

  private void waitAfter(Failure failure) {
    boolean isRefused = failure.reason() == Reason.INVALID_API_KEY;
    refusals = isRefused ? refusals + 1 : 0;
    boolean isInterrupted = failure.getCause() instanceof InterruptedException;
    if (FINAL_REASONS.contains(failure.reason()) || refusals >= REFUSALS_MAX || isInterrupted) {
      throw PlatonicException.of(failure);
    }
    if (isRefused) calls.forgetToken();
    try {
      long waitMs = Backoff.waitMs(failures, Math.random(), failure);
      failures += 1;
      ended.await(waitMs, TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw PlatonicException.of(
          Failure.of(Reason.UNKNOWN, "the thread was interrupted while it waited for events", interrupted));
    }
  }
}
