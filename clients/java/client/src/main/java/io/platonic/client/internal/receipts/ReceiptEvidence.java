package io.platonic.client.internal.receipts;

import com.google.protobuf.InvalidProtocolBufferException;
import io.platonic.client.Asset;
import io.platonic.client.ProvenOrder;
import io.platonic.client.internal.encoding.Bytes;
import io.platonic.client.internal.signatures.Ed25519;
import io.platonic.client.internal.signatures.OrderSignatures;
import io.platonic.wallet.v1.CaptureOrder;
import io.platonic.wallet.v1.Receipt;
import io.platonic.wallet.v1.ReleaseOrder;
import io.platonic.wallet.v1.TokenType;
import io.platonic.wallet.v1.TransferOrder;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/** Checks the order in the entry of a receipt against its signature and the entry, and the entry against its batch. */
public final class ReceiptEvidence {
  private static final Map<Integer, ProvenOrder.Kind> KINDS = Map.of(
      1, ProvenOrder.Kind.TRANSFER,
      6, ProvenOrder.Kind.HOLD,
      7, ProvenOrder.Kind.CAPTURE,
      8, ProvenOrder.Kind.RELEASE);
  private static final int HASH_LENGTH = 32;
  private static final int SCALE_MAX = 12;

  private final Receipt receipt;
  private final SignedEntry entry;
  private final byte[] publicKey;

  private ReceiptEvidence(Receipt receipt) {
    this.receipt = receipt;
    this.publicKey = receipt.getSenderKey().toByteArray();
    try {
      this.entry = SignedEntry.read(receipt.getEntry().toByteArray());
    } catch (IllegalArgumentException malformed) {
      throw new UnprovenException("the entry cannot be read", malformed);
    }
  }

  /** Returns the order; empty for a receipt of an earlier version, which lacks what it is checked by. */
  public static Optional<ProvenOrder> of(Receipt receipt) {
    boolean isEarlier = receipt.getSenderKey().isEmpty() && receipt.getPreviousHash().isEmpty()
        && receipt.getBatchDigests().isEmpty();
    return isEarlier ? Optional.empty() : Optional.of(new ReceiptEvidence(receipt).proven());
  }

  private ProvenOrder proven() {
    ProvenOrder.Kind kind = KINDS.get(entry.kind());
    boolean isOfReceipt = entry.id().equals(receipt.getTransactionId()) && entry.sequence() == receipt.getSequence();
    if (!isOfReceipt || kind == null || entry.outcome() != 0) throw new UnprovenException("the entry is another one");
    if (!isSigned(kind)) throw new UnprovenException("the order is not signed by the sender's key");
    ProvenOrder order = orderOf(kind)
        .orElseThrow(() -> new UnprovenException("the entry is not what the order says"));
    expectBatch();
    return order;
  }

  private boolean isSigned(ProvenOrder.Kind kind) {
    byte[] order = entry.order();
    return switch (kind) {
      case CAPTURE -> isSignedFor(OrderSignatures.Purpose.CAPTURE);
      case RELEASE -> isSignedFor(OrderSignatures.Purpose.RELEASE);
      default -> OrderSignatures.isOrderSigned(order, entry.signature(), publicKey, entry.isLinked());
    };
  }

  private boolean isSignedFor(OrderSignatures.Purpose purpose) {
    return Ed25519.isSignedBy(publicKey, purpose.bytes(entry.order()), entry.signature());
  }

  /** Returns the terms of the order; empty if the entry says something else. */
  private Optional<ProvenOrder> orderOf(ProvenOrder.Kind kind) {
    try {
      return switch (kind) {
        case CAPTURE -> captured(CaptureOrder.parseFrom(entry.order()));
        case RELEASE -> released(ReleaseOrder.parseFrom(entry.order()));
        default -> transferred(kind, TransferOrder.parseFrom(entry.order()));
      };
    } catch (InvalidProtocolBufferException malformed) {
      throw new UnprovenException("the order cannot be read", malformed);
    }
  }

  private Optional<ProvenOrder> transferred(ProvenOrder.Kind kind, TransferOrder order) {
    long endsAtMs = entry.hold().map(SignedEntry.Hold::endsAtMs).orElse(0L);
    boolean isSame = order.getId().equals(entry.id())
        && order.getSender().equals(entry.owner())
        && order.getRecipient().equals(entry.counterparty())
        && order.getDescription().equals(entry.description())
        && order.getReverses().equals(entry.reverses())
        && order.getCaptureBefore() == endsAtMs
        && (kind == ProvenOrder.Kind.HOLD) == entry.hold().isPresent()
        && isMoney(order.getTokenType(), order.getCurrencyCode(), order.getAmount());
    if (!isSame) return Optional.empty();
    Optional<Instant> end = entry.hold().map(hold -> Instant.ofEpochMilli(hold.endsAtMs()));
    return Optional.of(new ProvenOrder(kind, entry.owner(), entry.counterparty(), entry.asset(), order.getAmount(),
        entry.description(), end, Optional.empty(), Bytes.base64url(publicKey)));
  }

  private Optional<ProvenOrder> captured(CaptureOrder order) {
    boolean isSame = isChange(order.getId(), order.getRecipient(), order.getHoldId())
        && isMoney(order.getTokenType(), order.getCurrencyCode(), order.getAmount());
    return isSame ? Optional.of(changed(ProvenOrder.Kind.CAPTURE, order.getAmount())) : Optional.empty();
  }

  private Optional<ProvenOrder> released(ReleaseOrder order) {
    boolean isSame = isChange(order.getId(), order.getRecipient(), order.getHoldId());
    return isSame ? Optional.of(changed(ProvenOrder.Kind.RELEASE, "")) : Optional.empty();
  }

  private boolean isChange(String id, String recipient, String holdId) {
    Optional<String> changed = entry.hold().map(SignedEntry.Hold::id);
    return id.equals(entry.id()) && recipient.equals(entry.owner()) && changed.filter(holdId::equals).isPresent();
  }

  private ProvenOrder changed(ProvenOrder.Kind kind, String amount) {
    return new ProvenOrder(kind, entry.counterparty(), entry.owner(), entry.asset(), amount, entry.description(),
        Optional.empty(), entry.hold().map(SignedEntry.Hold::id), Bytes.base64url(publicKey));
  }

  /** Whether an order names the asset and the amount of the entry. */
  private boolean isMoney(TokenType type, String currency, String amount) {
    return switch (type) {
      case TOKEN_TYPE_STANDARD, TOKEN_TYPE_MICRO -> new Asset(type, "").name().equals(entry.asset())
          && isAmount(amount, type == TokenType.TOKEN_TYPE_STANDARD ? 8 : SCALE_MAX);
      // The policy of the service sets the decimal places of a currency.
      case TOKEN_TYPE_EXTERNAL -> currency.equals(entry.asset()) && isAmountAtAnyScale(amount);
      default -> false;
    };
  }

  private boolean isAmountAtAnyScale(String amount) {
    for (int scale = 0; scale <= SCALE_MAX; scale++) {
      if (isAmount(amount, scale)) return true;
    }
    return false;
  }

  /** Whether a decimal is the amount in smallest units. Orders of earlier versions may have an exponent. */
  private boolean isAmount(String text, int scale) {
    if (!text.matches("\\d{1,40}(\\.\\d{1,40})?([eE][+-]?\\d{1,2})?")) return false;
    return new BigDecimal(text).compareTo(new BigDecimal(entry.amount(), scale)) == 0;
  }

  /** Requires that the hash of the batch follows from digests among which that of the entry is. */
  private void expectBatch() {
    byte[] digests = receipt.getBatchDigests().toByteArray();
    byte[] hash = Bytes.sha256(Bytes.utf8("platonic ledger batch v1"), Bytes.u64(receipt.getBatchNumber()),
        receipt.getPreviousHash().toByteArray(), digests);
    if (!Arrays.equals(hash, receipt.getBatchHash().toByteArray())) {
      throw new UnprovenException("the hash of the batch is not that of its entries");
    }
    byte[] digest = receipt.getEntryDigest().toByteArray();
    for (int place = 0; place + HASH_LENGTH <= digests.length; place += HASH_LENGTH) {
      if (Arrays.equals(digests, place, place + HASH_LENGTH, digest, 0, digest.length)) return;
    }
    throw new UnprovenException("the entry is not in the batch");
  }
}
