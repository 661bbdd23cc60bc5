package io.platonic.client;

/** Thrown for a receipt that is not valid; the message says why. */
public final class BadReceiptException extends RuntimeException {
  private static final long serialVersionUID = 1;

  BadReceiptException(String message) {
    super(message);
  }

  BadReceiptException(String message, Throwable cause) {
    super(message, cause);
  }
}
