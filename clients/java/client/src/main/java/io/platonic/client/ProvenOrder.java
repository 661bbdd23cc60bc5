package io.platonic.client;

import java.time.Instant;
import java.util.Optional;

/**
 * Terms of an order, as they were signed.
 *
 * @param kind kind of the transaction
 * @param sender id of the identity that sends
 * @param recipient id of the identity that receives
 * @param asset {@code TOKEN_STANDARD}, {@code TOKEN_MICRO} or the code of a currency
 * @param amount a decimal; empty of a release, which gives back all that was left
 * @param description text of the sender
 * @param captureBefore time before which the recipient may capture a hold
 * @param holdId id of the hold that was captured or released
 * @param publicKey Ed25519 key that signed, as base64url: compare it with the key by which the signer is known
 */
public record ProvenOrder(
    Kind kind,
    String sender,
    String recipient,
    String asset,
    String amount,
    String description,
    Optional<Instant> captureBefore,
    Optional<String> holdId,
    String publicKey) {

  /** Kinds of transactions that have receipts. */
  public enum Kind {
    /** Money that was moved. */
    TRANSFER,
    /** Money that was set aside, and has not reached the recipient. */
    HOLD,
    /** Money of a hold that was moved. */
    CAPTURE,
    /** Money of a hold that went back. */
    RELEASE
  }
}
