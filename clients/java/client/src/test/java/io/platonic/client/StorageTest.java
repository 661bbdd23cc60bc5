package io.platonic.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.platonic.client.internal.calls.Failure;
import io.platonic.client.internal.encoding.Bytes;
import io.platonic.client.internal.encoding.Json;
import io.platonic.client.internal.payments.TransactionIds;
import io.platonic.client.internal.signatures.Ed25519;
import io.platonic.wallet.v1.ExchangeRequest;
import io.platonic.wallet.v1.TransferOrder;
import io.platonic.wallet.v1.TransferOrders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StorageTest {
  @TempDir
  Path folder;

  private static Operation operation(String id) {
    return new Operation(id, new byte[] {1, 2, -1}, "key", new byte[] {3});
  }

  @Test
  void keepsOperationsInFilesForTheirOwnerAlone() throws IOException {
    Path inner = folder.resolve("a/b");
    Journal journal = Journal.inFolder(inner);
    assertTrue(journal.list().isEmpty());
    journal.put(operation("first"));
    journal.put(operation("second"));
    Operation read = Journal.inFolder(inner).list().get(0);
    assertEquals("first", read.id());
    assertArrayEquals(new byte[] {1, 2, -1}, read.order());
    assertEquals("{\"id\":\"first\",\"order\":\"AQL_\",\"keyId\":\"key\",\"signature\":\"Aw\"}", read.toJson());
    assertEquals("rw-------",
        PosixFilePermissions.toString(Files.getPosixFilePermissions(inner.resolve("first.operation"))));
    journal.delete("first");
    journal.delete("first");
    assertEquals(List.of("second"), journal.list().stream().map(Operation::id).toList());
  }

  @Test
  void keepsWhatIsThereAndRefusesItsId() throws IOException {
    for (Journal journal : List.of(Journal.inMemory(), Journal.inFolder(folder))) {
      journal.put(operation("a"));
      Operation other = new Operation("a", new byte[] {9}, "key", new byte[] {9});
      PlatonicException refused = assertThrows(PlatonicException.class, () -> journal.put(other));
      assertEquals(Reason.RESOURCE_CONFLICT, refused.reason());
      assertTrue(refused.getMessage().contains("reconcile"), refused::getMessage);
      assertEquals(List.of(operation("a").toJson()), journal.list().stream().map(Operation::toJson).toList());
    }
    try (var files = Files.list(folder)) {
      assertEquals(List.of("a.operation", "lock"), files.sorted().map(file -> file.getFileName().toString()).toList());
    }
  }

  @Test
  void storesOneOfTheOperationsThatSeveralStoreWithOneId() {
    long stored = IntStream.range(0, 16).parallel().filter(number -> {
      try {
        Journal.inFolder(folder).put(new Operation("a", new byte[] {(byte) number}, "key", new byte[1]));
        return true;
      } catch (PlatonicException refused) {
        return false;
      }
    }).count();
    assertEquals(1, stored);
    assertEquals(1, Journal.inFolder(folder).list().size());
  }

  @Test
  void writesAndReadsExchangesAsOtherLanguagesDo() {
    Operation exchange = Operation.ofExchange("a", ExchangeRequest.newBuilder().setIdentityId("me").build().toByteArray());
    String json = exchange.toJson();
    assertTrue(json.endsWith(",\"keyId\":\"\",\"signature\":\"\",\"kind\":\"exchange\"}"), json);
    assertTrue(Operation.fromJson(json).isExchange());
    assertTrue(Operation.fromJson(json).isOf("me"));
    assertFalse(Operation.fromJson(operation("a").toJson()).isExchange());
    assertThrows(IllegalArgumentException.class, () -> Operation.fromJson(json.replace("exchange", "barter")));
  }

  @Test
  void writesAndReadsGroupsOfOrdersAsOtherLanguagesDo() {
    TransferOrder order = TransferOrder.newBuilder().setId("a").setSender("me").build();
    byte[] orders = TransferOrders.newBuilder().addOrders(order).build().toByteArray();
    Operation group = Operation.ofBatch("a", orders, "key", new byte[] {3});
    assertTrue(group.toJson().endsWith(",\"keyId\":\"key\",\"signature\":\"Aw\",\"kind\":\"batch\"}"), group::toJson);
    Operation read = Operation.fromJson(group.toJson());
    assertTrue(read.isOf("me"));
    assertFalse(read.isOf("another"));
    assertTrue(read.isSameBatch(Operation.ofBatch("a", orders, "another key", new byte[1])));
    assertFalse(read.isSameBatch(Operation.ofBatch("a", new byte[1], "key", new byte[] {3})));
    assertFalse(read.isSameBatch(new Operation("a", orders, "key", new byte[] {3})));
    Operation empty = Operation.ofBatch("a", new byte[0], "key", new byte[1]);
    Operation unreadable = Operation.ofBatch("a", new byte[] {-1}, "key", new byte[1]);
    Operation others = Operation.ofBatch("b", orders, "key", new byte[1]);
    for (Operation damaged : List.of(empty, unreadable, others)) assertThrows(IllegalStateException.class, () -> damaged.isOf("me"));
    assertTrue(new Operation("a", new byte[] {-1}, "key", new byte[1]).isOf("me"));
  }

  @Test
  void saysWhichFileIsDamagedAndIgnoresUnfinishedOnes() throws IOException {
    Journal journal = Journal.inFolder(folder);
    Files.writeString(folder.resolve("a.operation.new"), "{");
    assertTrue(journal.list().isEmpty());
    Files.writeString(folder.resolve("b.operation"), "{");
    assertTrue(assertThrows(IllegalStateException.class, journal::list).getMessage().contains("b.operation"));
  }

  @Test
  void saysThatItCannotStore() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    for (Path below : List.of(file, file.resolve("journal"))) {
      PlatonicException failure =
          assertThrows(PlatonicException.class, () -> Journal.inFolder(below).put(operation("a")));
      assertEquals(Reason.STATE_INVALID, failure.reason());
      assertTrue(failure.getMessage().contains(file.toString()), failure::getMessage);
      assertTrue(failure.getCause() instanceof IOException);
    }
    assertThrows(IllegalArgumentException.class, () -> Journal.inFolder(folder).put(operation("../a")));
  }

  @Test
  void writesAndReadsCredentialsButShowsNoSecret() {
    Ed25519.Pair pair = Ed25519.generate();
    Credentials credentials = new Credentials("ada", "key", pair.privateKey(), new RotationKey(7, new byte[32]));
    String json = credentials.toJson();
    assertEquals(List.of("identityId", "keyId", "privateKey", "rotationKey"), List.copyOf(Json.object(json).keySet()));
    Credentials read = Credentials.fromJson(json);
    assertEquals(json, read.toJson());
    assertArrayEquals(credentials.sign(new byte[1]), read.sign(new byte[1]));
    assertFalse(credentials.toString().contains(Bytes.base64url(pair.privateKey())));
    for (String bad : List.of("", "{}", "[]", json.substring(1), json.replace("\"version\":7", "\"version\":0.5"))) {
      assertThrows(IllegalArgumentException.class, () -> Credentials.fromJson(bad));
    }
  }

  @Test
  void readsJsonStrictly() {
    String text = "{\"a\":[1,-2.5e3,true,false,null],\"b\":{\"c\":\"\\u00e9\\n\\\"\\\\/\"},\"d\":{},\"e\":[]}";
    Map<String, Object> read = Json.object(text);
    assertEquals("é\n\"\\/", Json.members(read.get("b")).get("c"));
    assertEquals("{\"x\":\"\\u0001\\t\\\"\"}", Json.text(Map.of("x", "\u0001\t\"")));
    for (String bad : List.of("", "{", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{} x", "{\"a\":\"\n\"}",
        "{\"a\":\"\\x\"}", "{\"a\":\"\\u00g0\"}", "{\"a\":tru}", "[1]", "{\"a\":1.2.3}", "{\"a\":" + "[".repeat(99))) {
      assertThrows(IllegalArgumentException.class, () -> Json.object(bad), bad);
    }
  }

  @Test
  void makesIdsThatSortByTime() {
    String id = TransactionIds.next(0x0123_4567_89abL);
    assertTrue(id.matches("01234567-89ab-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"), id);
    assertEquals(Reason.PARAMETER_INVALID,
        assertThrows(Failure.class, () -> TransactionIds.given("ABC", 0)).reason());
  }
}
