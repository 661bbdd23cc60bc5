package io.platonic.client.internal.receipts;

/** Thrown for a receipt that proves nothing. Callers get it as a BadReceiptException. */
public final class UnprovenException extends RuntimeException {
  private static final long serialVersionUID = 1;

  UnprovenException(String message) {
    super(message);
  }

  UnprovenException(String message, Throwable cause) {
    super(message, cause);
  }
}
