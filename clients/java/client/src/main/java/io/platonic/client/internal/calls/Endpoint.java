package io.platonic.client.internal.calls;

import java.net.URI;

/**
 * Address of a service.
 *
 * @param origin scheme, host and port, such as {@code https://platonic.example}
 * @param host name or address of the host
 * @param port port
 * @param isEncrypted whether calls go over TLS
 */
public record Endpoint(String origin, String host, int port, boolean isEncrypted) {
  public static Endpoint of(String url) {
    URI uri = URI.create(url);
    boolean isEncrypted = "https".equals(uri.getScheme());
    boolean hasPath = uri.getPath() != null && !uri.getPath().isEmpty() && !uri.getPath().equals("/");
    if ((!isEncrypted && !"http".equals(uri.getScheme())) || uri.getHost() == null || hasPath) {
      throw new IllegalArgumentException(url + " is no endpoint: write it like https://platonic.example");
    }
    String host = uri.getHost().replaceAll("[\\[\\]]", "");
    int standard = isEncrypted ? 443 : 80;
    int port = uri.getPort() == -1 ? standard : uri.getPort();
    String shown = uri.getScheme() + "://" + uri.getHost() + (port == standard ? "" : ":" + port);
    return new Endpoint(shown, host, port, isEncrypted);
  }

  /** Whether it is this very machine, so that nobody else can read or change what is sent there. */
  public boolean isLoopback() {
    return host.matches("localhost|.+\\.localhost|127(\\.\\d{1,3}){3}|::1|0:0:0:0:0:0:0:1");
  }

  /** Refuses an endpoint to which credentials would be sent unencrypted. */
  public void requireEncrypted() {
    if (isEncrypted || isLoopback()) return;
    throw new IllegalArgumentException(origin + " must begin with https, since others could read the credentials; "
        + "allow plain HTTP if the network encrypts by other means");
  }
}
