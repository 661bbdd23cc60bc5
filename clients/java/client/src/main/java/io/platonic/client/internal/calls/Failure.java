package io.platonic.client.internal.calls;

import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.Metadata;
import io.grpc.Status;
import io.platonic.client.Reason;
import io.platonic.fault.v1.FaultDetail;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Failure of a call. Callers get it as a PlatonicException. */
public final class Failure extends RuntimeException {
  private static final long serialVersionUID = 1;
  private static final Metadata.Key<String> RETRY_AFTER =
      Metadata.Key.of("retry-after", Metadata.ASCII_STRING_MARSHALLER);

  private static final Metadata.Key<String> DATE = Metadata.Key.of("date", Metadata.ASCII_STRING_MARSHALLER);
  private static final Pattern ORDER = Pattern.compile("orders\\[(\\d{1,9})]");
  /** Words of gRPC for an answer that is not its own. */
  private static final Pattern HTTP_STATUS = Pattern.compile("HTTP status code (\\d{3})");

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

  /** Returns the same failure of a group of orders whose first one has an index in a sequence, and names them by that. */
  public Failure inSequence(long first) {
    Matcher order = ORDER.matcher(String.valueOf(parameter));
    if (!order.lookingAt()) return this;
    String place = "orders[" + (first + Long.parseLong(order.group(1))) + "]";
    String message = getMessage().replace(order.group(), place);
    return new Failure(reason, message, place + parameter.substring(order.end()), retryAfter, isUnsent, getCause());
  }

  /** Returns the same failure of an attempt that had less time than its call, which counts as one without an answer. */
  public Failure asUnreachable() {
    return new Failure(Reason.UNREACHABLE, getMessage(), parameter, retryAfter, isUnsent, getCause());
  }

  /** Returns the failure of a request that lacks a parameter. */
  public static Failure ofMissing(String parameter, String why) {
    return new Failure(Reason.PARAMETER_REQUIRED, parameter + " is missing: " + why, parameter, null, false, null);
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
    if (cause instanceof TimeoutException) return of(Reason.TIMED_OUT, "there was no answer in time", cause);
    return of(Reason.UNKNOWN, String.valueOf(cause), cause);
  }

  /** Converts the status of a call by gRPC. */
  public static Failure of(Status status, Metadata trailers) {
    StatusDetails details;
    try {
      details = StatusDetails.of(trailers);
    } catch (InvalidProtocolBufferException malformed) {
      return of(Reason.UNKNOWN, "the details of the failure cannot be read: " + status, malformed);
    }
    Throwable cause = status.asException(trailers);
    FaultDetail fault = details.fault().orElse(null);
    Duration wait = details.retryDelay().orElseGet(() -> waitOf(trailers));
    if (fault == null) return new Failure(reasonOf(status), textOf(status), null, wait, false, cause);
    String parameter = fault.getParameter().isEmpty() ? null : fault.getParameter();
    String message = isBlank(status.getDescription())
        ? "the service gives the reason " + fault.getReasonValue() + " and no text"
        : status.getDescription();
    return new Failure(Reasons.of(fault.getReason()), message, parameter, wait, false, cause);
  }

  /** Reads Retry-After: seconds, or a date by the clock of whoever has answered. */
  private static Duration waitOf(Metadata headers) {
    String text = headers == null ? null : headers.get(RETRY_AFTER);
    if (text == null) return null;
    if (text.matches("\\d+(\\.\\d+)?")) {
      return Duration.ofMillis((long) Math.min(Double.parseDouble(text) * 1_000, Times.MOST.toMillis()));
    }
    OptionalLong until = Times.dateMs(text);
    if (until.isEmpty()) return null;
    long sentMs = Times.dateMs(headers.get(DATE)).orElseGet(System::currentTimeMillis);
    return Times.atMost(Duration.ofMillis(until.getAsLong() - sentMs));
  }

  /** Returns the reason of an answer that is not the service's own, or of none. */
  private static Reason reasonOf(Status status) {
    Matcher http = HTTP_STATUS.matcher(String.valueOf(status.getDescription()));
    if (http.lookingAt()) return Reasons.ofHttp(Integer.parseInt(http.group(1)));
    return switch (status.getCode()) {
      case DEADLINE_EXCEEDED -> Reason.TIMED_OUT;
      case UNAVAILABLE, UNKNOWN, INTERNAL, CANCELLED -> Reason.UNREACHABLE;
      default -> Reason.UNKNOWN;
    };
  }

  private static boolean isBlank(String text) {
    return text == null || text.isBlank();
  }

  private static String textOf(Status status) {
    String text = isBlank(status.getDescription()) ? status.getCode().name() : status.getDescription();
    for (Throwable cause = status.getCause(); cause != null; cause = cause.getCause()) {
      if (cause.getMessage() != null && !text.contains(cause.getMessage())) text += ": " + cause.getMessage();
    }
    return text;
  }
}
