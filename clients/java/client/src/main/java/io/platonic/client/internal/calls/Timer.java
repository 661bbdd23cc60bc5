package io.platonic.client.internal.calls;

import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A monotonic clock with alarms; tests provide their own. */
public interface Timer {
  /** Returns milliseconds since an arbitrary origin. */
  long nowMs();

  /** Calls once after a delay. Returns a function that cancels the call. */
  Runnable after(long delayMs, Runnable action);

  /** The clock of the system, with one thread for all alarms. */
  final class OfSystem implements Timer, AutoCloseable {
    private static final int IDLE_SECONDS = 10;

    private final ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, action -> {
      Thread thread = new Thread(action, "platonic-timer");
      thread.setDaemon(true);
      return thread;
    }, new ThreadPoolExecutor.DiscardPolicy());

    public OfSystem() {
      executor.setRemoveOnCancelPolicy(true);
      // The thread of a client that was forgotten and not closed ends.
      executor.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
      executor.allowCoreThreadTimeOut(true);
    }

    @Override
    public long nowMs() {
      return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }

    @Override
    public Runnable after(long delayMs, Runnable action) {
      ScheduledFuture<?> alarm = executor.schedule(action, Math.max(0, delayMs), TimeUnit.MILLISECONDS);
      return () -> alarm.cancel(false);
    }

    @Override
    public void close() {
      executor.shutdownNow();
    }
  }
}
