package io.platonic.client;

import io.platonic.client.internal.encoding.Bytes;
import io.platonic.client.internal.encoding.Json;
import io.platonic.client.internal.receipts.InclusionEvidence;
import io.platonic.client.internal.receipts.ReceiptEvidence;
import io.platonic.client.internal.receipts.UnprovenException;
import io.platonic.client.internal.signatures.Ed25519;
import io.platonic.wallet.v1.Receipt;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Verifies receipts offline (docs/ledger.md). */
public final class Receipts {
  private static final String ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  private static final int CODE_BYTES = 10;
  private static final int CODE_GROUP_BYTES = 5;

  private Receipts() {}

  /**
   * Verifies that a receipt proves a transaction.
   *
   * @param receipt the receipt
   * @param keySet key set of the service, as {@link Client#keySet()} reads it
   * @return what the receipt proves
   * @throws BadReceiptException if it proves nothing
   */
  public static ProvenReceipt verify(Receipt receipt, String keySet) {
    byte[] digest = Bytes.sha256(Bytes.utf8("platonic ledger entry v1"), receipt.getEntry().toByteArray());
    if (!Arrays.equals(digest, receipt.getEntryDigest().toByteArray())) {
      throw new BadReceiptException("the entry is not that of the digest");
    }
    if (!codeOf(digest).equals(receipt.getConfirmationCode())) {
      throw new BadReceiptException("the confirmation code is not that of the entry");
    }
    byte[] statement = receipt.getStatement().toByteArray();
    if (!Arrays.equals(statement, Bytes.utf8(statementOf(receipt)))) {
      throw new BadReceiptException("the statement says something else");
    }
    byte[] signed = Bytes.joined(Bytes.utf8("platonic receipt v1\n"), statement);
    if (!Ed25519.isSignedBy(keyOf(keySet, receipt.getKeyId()), signed, receipt.getSignature().toByteArray())) {
      throw new BadReceiptException("the statement is not signed by the service");
    }
    try {
      return new ProvenReceipt(receipt.getTransactionId(), receipt.getConfirmationCode(), receipt.getSequence(),
          receipt.getBatchNumber(), ReceiptEvidence.of(receipt), InclusionEvidence.headOf(receipt));
    } catch (UnprovenException unproven) {
      throw new BadReceiptException(unproven.getMessage(), unproven.getCause());
    }
  }

  private static String statementOf(Receipt receipt) {
    HexFormat hex = HexFormat.of();
    return "transaction " + receipt.getTransactionId()
        + "\nsequence " + receipt.getSequence()
        + "\nentry " + hex.formatHex(receipt.getEntryDigest().toByteArray())
        + "\nbatch " + receipt.getBatchNumber()
        + "\nchain " + hex.formatHex(receipt.getBatchHash().toByteArray())
        + "\n";
  }

  /** Finds a public key by its id in a JSON Web Key Set. */
  private static byte[] keyOf(String keySet, String keyId) {
    try {
      if (!(Json.object(keySet).get("keys") instanceof List<?> keys)) {
        throw new BadReceiptException("the key set has no list of keys");
      }
      for (Object one : keys) {
        Map<String, Object> key = Json.members(one);
        if (!keyId.equals(key.get("kid"))) continue;
        boolean isEd25519 = "OKP".equals(key.get("kty")) && "Ed25519".equals(key.get("crv"));
        if (isEd25519) return Bytes.fromBase64url(Json.string(key, "x"));
        throw new BadReceiptException("the key is no Ed25519 key");
      }
    } catch (IllegalArgumentException malformed) {
      throw new BadReceiptException("the key set cannot be read: " + malformed.getMessage(), malformed);
    }
    throw new BadReceiptException("the key set has no key with the id of the receipt");
  }

  /** Encodes the first 80 bits in Crockford's base32, in groups of four. */
  static String codeOf(byte[] digest) {
    StringBuilder code = new StringBuilder();
    for (int start = 0; start < CODE_BYTES; start += CODE_GROUP_BYTES) {
      long bits = 0;
      for (int i = 0; i < CODE_GROUP_BYTES; i++) bits = bits << 8 | Byte.toUnsignedLong(digest[start + i]);
      for (int shift = 35; shift >= 0; shift -= 5) {
        if (code.length() % 5 == 4) code.append('-');
        code.append(ALPHABET.charAt((int) (bits >> shift & 31)));
      }
    }
    return code.toString();
  }
}
