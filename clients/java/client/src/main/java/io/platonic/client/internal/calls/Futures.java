package io.platonic.client.internal.calls;

import io.platonic.client.Reason;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Waits for futures. */
public final class Futures {
  private Futures() {}

  /** Returns the result of a call, which ends if the thread is interrupted. */
  public static <T> T await(CompletableFuture<T> future) {
    try {
      return future.get();
    } catch (InterruptedException interrupted) {
      future.cancel(true);
      Thread.currentThread().interrupt();
      throw Failure.of(Reason.UNKNOWN, "the thread was interrupted while it waited for the answer", interrupted);
    } catch (ExecutionException failed) {
      throw thrownHere(failed.getCause());
    }
  }

  /** Returns a failure with the stack of the caller, who would otherwise see that of another thread alone. */
  public static RuntimeException thrownHere(Throwable cause) {
    if (cause instanceof Error error) throw error;
    RuntimeException failure = cause instanceof RuntimeException unchecked ? unchecked : Failure.of(cause);
    failure.addSuppressed(new CallerStack());
    return failure;
  }

  /** The stack of the thread that waited for a call. */
  private static final class CallerStack extends Exception {
    private static final long serialVersionUID = 1;

    CallerStack() {
      super("the call was made here");
    }
  }

  /** Passes a cancellation on to the future that the result waits for. */
  public static void cancelWith(CompletableFuture<?> result, CompletableFuture<?> source) {
    result.whenComplete((value, thrown) -> {
      if (result.isCancelled()) source.cancel(true);
    });
  }
}
