package io.platonic.client;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Waits for futures. */
final class Futures {
  private Futures() {}

  /** Returns the result of a call, which ends if the thread is interrupted. */
  static <T> T await(CompletableFuture<T> future) {
    try {
      return future.get();
    } catch (InterruptedException interrupted) {
      future.cancel(true);
      Thread.currentThread().interrupt();
      throw PlatonicException.of(Reason.UNKNOWN, "the thread was interrupted while it waited for the answer", interrupted);
    } catch (ExecutionException failed) {
      throw thrownHere(failed.getCause());
    }
  }

  /** Returns a failure with the stack of the caller, who would otherwise see that of another thread alone. */
  static RuntimeException thrownHere(Throwable cause) {
    if (cause instanceof PlatonicException failure) {
      failure.addSuppressed(new CallerStack());
      return failure;
    }
    if (cause instanceof Error error) throw error;
    return cause instanceof RuntimeException unchecked ? unchecked : PlatonicException.of(cause);
  }

  /** The stack of the thread that waited for a call. */
  private static final class CallerStack extends Exception {
    private static final long serialVersionUID = 1;

    CallerStack() {
      super("the call was made here");
    }
  }

  /** Passes a cancellation on to the future that the result waits for. */
  static void cancelWith(CompletableFuture<?> result, CompletableFuture<?> source) {
    result.whenComplete((value, thrown) -> {
      if (result.isCancelled()) source.cancel(true);
    });
  }
}
