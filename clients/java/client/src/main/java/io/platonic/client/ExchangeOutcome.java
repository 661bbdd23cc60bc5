package io.platonic.client;

import io.platonic.wallet.v1.ExchangeResult;
import java.util.Optional;

/**
 * Outcome of an exchange: completed, failed or unresolved.
 *
 * @param kind the outcome
 * @param id id of the exchange; the same exchange with the same id is executed once
 * @param exchange result of the ledger; empty while the outcome is not known
 */
public record ExchangeOutcome(Outcome.Kind kind, String id, Optional<ExchangeResult> exchange) {
  static ExchangeOutcome of(Outcome outcome) {
    return new ExchangeOutcome(outcome.kind(), outcome.id(), outcome.exchange());
  }

  /** {@return the amount that was received} */
  public Optional<String> received() {
    if (kind != Outcome.Kind.COMPLETED) return Optional.empty();
    return exchange.map(ExchangeResult::getExactTargetAmount);
  }
}
