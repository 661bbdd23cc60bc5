package io.platonic.client.internal.encoding;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads and writes JSON: credentials, the journal, tokens and key sets need no library for it. */
public final class Json {
  private static final int DEPTH_MAX = 64;

  private final String text;
  private int place;
  private int depth;

  private Json(String text) {
    this.text = text;
  }

  /** Reads an object: of strings, BigDecimals, Booleans, nulls, lists and maps. Throws IllegalArgumentException. */
  public static Map<String, Object> object(String text) {
    Json reader = new Json(text);
    Object value = reader.value();
    reader.space();
    if (reader.place < text.length()) throw reader.wrong();
    return members(value);
  }

  /** Casts a value to an object. Throws IllegalArgumentException. */
  @SuppressWarnings("unchecked")
  public static Map<String, Object> members(Object value) {
    if (value instanceof Map<?, ?> map) return (Map<String, Object>) map;
    throw new IllegalArgumentException("an object is expected");
  }

  /** Returns a member that is a string. Throws IllegalArgumentException. */
  public static String string(Map<String, Object> members, String name) {
    if (members.get(name) instanceof String string) return string;
    throw new IllegalArgumentException("the member " + name + " must be a string");
  }

  /** Writes a value of strings, integers and maps as {@code JSON.stringify} does. */
  public static String text(Object value) {
    StringBuilder out = new StringBuilder();
    write(value, out);
    return out.toString();
  }

  private static void write(Object value, StringBuilder out) {
    if (value instanceof Map<?, ?> members) {
      String separator = "{";
      for (Map.Entry<?, ?> member : members.entrySet()) {
        out.append(separator);
        write(member.getKey(), out);
        out.append(':');
        write(member.getValue(), out);
        separator = ",";
      }
      out.append(members.isEmpty() ? "{}" : "}");
    } else if (value instanceof String string) {
      out.append('"');
      string.chars().forEach(unit -> escape((char) unit, out));
      out.append('"');
    } else if (value instanceof Integer || value instanceof Long) {
      out.append(value);
    } else {
      throw new IllegalArgumentException("cannot write " + value + " as JSON");
    }
  }

  private static void escape(char unit, StringBuilder out) {
    int common = "\"\\\b\f\n\r\t".indexOf(unit);
    if (common >= 0) out.append('\\').append("\"\\bfnrt".charAt(common));
    else if (unit < ' ') out.append(String.format("\\u%04x", (int) unit));
    else out.append(unit);
  }

  private Object value() {
    space();
    if (++depth > DEPTH_MAX) throw wrong();
    Object value = switch (peek()) {
      case '{' -> map();
      case '[' -> list();
      case '"' -> string();
      case 't' -> word("true", Boolean.TRUE);
      case 'f' -> word("false", Boolean.FALSE);
      case 'n' -> word("null", null);
      default -> number();
    };
    depth -= 1;
    return value;
  }

  private Map<String, Object> map() {
    Map<String, Object> members = new LinkedHashMap<>();
    place += 1;
    space();
    if (take('}')) return members;
    do {
      space();
      if (peek() != '"') throw wrong();
      String name = string();
      space();
      expect(':');
      members.put(name, value());
      space();
    } while (take(','));
    expect('}');
    return members;
  }

  private List<Object> list() {
    List<Object> items = new ArrayList<>();
    place += 1;
    space();
    if (take(']')) return items;
    do {
      items.add(value());
      space();
    } while (take(','));
    expect(']');
    return items;
  }

  private String string() {
    StringBuilder out = new StringBuilder();
    expect('"');
    while (!take('"')) {
      char unit = peek();
      place += 1;
      if (unit < ' ') throw wrong();
      out.append(unit == '\\' ? escaped() : unit);
    }
    return out.toString();
  }

  private char escaped() {
    char unit = peek();
    place += 1;
    if (unit == 'u') {
      if (place + 4 > text.length()) throw wrong();
      String digits = text.substring(place, place + 4);
      if (!digits.matches("[0-9a-fA-F]{4}")) throw wrong();
      place += 4;
      return (char) Integer.parseInt(digits, 16);
    }
    int common = "\"\\/bfnrt".indexOf(unit);
    if (common < 0) throw wrong();
    return "\"\\/\b\f\n\r\t".charAt(common);
  }

  private Object word(String word, Object value) {
    if (!text.startsWith(word, place)) throw wrong();
    place += word.length();
    return value;
  }

  private BigDecimal number() {
    int start = place;
    while (place < text.length() && "+-.eE0123456789".indexOf(text.charAt(place)) >= 0) place += 1;
    try {
      return new BigDecimal(text.substring(start, place));
    } catch (NumberFormatException malformed) {
      place = start;
      throw wrong();
    }
  }

  private void space() {
    while (place < text.length() && " \t\r\n".indexOf(text.charAt(place)) >= 0) place += 1;
  }

  private char peek() {
    if (place >= text.length()) throw wrong();
    return text.charAt(place);
  }

  private boolean take(char unit) {
    if (peek() != unit) return false;
    place += 1;
    return true;
  }

  private void expect(char unit) {
    if (!take(unit)) throw wrong();
  }

  private IllegalArgumentException wrong() {
    return new IllegalArgumentException("this is no JSON at character " + place);
  }
}
