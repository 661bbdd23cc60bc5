package io.platonic.driver;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.protobuf.InvalidProtocolBufferException;
import io.platonic.client.AnswerStream;
import io.platonic.client.Order;
import io.platonic.client.Outcome;
import io.platonic.client.Wallet;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/** Pays orders in bulk. */
final class Bulk {
  private Bulk() {}

  static JsonElement payAll(Wallet wallet, List<Order> orders) {
    JsonArray outcomes = new JsonArray();
    try (AnswerStream<Outcome> told = wallet.payAll(orders.iterator())) {
      while (told.hasNext()) outcomes.add(Json.of(told.next()));
    }
    return Json.member("outcomes", outcomes);
  }

  /** Pays the orders of a file of lines behind those whose outcomes another file has, to which it adds a line for each outcome. */
  static JsonElement payFile(Wallet wallet, Path orders, Path outcomes) throws IOException {
    long skipped = wholeLines(outcomes);
    long count = 0;
    try (Stream<String> lines = Files.lines(orders);
        Writer out = Files.newBufferedWriter(outcomes, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      Iterator<Order> left = lines.skip(skipped).map(Bulk::order).iterator();
      try (AnswerStream<Outcome> told = wallet.payAll(left)) {
        for (; told.hasNext(); count++) out.write(Json.of(told.next()) + "\n");
      }
    }
    JsonObject result = new JsonObject();
    result.addProperty("count", count);
    return result;
  }

  private static Order order(String line) {
    try {
      return Json.order(JsonParser.parseString(line));
    } catch (InvalidProtocolBufferException malformed) {
      throw new IllegalArgumentException("this is no order: " + line, malformed);
    }
  }

  /** Counts the lines of a file, if it is there, and removes a last one that was cut off. */
  private static long wholeLines(Path path) throws IOException {
    if (!Files.exists(path)) return 0;
    long count = 0;
    long end = 0;
    try (InputStream in = Files.newInputStream(path)) {
      byte[] bytes = new byte[65_536];
      long before = 0;
      for (int length = in.read(bytes); length >= 0; length = in.read(bytes)) {
        for (int i = 0; i < length; i++) {
          if (bytes[i] != '\n') continue;
          count += 1;
          end = before + i + 1;
        }
        before += length;
      }
    }
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
      file.truncate(end);
    }
    return count;
  }
}
