package io.platonic.client;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.RetryInfo;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.protobuf.StatusProto;
import io.platonic.fault.v1.FaultDetail;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** Failure of a call. Programs switch on its {@link #reason()}. */
public final class PlatonicException extends RuntimeException {
  private static final long serialVersionUID = 1;
  private static final Metadata.Key<String> RETRY_AFTER =
      Metadata.Key.of("retry-after", Metadata.ASCII_STRING_MARSHALLER);

  /** Why the call failed. */
  private final Reason reason;
  /** Path of the offending parameter; null if there is none. */
  private final String parameter;
  /** Time to wait before the next attempt; null if the service asks for none. */
  private final Duration retryAfter;
  /** Whether the request was never sent, because no session could be opened. */
  private final boolean isUnsent;

  /**
   * Makes an exception.
   *
   * @param reason why the call failed
   * @param message what is wrong and what to do
   */
  public PlatonicException(Reason reason, String message) {
    this(reason, message, null, null, false, null);
  }

  private PlatonicException(
      Reason reason, String message, String parameter, Duration retryAfter, boolean isUnsent, Throwable cause) {
    super(message, cause);
    this.reason = reason;
    this.parameter = parameter;
    this.retryAfter = retryAfter;
    this.isUnsent = isUnsent;
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

  /** Whether the request was never sent, because no session could be opened. */
  boolean isUnsent() {
    return isUnsent;
  }

  /** Returns the same failure for a request that was not sent because of it. */
  PlatonicException asUnsent() {
    return new PlatonicException(reason, getMessage(), parameter, retryAfter, true, this);
  }

  static PlatonicException ofParameter(String parameter, String message) {
    return new PlatonicException(Reason.PARAMETER_INVALID, message, parameter, null, false, null);
  }

  static PlatonicException of(Reason reason, String message, Throwable cause) {
    return new PlatonicException(reason, message, null, null, false, cause);
  }

  /** Converts what a future was completed with. */
  static PlatonicException of(Throwable thrown) {
    Throwable cause = thrown;
    while ((cause instanceof CompletionException || cause instanceof ExecutionException) && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (cause instanceof PlatonicException known) return known;
    return of(Reason.UNKNOWN, String.valueOf(cause), cause);
  }

  /** Converts the status of a call by gRPC. */
  static PlatonicException of(Status status, Metadata trailers) {
    FaultDetail fault = null;
    Duration wait = secondsOf(trailers);
    com.google.rpc.Status details = StatusProto.fromStatusAndTrailers(status, trailers);
    try {
      for (Any detail : details.getDetailsList()) {
        if (detail.is(FaultDetail.class)) fault = detail.unpack(FaultDetail.class);
        if (detail.is(RetryInfo.class)) {
          wait = Duration.ofSeconds(detail.unpack(RetryInfo.class).getRetryDelay().getSeconds());
        }
      }
    } catch (InvalidProtocolBufferException malformed) {
      return of(Reason.UNKNOWN, "the details of the failure cannot be read: " + status, malformed);
    }
    Throwable cause = status.asException(trailers);
    if (fault == null) return new PlatonicException(reasonOf(status), textOf(status), null, wait, false, cause);
    String parameter = fault.getParameter().isEmpty() ? null : fault.getParameter();
    String message = status.getDescription() == null ? fault.getReason().name() : status.getDescription();
    return new PlatonicException(Reason.of(fault.getReason()), message, parameter, wait, false, cause);
  }

  private static Duration secondsOf(Metadata trailers) {
    String text = trailers == null ? null : trailers.get(RETRY_AFTER);
    return text != null && text.matches("\\d{1,9}") ? Duration.ofSeconds(Long.parseLong(text)) : null;
  }

  /** Returns the reason of an answer that is not the service's own, or of none. */
  private static Reason reasonOf(Status status) {
    return switch (status.getCode()) {
      case DEADLINE_EXCEEDED -> Reason.TIMED_OUT;
      case UNAVAILABLE, UNKNOWN, INTERNAL, CANCELLED -> Reason.UNREACHABLE;
      default -> Reason.UNKNOWN;
    };
  }

  private static String textOf(Status status) {
    String text = status.getDescription() == null ? status.getCode().name() : status.getDescription();
    for (Throwable cause = status.getCause(); cause != null; cause = cause.getCause()) {
      if (cause.getMessage() != null && !text.contains(cause.getMessage())) text += ": " + cause.getMessage();
    }
    return text;
  }
}
