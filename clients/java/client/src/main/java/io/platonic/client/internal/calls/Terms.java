package io.platonic.client.internal.calls;

import com.google.protobuf.DescriptorProtos.MethodOptions;
import io.grpc.MethodDescriptor;
import io.grpc.protobuf.ProtoMethodDescriptorSupplier;
import io.platonic.access.v1.AccessProto;
import io.platonic.call.v1.CallProto;
import io.platonic.call.v1.Page;
import io.platonic.client.Reason;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Terms of a method, as the contract declares them on it.
 *
 * @param deadline deadline of a call whose caller sets none; empty for streams
 * @param retryAfter reasons after which a call is repeated
 * @param takesKey whether calls have an idempotency key
 * @param page fields of a method that answers in pages
 */
public record Terms(Optional<Duration> deadline, Set<Reason> retryAfter, boolean takesKey, Optional<Page> page) {
  /** Header of the idempotency key, and the parameter of failures that concern it. */
  public static final String KEY_HEADER = "Idempotency-Key";

  private static final int ATTEMPT_DIVISOR = 3;
  private static final long ATTEMPT_MS_MIN = 5_000;
  private static final Map<String, Terms> READ = new ConcurrentHashMap<>();

  public static Terms of(MethodDescriptor<?, ?> method) {
    return READ.computeIfAbsent(method.getFullMethodName(), name -> read(method));
  }

  private static Terms read(MethodDescriptor<?, ?> method) {
    if (!(method.getSchemaDescriptor() instanceof ProtoMethodDescriptorSupplier supplier)) {
      throw new IllegalArgumentException(method.getFullMethodName() + " is no method of generated code");
    }
    MethodOptions options = supplier.getMethodDescriptor().getOptions();
    io.platonic.call.v1.Terms terms = options.getExtension(CallProto.terms);
    Set<Reason> reasons = EnumSet.noneOf(Reason.class);
    for (io.platonic.fault.v1.Reason reason : terms.getRetryAfterList()) reasons.add(Reasons.of(reason));
    // A lost answer counts as UNAVAILABLE.
    if (reasons.contains(Reason.UNAVAILABLE)) reasons.add(Reason.UNREACHABLE);
    int deadlineMs = terms.getDeadlineMs();
    return new Terms(
        deadlineMs == 0 ? Optional.empty() : Optional.of(Duration.ofMillis(deadlineMs)),
        Set.copyOf(reasons),
        options.getExtension(AccessProto.idempotencyKey),
        terms.hasPage() ? Optional.of(terms.getPage()) : Optional.empty());
  }

  /** Returns the time of the first attempt of a call. */
  public long firstAttemptMs(long timeoutMs) {
    return retryAfter.contains(Reason.UNREACHABLE) ? attemptMs(timeoutMs) : timeoutMs;
  }

  /** Returns the time of an attempt after which others may follow: a third of the whole, but not too little for an answer. */
  public static long attemptMs(long timeoutMs) {
    return Math.min(timeoutMs, Math.max(ATTEMPT_MS_MIN, timeoutMs / ATTEMPT_DIVISOR));
  }

  /** Whether a call is repeated after a failure that counts as an attempt. */
  public boolean isRepeatedAfter(Failure failure) {
    return retryAfter.contains(failure.reason());
  }

  /** Whether a failure says that the first execution of a call with this key is still under way. */
  public boolean isUnderWay(Failure failure) {
    return takesKey && failure.reason() == Reason.STATE_INVALID && failure.parameter().filter(KEY_HEADER::equals).isPresent();
  }
}
