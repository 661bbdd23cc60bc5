package io.platonic.client;

/** Thrown for a webhook that is not the service's, or is too old; the message says why. */
public final class BadWebhookException extends RuntimeException {
  private static final long serialVersionUID = 1;

  BadWebhookException(String message) {
    super(message);
  }
}
