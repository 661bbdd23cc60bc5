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
 * @param process its number on that host
 * @param token a random UUID, which no other lock has
 */
record LockHolder(String host, long process, String token) {
  private static final String HOST = hostName();
  private static final LockHolder UNKNOWN = new LockHolder("", 0, "");

  /** Returns this process, with a token of its own. */
  static LockHolder here() {
    return new LockHolder(HOST, ProcessHandle.current().pid(), UUID.randomUUID().toString());
  }

  /** Reads the line of a lock. One that is unfinished or damaged is of an unknown process elsewhere. */
  static LockHolder of(String line) {
    try {
      Map<String, Object> members = Json.object(line);
      boolean isWhole = members.get("host") instanceof String
          && members.get("process") instanceof Number && members.get("token") instanceof String;
      if (!isWhole) return UNKNOWN;
      long process = ((Number) members.get("process")).longValue();
      return new LockHolder((String) members.get("host"), process, (String) members.get("token"));
    } catch (IllegalArgumentException damaged) {
      return UNKNOWN;
    }
  }

  /** Returns the line of the lock. */
  String line() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("host", host);
    members.put("process", process);
    members.put("token", token);
    return Json.text(members) + "\n";
  }

  /** Whether it is certain that the process does not hold the lock any more: it has ended, or had the number of this one. */
  boolean isGone() {
    if (host.isEmpty() || !host.equals(HOST)) return false;
    return process == ProcessHandle.current().pid() || !ProcessHandle.of(process).map(ProcessHandle::isAlive).orElse(false);
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
}
