package io.platonic.client;

import io.platonic.wallet.v1.LedgerEntry;

/**
 * An entry of the ledger that moved money into a wallet or out of it.
 *
 * @param entry the entry
 * @param cursor place of the event: keep it once the event is dealt with, and another program goes on after it
 */
public record WalletEvent(LedgerEntry entry, String cursor) {
  /** {@return the id of the transaction, exchange, deposit or whatever else the entry is; empty if it is of a newer kind} */
  public String id() {
    return idOf(entry);
  }

  static String idOf(LedgerEntry entry) {
    if (entry.hasTransaction()) return entry.getTransaction().getId();
    if (entry.hasExchange()) return entry.getExchange().getId();
    if (entry.hasIssuance()) return entry.getIssuance().getId();
    return entry.hasHoldChange() ? entry.getHoldChange().getId() : entry.getReversal().getId();
  }
}
