package io.platonic.client.internal.calls;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.RetryInfo;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.protobuf.StatusProto;
import io.platonic.client.Reason;
import io.platonic.fault.v1.FaultDetail;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** Failure of a call. Callers get it as a PlatonicException. */
public final class Failure extends RuntimeException {
  private static final long serialVersionUID = 1;
  private static final Metadata.Key<String> RETRY_AFTER =
      Metadata.Key.of("retry-after", Metadata.ASCII_STRING_MARSHALLER);

  private final Reason reason;
  /** Path of the offending parameter; null if there is none. */
  private final String parameter;
  /** Time to wait before the next attempt; null if the service asks for none. */
  private final Duration retryAfter;
  private final boolean isUnsent;

  public Failure(Reason reason, String message) {
    this(reason, message, null, null, false, null);
  }

  private Failure(
      Reason reason, String message, String parameter, Duration retryAfter, boolean isUnsent, Throwable cause) {
    super(message, cause);
    this.reason = reason;
    this.parameter = parameter;
    this.retryAfter = retryAfter;
    this.isUnsent = isUnsent;
  }

  public Reason reason() {
    return reason;
  }

  public Optional<String> parameter() {
    return Optional.ofNullable(parameter);
  }

  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }

  /** Whether the request was never sent, because no session could be opened. */
  public boolean isUnsent() {
    return isUnsent;
  }

  /** Returns the same failure for a request that was not sent because of it. */
  public Failure asUnsent() {
    return new Failure(reason, getMessage(), parameter, retryAfter, true, getCause());
  }

  public static Failure ofParameter(String parameter, String message) {
    return new Failure(Reason.PARAMETER_INVALID, message, parameter, null, false, null);
  }

  public static Failure of(Reason reason, String message, Throwable cause) {
    return new Failure(reason, message, null, null, false, cause);
  }

  /** Converts what a future was completed with. */
  public static Failure of(Throwable thrown) {
    Throwable cause = thrown;
    while ((cause instanceof CompletionException || cause instanceof ExecutionException) && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (cause instanceof Failure known) return known;
    return of(Reason.UNKNOWN, String.valueOf(cause), cause);
  }

  /** Converts the status of a call by gRPC. */
  public static Failure of(Status status, Metadata trailers) {
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
    if (fault == null) return new Failure(reasonOf(status), textOf(status), null, wait, false, cause);
    String parameter = fault.getParameter().isEmpty() ? null : fault.getParameter();
    String message = status.getDescription() == null ? fault.getReason().name() : status.getDescription();
    return new Failure(Reasons.of(fault.getReason()), message, parameter, wait, false, cause);
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
