package io.platonic.client.internal.journals;

import io.platonic.client.internal.encoding.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * The process that a lock names.
 *
 * @param host name of its host; empty if the lock cannot be read
 * @param system what gives its number a meaning; empty on systems that do not tell
 * @param process its number on that system
 * @param token a random UUID, which no other lock has
 */
record LockHolder(String host, String system, long process, String token) {
  private static final String HOST = hostName();
  private static final String SYSTEM = systemName();
  private static final LockHolder UNKNOWN = new LockHolder("", "", 0, "");

  /** Returns this process, with a token of its own. */
  static LockHolder here() {
    return new LockHolder(HOST, SYSTEM, ProcessHandle.current().pid(), UUID.randomUUID().toString());
  }

  /** Reads the line of a lock. One that is unfinished or damaged is of an unknown process elsewhere. */
  static LockHolder of(String line) {
    try {
      Map<String, Object> members = Json.object(line);
      boolean isWhole = members.get("host") instanceof String
          && members.get("process") instanceof Number && members.get("token") instanceof String;
      if (!isWhole) return UNKNOWN;
      long process = ((Number) members.get("process")).longValue();
      String system = members.get("system") instanceof String name ? name : "";
      return new LockHolder((String) members.get("host"), system, process, (String) members.get("token"));
    } catch (IllegalArgumentException damaged) {
      return UNKNOWN;
    }
  }

  /** Returns the line of the lock. */
  String line() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("host", host);
    if (!system.isEmpty()) members.put("system", system);
    members.put("process", process);
    members.put("token", token);
    return Json.text(members) + "\n";
  }

  /**
   * Whether it is certain that the process does not hold the lock any more: it was one of this system, and has ended. One with
   * the number of this process may be another copy of this library in it.
   */
  boolean isGone() {
    boolean isHere = !host.isEmpty() && host.equals(HOST) && system.equals(SYSTEM);
    return isHere && !ProcessHandle.of(process).map(ProcessHandle::isAlive).orElse(false);
  }

  /** Returns words for an error. */
  String words() {
    return this.equals(UNKNOWN) ? "a process that its lock does not name" : "process " + process + " on host " + host;
  }

  private static String hostName() {
    try {
      // As the system has it: Java alone gives no name to a host that cannot look itself up.
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException | RuntimeException notLinux) {
      try {
        return InetAddress.getLocalHost().getHostName();
      } catch (UnknownHostException nameless) {
        return "";
      }
    }
  }

  /**
   * Returns the start of this Linux and the namespace of its process numbers, since containers with one host name have numbers
   * of their own; nothing on other systems.
   */
  private static String systemName() {
    try {
      String start = Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
      return start + " " + Files.readSymbolicLink(Path.of("/proc/self/ns/pid"));
    } catch (IOException | RuntimeException notLinux) {
      return "";
    }
  }
}
