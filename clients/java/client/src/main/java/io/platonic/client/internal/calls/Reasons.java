package io.platonic.client.internal.calls;

import io.platonic.client.Reason;

/** Functions of reasons. */
public final class Reasons {
  private Reasons() {}

  /** Returns the reason of the contract; UNKNOWN for one that this version does not know. */
  static Reason of(io.platonic.fault.v1.Reason reason) {
    String name = reason.name();
    for (Reason known : Reason.values()) {
      if (name.equals("REASON_" + known.name())) return known;
    }
    return Reason.UNKNOWN;
  }

  /** Returns the reason of an answer that is not the service's own: it claims success, says that it is passing, or stays. */
  static Reason ofHttp(int status) {
    boolean isLasting = status >= 300 && status < 500 && status != 408 && status != 429;
    return isLasting ? Reason.UNKNOWN : Reason.UNREACHABLE;
  }

  /** Whether a later attempt may have another result although nothing is changed by hand. */
  public static boolean isPassing(Reason reason) {
    return switch (reason) {
      case UNREACHABLE, TIMED_OUT, UNAVAILABLE, DEADLINE_EXCEEDED, RATE_LIMIT_EXCEEDED, INTERNAL, UNKNOWN -> true;
      default -> false;
    };
  }
}
