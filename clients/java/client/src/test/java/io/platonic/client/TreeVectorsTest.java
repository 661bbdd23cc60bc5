package io.platonic.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.platonic.client.internal.encoding.Bytes;
import io.platonic.client.internal.encoding.Json;
import io.platonic.client.internal.trees.HashTree;
import io.platonic.wallet.v1.Receipt;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class TreeVectorsTest {
  private final Map<String, Object> file = Vectors.read("tree.json");
  private final Map<String, Object> key = Json.members(file.get("key"));
  private final String keySet = "{\"keys\":[{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"kid\":\"" + Json.string(key, "id")
      + "\",\"x\":\"" + Bytes.base64url(Vectors.hex(key, "publicKey")) + "\"}]}";

  private static TreeHead head(Object vector) {
    Map<String, Object> members = Json.members(vector);
    return new TreeHead(((BigDecimal) members.get("size")).longValueExact(), bytes(members, "root"));
  }

  private static ByteString bytes(Map<String, Object> members, String name) {
    return ByteString.copyFrom(Vectors.hex(members, name));
  }

  @Test
  void computesTheHeadsOfTheVectors() {
    for (Map<String, Object> vector : Vectors.list(file, "heads")) {
      TreeHead head = head(vector);
      List<byte[]> leaves = LongStream.range(0, head.size()).mapToObj(place -> Bytes.utf8(String.valueOf(place))).toList();
      assertEquals(head.root(), ByteString.copyFrom(HashTree.root(leaves)));
    }
  }

  @TestFactory
  Stream<DynamicTest> tellsWhichHeadsAreConsistent() {
    List<Map<String, Object>> vectors = Vectors.list(file, "consistency");
    assertTrue(vectors.size() > 100);
    return vectors.stream().map(vector -> DynamicTest.dynamicTest(Json.string(vector, "name"), () -> assertEquals(
        vector.get("valid"),
        TreeHead.isConsistent(head(vector.get("earlier")), head(vector.get("later")), bytes(vector, "proof")))));
  }

  @TestFactory
  Stream<DynamicTest> tellsWhichReceiptsAreInTheTree() {
    List<Map<String, Object>> vectors = Vectors.list(file, "inclusion");
    long refused = vectors.stream().filter(vector -> vector.containsKey("refused")).count();
    assertTrue(refused > 30 && vectors.size() - refused > 20);
    return vectors.stream().map(vector -> DynamicTest.dynamicTest(Json.string(vector, "name"), () -> tells(vector)));
  }

  private void tells(Map<String, Object> vector) throws InvalidProtocolBufferException {
    Receipt receipt = Receipt.parseFrom(bytes(vector, "message"));
    if (vector.containsKey("head")) {
      assertEquals(Optional.of(head(vector.get("head"))), Receipts.verify(receipt, keySet).head());
      return;
    }
    BadReceiptException bad = assertThrows(BadReceiptException.class, () -> Receipts.verify(receipt, keySet));
    assertEquals(vector.get("refused"), bad.getMessage());
    Receipt earlier = receipt.toBuilder().clearInclusion().build();
    assertEquals(Optional.empty(), Receipts.verify(earlier, keySet).head());
  }
}
