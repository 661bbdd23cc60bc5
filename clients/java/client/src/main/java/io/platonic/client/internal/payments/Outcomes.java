package io.platonic.client.internal.payments;

import io.platonic.client.Outcome;
import java.util.Optional;

/** Makes outcomes. */
final class Outcomes {
  private Outcomes() {}

  static Outcome unresolved(String id) {
    return new Outcome(Outcome.Kind.UNRESOLVED, id, Optional.empty(), Optional.empty());
  }

  /** Returns the outcome that an answer tells; empty while it is not final, or if this version does not know its status. */
  static Optional<Outcome> of(String id, Ledger.Answer answer) {
    Optional<Outcome.Kind> kind = switch (answer.status()) {
      case TRANSACTION_STATUS_COMPLETED -> Optional.of(Outcome.Kind.COMPLETED);
      case TRANSACTION_STATUS_HELD -> Optional.of(Outcome.Kind.HELD);
      case TRANSACTION_STATUS_FAILED -> Optional.of(Outcome.Kind.FAILED);
      default -> Optional.empty();
    };
    return kind.map(known -> new Outcome(known, id, answer.transaction(), answer.exchange()));
  }
}
