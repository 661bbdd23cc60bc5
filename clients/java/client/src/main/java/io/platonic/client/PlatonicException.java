package io.platonic.client;

import io.platonic.client.internal.calls.Failure;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/** Failure of a call. Programs switch on its {@link #reason()}. */
public final class PlatonicException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Why the call failed. */
  private final Reason reason;
  /** Path of the offending parameter; null if there is none. */
  private final String parameter;
  /** Time to wait before the next attempt; null if the service asks for none. */
  private final Duration retryAfter;

  /**
   * Makes an exception.
   *
   * @param reason why the call failed
   * @param message what is wrong and what to do
   */
  public PlatonicException(Reason reason, String message) {
    super(message);
    this.reason = reason;
    this.parameter = null;
    this.retryAfter = null;
  }

  private PlatonicException(Failure failure) {
    super(failure.getMessage(), failure.getCause());
    this.reason = failure.reason();
    this.parameter = failure.parameter().orElse(null);
    this.retryAfter = failure.retryAfter().orElse(null);
    setStackTrace(failure.getStackTrace());
    for (Throwable suppressed : failure.getSuppressed()) addSuppressed(suppressed);
  }

  /** {@return why the call failed} */
  public Reason reason() {
    return reason;
  }

  /** {@return the path of the offending parameter, such as {@code data[2]}} */
  public Optional<String> parameter() {
    return Optional.ofNullable(parameter);
  }

  /** {@return how long the service asks to wait before the next attempt} */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }

  /** {@return the reason, the parameter if there is one, and the text} */
  @Override
  public String toString() {
    String place = parameter == null ? "" : " (" + parameter + ")";
    return getClass().getName() + ": " + reason + place + ": " + getMessage();
  }

  static PlatonicException ofParameter(String parameter, String message) {
    return of(Failure.ofParameter(parameter, message));
  }

  /** Converts what a call has thrown, or a future was completed with. */
  static PlatonicException of(Throwable thrown) {
    Throwable cause = thrown;
    while ((cause instanceof CompletionException || cause instanceof ExecutionException) && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause instanceof PlatonicException known ? known : new PlatonicException(Failure.of(cause));
  }

  /** Returns the result of a call, or throws what it has thrown. */
  static <T> T unwrapped(Supplier<T> call) {
    try {
      return call.get();
    } catch (Failure failure) {
      throw of(failure);
    }
  }

  /** Returns a future that fails as callers expect it. To cancel it does not cancel its source. */
  static <T> CompletableFuture<T> unwrapped(CompletableFuture<T> source) {
    CompletableFuture<T> result = new CompletableFuture<>();
    source.whenComplete((value, thrown) -> {
      if (thrown == null) result.complete(value);
      else result.completeExceptionally(of(thrown));
    });
    return result;
  }
}
