package io.platonic.client;

import io.platonic.client.internal.encoding.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Reads the vectors of the repository. */
final class Vectors {
  private static final Path FOLDER = Path.of("../../../test/vectors");

  private Vectors() {}

  static Map<String, Object> read(String name) {
    try {
      return Json.object(Files.readString(FOLDER.resolve(name)));
    } catch (IOException absent) {
      throw new UncheckedIOException(absent);
    }
  }

  static List<Map<String, Object>> list(Map<String, Object> members, String name) {
    return ((List<?>) members.get(name)).stream().map(Json::members).toList();
  }

  static byte[] hex(Map<String, Object> members, String name) {
    return HexFormat.of().parseHex(Json.string(members, name));
  }

  static Map<String, Object> step(Map<String, Object> vector, String name) {
    return list(vector, "steps").stream().filter(step -> name.equals(step.get("name"))).findFirst().orElseThrow();
  }

  static byte[] bytes(Map<String, Object> vector, String name) {
    return hex(step(vector, name), "bytes");
  }
}
