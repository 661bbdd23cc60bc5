package io.platonic.client;

import io.platonic.wallet.v1.CaptureOrder;

/** Terms of a capture. Immutable: methods that begin with "with" or "keeping" return another one. */
public final class Capture {
  private final CaptureOrder terms;

  private Capture(CaptureOrder terms) {
    this.terms = terms;
  }

  /**
   * Returns a capture, after which the rest of the hold goes back to its sender.
   *
   * @param holdId id of the hold
   * @param amount a decimal, at most what the hold has left
   * @param asset token or currency of the hold
   * @return the capture
   */
  public static Capture of(String holdId, String amount, Asset asset) {
    CaptureOrder.Builder terms =
        CaptureOrder.newBuilder().setHoldId(holdId).setAmount(amount).setTokenType(asset.tokenType());
    if (!asset.currencyCode().isEmpty()) terms.setCurrencyCode(asset.currencyCode());
    return new Capture(terms.build());
  }

  /**
   * Returns the capture with the rest staying held for later ones.
   *
   * @return another capture
   */
  public Capture keepingRest() {
    return new Capture(terms.toBuilder().setKeepRest(true).build());
  }

  /**
   * Returns the capture with an id of the caller's making.
   *
   * @param id a UUID in lower case
   * @return another capture
   */
  public Capture withId(String id) {
    return new Capture(terms.toBuilder().setId(id).build());
  }

  CaptureOrder terms() {
    return terms;
  }
}
