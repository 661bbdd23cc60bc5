package io.platonic.client;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.platonic.client.internal.encoding.Bytes;
import io.platonic.client.internal.encoding.Json;
import io.platonic.wallet.v1.Receipt;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ReceiptVectorsTest {
  private final Map<String, Object> file = Vectors.read("receipts.json");
  private final Map<String, Object> key = Json.members(file.get("key"));
  private final String keySet = "{\"keys\":[{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"kid\":\"" + Json.string(key, "id")
      + "\",\"x\":\"" + Bytes.base64url(Vectors.hex(key, "publicKey")) + "\"}]}";

  private Stream<Receipt> receipts() {
    return Vectors.list(file, "receipts").stream().map(vector -> {
      try {
        return Receipt.parseFrom(Vectors.hex(vector, "message"));
      } catch (InvalidProtocolBufferException malformed) {
        throw new IllegalArgumentException(malformed);
      }
    });
  }

  @TestFactory
  Stream<DynamicTest> verifiesTheReceiptsOfTheVectors() {
    return receipts().map(receipt -> DynamicTest.dynamicTest(receipt.getTransactionId(), () -> {
      ProvenReceipt proven = Receipts.verify(receipt, keySet);
      assertEquals(receipt.getSequence(), proven.sequence());
      assertEquals(receipt.getConfirmationCode(), proven.confirmationCode());
    }));
  }

  @TestFactory
  Stream<DynamicTest> refusesAReceiptOfWhichAnythingIsOther() {
    return receipts().flatMap(receipt -> receipt.getAllFields().keySet().stream().map(field ->
        DynamicTest.dynamicTest(receipt.getTransactionId() + " " + field.getName(), () -> {
          Object value = receipt.getField(field);
          Object other = value instanceof Long number ? (Object) (number + 1)
              : value instanceof String text ? text.substring(1)
              : changed((ByteString) value);
          Receipt bad = receipt.toBuilder().setField(field, other).build();
          assertThrows(BadReceiptException.class, () -> Receipts.verify(bad, keySet));
        })));
  }

  private static ByteString changed(ByteString value) {
    byte[] bytes = value.toByteArray();
    bytes[bytes.length / 2] ^= 1;
    return ByteString.copyFrom(bytes);
  }

  @Test
  void refusesAKeySetWithoutTheKey() {
    Receipt receipt = receipts().findFirst().orElseThrow();
    for (String bad : List.of("{\"keys\":[]}", "{}", "", "[1]", keySet.replace("OKP", "RSA"))) {
      assertThrows(BadReceiptException.class, () -> Receipts.verify(receipt, bad));
    }
  }

  @Test
  void verifiesTheWebhookOfTheVectorsWithinFiveMinutes() {
    Map<String, Object> webhook = Vectors.list(Vectors.read("steps/others.json"), "vectors").stream()
        .filter(vector -> vector.get("name").equals("webhook")).findFirst().orElseThrow();
    Map<String, Object> input = Json.members(webhook.get("input"));
    byte[] body = Bytes.utf8(Json.string(input, "payload"));
    String secret = "whsec_" + java.util.Base64.getEncoder().encodeToString(Vectors.bytes(webhook, "secret"));
    String mac = java.util.Base64.getEncoder().encodeToString(Vectors.bytes(webhook, "signature"));
    String sentAt = String.valueOf(input.get("timestamp"));
    Map<String, String> headers = Map.of(
        "Webhook-Id", Json.string(input, "id"), "webhook-timestamp", sentAt, "WEBHOOK-SIGNATURE", "v1,AAAA v1," + mac);
    Instant now = Instant.ofEpochSecond(Long.parseLong(sentAt));
    assertDoesNotThrow(() -> Webhooks.verify(List.of(secret), headers, body, now.plusSeconds(299)));
    assertDoesNotThrow(() -> Webhooks.verify(List.of("whsec_QUJD", secret), headers, body, now));
    assertThrows(BadWebhookException.class, () -> Webhooks.verify(List.of(secret), headers, body, now.plusSeconds(300)));
    assertThrows(BadWebhookException.class, () -> Webhooks.verify(List.of("whsec_QUJD"), headers, body, now));
    assertThrows(BadWebhookException.class, () -> Webhooks.verify(List.of(secret), headers, new byte[0], now));
    assertThrows(BadWebhookException.class, () -> Webhooks.verify(List.of(secret), Map.of(), body, now));
  }
}
