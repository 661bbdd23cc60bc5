package io.platonic.client.internal.payments;

import io.platonic.client.Outcome;
import io.platonic.wallet.v1.TransactionResult;
import java.util.Optional;

/** Makes outcomes. */
final class Outcomes {
  private Outcomes() {}

  static Outcome unresolved(String id) {
    return new Outcome(Outcome.Kind.UNRESOLVED, id, Optional.empty());
  }

  /** Returns the outcome of a result; empty while the result is not final. */
  static Optional<Outcome> of(String id, TransactionResult result) {
    Optional<Outcome.Kind> kind = switch (result.getStatus()) {
      case TRANSACTION_STATUS_COMPLETED -> Optional.of(Outcome.Kind.COMPLETED);
      case TRANSACTION_STATUS_HELD -> Optional.of(Outcome.Kind.HELD);
      case TRANSACTION_STATUS_FAILED -> Optional.of(Outcome.Kind.FAILED);
      default -> Optional.empty();
    };
    return kind.map(known -> new Outcome(known, id, Optional.of(result)));
  }
}
