package io.platonic.client.internal.receipts;

import java.math.BigInteger;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * An entry of the ledger that was signed, as its canonical bytes have it (docs/ledger.md).
 *
 * @param kind number of the kind
 * @param outcome number of the outcome; 0 is success
 * @param sequence position in the ledger
 * @param amount in smallest units
 * @param id id of the transaction
 * @param owner who signed it
 * @param asset token or currency
 * @param description text of the sender
 * @param counterparty the other party
 * @param order bytes that were signed
 * @param signature what the ledger keeps of the signature
 * @param hold the hold that was made or changed
 * @param reverses id of the transaction that is given back; empty: none
 * @param isLinked whether the order was processed in a linked set
 */
record SignedEntry(
    int kind,
    int outcome,
    long sequence,
    BigInteger amount,
    String id,
    String owner,
    String asset,
    String description,
    String counterparty,
    byte[] order,
    byte[] signature,
    Optional<Hold> hold,
    String reverses,
    boolean isLinked) {

  /**
   * A hold as an entry has it.
   *
   * @param id id of the hold
   * @param endsAtMs time before which it can be captured
   */
  record Hold(String id, long endsAtMs) {}

  private static final int DIGEST_LENGTH = 32;
  /** Length of the numbers of an exchange. */
  private static final int EXCHANGED_LENGTH = 56;
  /** Bits of the fields of a signed entry: counterparty, order, key and signature. */
  private static final int SIGNED = 15;
  private static final int EXCHANGE = 16;
  private static final int QUOTE = 32;
  private static final int HOLD = 64;
  private static final int LINKS = 128;

  /** Reads an entry. Throws IllegalArgumentException if the bytes are truncated or of another version. */
  static SignedEntry read(byte[] bytes) {
    try {
      return read(ByteBuffer.wrap(bytes));
    } catch (BufferUnderflowException | CharacterCodingException malformed) {
      throw new IllegalArgumentException("the entry is malformed", malformed);
    }
  }

  private static SignedEntry read(ByteBuffer in) throws CharacterCodingException {
    int version = in.get();
    int kind = in.get();
    int outcome = in.get();
    int present = Byte.toUnsignedInt(in.get());
    if (version != 1 || (present & SIGNED) != SIGNED) throw new IllegalArgumentException("the entry is not signed");
    long sequence = in.getLong();
    in.getLong();
    BigInteger amount = new BigInteger(1, take(in, 8));
    in.getLong();
    take(in, DIGEST_LENGTH);
    String id = text(in);
    String owner = text(in);
    String asset = text(in);
    String description = text(in);
    String counterparty = text(in);
    byte[] order = block(in);
    text(in);
    byte[] signature = block(in);
    if ((present & EXCHANGE) != 0) skipExchange(in, (present & QUOTE) != 0);
    Optional<Hold> hold = (present & HOLD) == 0 ? Optional.empty() : Optional.of(hold(in));
    int links = (present & LINKS) == 0 ? 0 : in.get();
    String reverses = (links & 1) == 0 ? "" : text(in);
    return new SignedEntry(kind, outcome, sequence, amount, id, owner, asset, description, counterparty, order,
        signature, hold, reverses, (links & 2) != 0);
  }

  private static void skipExchange(ByteBuffer in, boolean hasQuote) throws CharacterCodingException {
    take(in, EXCHANGED_LENGTH);
    for (int texts = hasQuote ? 4 : 3; texts > 0; texts--) text(in);
  }

  private static Hold hold(ByteBuffer in) throws CharacterCodingException {
    long endsAtMs = in.getLong();
    in.getLong();
    return new Hold(text(in), endsAtMs);
  }

  private static String text(ByteBuffer in) throws CharacterCodingException {
    byte[] bytes = take(in, Short.toUnsignedInt(in.getShort()));
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
  }

  private static byte[] block(ByteBuffer in) {
    return take(in, in.getInt());
  }

  private static byte[] take(ByteBuffer in, int length) {
    if (length < 0 || length > in.remaining()) throw new BufferUnderflowException();
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }
}
