package io.platonic.client;

import io.platonic.wallet.v1.TransactionResult;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** The calls of payments to the ledger. All are sent once, and fail with PlatonicException; tests provide their own. */
interface Ledger {
  /** Sends operations that are signed. The results are in the order of the operations. */
  interface Transfer {
    CompletableFuture<List<TransactionResult>> send(AtomicInteger attempts, long timeoutMs);
  }

  Transfer transfer(Operation operation);

  /** Sends operations under one signature, as a batch or linked. */
  Transfer transferAll(byte[] orders, List<Operation> operations, boolean isLinked);

  Transfer capture(Operation operation);

  Transfer release(Operation operation);

  /** Makes the outcome of a transaction final, and returns it. */
  CompletableFuture<TransactionResult> voidTransaction(String id, AtomicInteger attempts, long timeoutMs);
}
