package io.platonic.client.internal.calls;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Hosts to which clients connect without a proxy, as NO_PROXY names them. */
final class ProxyExceptions {
  private static final Pattern ADDRESS = Pattern.compile("[\\d.]+|[\\da-f:]*:[\\da-f:.]*");

  private final List<String> patterns;

  private ProxyExceptions(List<String> patterns) {
    this.patterns = patterns;
  }

  /** Reads names of hosts and domains, addresses and networks such as {@code 10.0.0.0/8}, or {@code *}, with commas between. */
  static ProxyExceptions of(String list) {
    String[] patterns = list.toLowerCase(Locale.ROOT).split("[,\\s]+");
    return new ProxyExceptions(Arrays.stream(patterns).filter(pattern -> !pattern.isEmpty()).toList());
  }

  boolean matches(Endpoint endpoint) {
    String host = endpoint.host().toLowerCase(Locale.ROOT);
    return patterns.stream().anyMatch(pattern -> matches(pattern, host, endpoint.port()));
  }

  private static boolean matches(String pattern, String host, int port) {
    if (pattern.equals("*") || pattern.equals(host)) return true;
    if (pattern.contains("/")) return isIn(pattern, host);
    String name = pattern.replaceFirst("^\\*?\\.", "");
    if (name.endsWith(":" + port)) name = name.substring(0, name.lastIndexOf(':'));
    name = name.replaceAll("[\\[\\]]", "");
    return host.equals(name) || host.endsWith("." + name);
  }

  /** Whether a host that is named by its address is in a network. */
  private static boolean isIn(String network, String host) {
    String[] parts = network.split("/", 2);
    // Of addresses alone, so that no name is looked up.
    if (!ADDRESS.matcher(host).matches() || !ADDRESS.matcher(parts[0]).matches()) return false;
    try {
      byte[] first = InetAddress.getByName(parts[0]).getAddress();
      byte[] address = InetAddress.getByName(host).getAddress();
      int bits = Integer.parseInt(parts[1]);
      if (first.length != address.length || bits > 8 * first.length) return false;
      for (int bit = 0; bit < bits; bit++) {
        int mask = 0x80 >> bit % 8;
        if ((first[bit / 8] & mask) != (address[bit / 8] & mask)) return false;
      }
      return true;
    } catch (UnknownHostException | NumberFormatException malformed) {
      return false;
    }
  }
}
