package io.platonic.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import io.platonic.client.internal.encoding.Json;
import io.platonic.client.internal.signatures.Ed25519;
import io.platonic.client.internal.signatures.OrderSignatures;
import io.platonic.client.internal.signatures.OrderSignatures.Purpose;
import io.platonic.client.internal.signatures.Signed;
import io.platonic.wallet.v1.CaptureOrder;
import io.platonic.wallet.v1.ReleaseOrder;
import io.platonic.wallet.v1.TransferOrder;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class OrderVectorsTest {
  private final Map<String, Object> signing = Vectors.read("signing.json");
  private final Map<String, Object> key = Json.members(signing.get("key"));
  private final Credentials credentials = new Credentials(
      "identity", Json.string(key, "id"), Vectors.hex(key, "seed"), new RotationKey(1, new byte[32]));
  private final byte[] publicKey = Vectors.hex(key, "publicKey");

  @TestFactory
  Stream<DynamicTest> signsTheOrdersOfTheVectors() {
    Stream<Map<String, Object>> vectors =
        Stream.of("steps/orders.json", "steps/holds.json").flatMap(file -> Vectors.list(Vectors.read(file), "vectors").stream());
    return vectors.filter(vector -> !vector.containsKey("refused"))
        .map(vector -> DynamicTest.dynamicTest(Json.string(vector, "name"), () -> signs(vector)));
  }

  private void signs(Map<String, Object> vector) throws InvalidProtocolBufferException {
    String word = Json.string(vector, "purpose");
    Purpose purpose = Purpose.valueOf(word.equals("linked transfers") ? "LINKED" : word.toUpperCase());
    byte[] signature = Vectors.bytes(vector, "signature");
    if (vector.get("input") instanceof List<?> many) {
      List<TransferOrder> orders = many.stream().map(one -> (TransferOrder) order(Purpose.TRANSFER, Json.members(one))).toList();
      List<Signed> signed = OrderSignatures.signAll(purpose, orders, credentials.identity());
      assertEquals(orders.size(), signed.size());
      for (int i = 0; i < orders.size(); i++) {
        byte[] kept = Vectors.bytes(vector, "kept with order " + i);
        assertArrayEquals(signature, signed.get(i).signature());
        assertTrue(OrderSignatures.isOrderSigned(signed.get(i).order(), kept, publicKey, purpose == Purpose.LINKED));
        byte[] longer = java.util.Arrays.copyOf(kept, kept.length + 32);
        assertFalse(OrderSignatures.isOrderSigned(signed.get(i).order(), longer, publicKey, purpose == Purpose.LINKED));
        kept[kept.length - 1] ^= 1;
        assertFalse(OrderSignatures.isOrderSigned(signed.get(i).order(), kept, publicKey, purpose == Purpose.LINKED));
      }
      return;
    }
    Signed signed = OrderSignatures.sign(purpose, "id", order(purpose, Json.members(vector.get("input"))), credentials.identity());
    assertArrayEquals(Vectors.bytes(vector, "order"), signed.order());
    assertArrayEquals(signature, signed.signature());
    if (purpose == Purpose.TRANSFER) {
      assertTrue(OrderSignatures.isOrderSigned(signed.order(), signed.signature(), publicKey, false));
    }
  }

  private static Message order(Purpose purpose, Map<String, Object> input) {
    Message.Builder order = switch (purpose) {
      case CAPTURE -> CaptureOrder.newBuilder();
      case RELEASE -> ReleaseOrder.newBuilder();
      default -> TransferOrder.newBuilder();
    };
    try {
      JsonFormat.parser().merge(textOf(input), order);
    } catch (InvalidProtocolBufferException malformed) {
      throw new IllegalArgumentException(malformed);
    }
    return order.build();
  }

  private static String textOf(Map<String, Object> input) {
    return new com.google.gson.Gson().toJson(input);
  }

  @TestFactory
  Stream<DynamicTest> refusesTheSignaturesThatTheVectorsRefuse() {
    return Vectors.list(Vectors.read("steps/orders.json"), "vectors").stream()
        .filter(vector -> vector.containsKey("refused"))
        .map(vector -> DynamicTest.dynamicTest(Json.string(vector, "name"), () -> {
          byte[] signed = Vectors.bytes(vector, "signed bytes");
          assertFalse(Ed25519.isSignedBy(publicKey, signed, Vectors.bytes(vector, "refused signature")));
        }));
  }

  @Test
  void makesKeysWhosePublicPartVerifiesWhatTheySign() {
    for (int i = 0; i < 50; i++) {
      Ed25519.Pair pair = Ed25519.generate();
      byte[] message = {(byte) i};
      byte[] signature = Ed25519.sign(Ed25519.privateKey(pair.privateKey()), message);
      assertTrue(Ed25519.isSignedBy(pair.publicKey(), message, signature));
    }
  }

  @Test
  void refusesKeysOfSmallOrder() {
    byte[] neutral = new byte[32];
    neutral[0] = 1;
    byte[] signature = new byte[64];
    signature[0] = 1;
    assertFalse(Ed25519.isSignedBy(neutral, new byte[] {1}, signature));
  }
}
