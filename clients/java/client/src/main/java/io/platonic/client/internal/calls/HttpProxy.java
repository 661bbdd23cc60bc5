package io.platonic.client.internal.calls;

import io.grpc.HttpConnectProxiedSocketAddress;
import io.grpc.ProxyDetector;
import java.net.Authenticator;
import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A proxy that connects clients with services (CONNECT).
 *
 * @param host name or address of its host
 * @param port its port
 * @param user name to log in with; empty if it asks for none
 * @param password password to log in with
 */
public record HttpProxy(String host, int port, String user, String password) {
  private static final int STANDARD_PORT = 80;

  /**
   * Reads an address such as {@code http://user:password@proxy.example:3128}.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static HttpProxy of(String address) {
    return of("the proxy", address);
  }

  private static HttpProxy of(String name, String address) {
    try {
      URI uri = URI.create(address.contains("://") ? address : "http://" + address);
      boolean hasPath = uri.getPath() != null && !uri.getPath().isEmpty() && !uri.getPath().equals("/");
      if ("http".equalsIgnoreCase(uri.getScheme()) && uri.getHost() != null && !hasPath) {
        String[] login = (uri.getUserInfo() == null ? "" : uri.getUserInfo()).split(":", 2);
        int port = uri.getPort() == -1 ? STANDARD_PORT : uri.getPort();
        return new HttpProxy(uri.getHost().replaceAll("[\\[\\]]", ""), port, login[0], login.length > 1 ? login[1] : "");
      }
    } catch (IllegalArgumentException malformed) {
      // Told below, without the password that the address may have.
    }
    throw new IllegalArgumentException(
        name + " must be written like http://proxy.example:3128, with http and without a path; TLS to a proxy is not supported");
  }

  /**
   * Returns the proxy that the variables of the environment name for a service: HTTPS_PROXY, HTTP_PROXY and NO_PROXY, in
   * either case. Empty if there is none, or if Java has one of its own settings.
   *
   * @throws IllegalArgumentException if a variable is malformed
   */
  public static Optional<HttpProxy> ofEnvironment(Endpoint endpoint, Map<String, String> environment) {
    if (endpoint.isLoopback() || isSetInJava(endpoint)) return Optional.empty();
    String name = endpoint.isEncrypted() ? "HTTPS_PROXY" : "HTTP_PROXY";
    String address = valueOf(name, environment);
    if (address.isEmpty() || ProxyExceptions.of(valueOf("NO_PROXY", environment)).matches(endpoint)) return Optional.empty();
    return Optional.of(of("the variable " + name, address));
  }

  private static String valueOf(String name, Map<String, String> environment) {
    String lower = environment.get(name.toLowerCase(Locale.ROOT));
    return (lower == null ? environment.getOrDefault(name, "") : lower).strip();
  }

  /** Whether Java is told of a proxy, by properties such as https.proxyHost. */
  private static boolean isSetInJava(Endpoint endpoint) {
    ProxySelector selector = ProxySelector.getDefault();
    return selector != null
        && selector.select(URI.create(endpoint.origin())).stream().anyMatch(proxy -> proxy.type() != Proxy.Type.DIRECT);
  }

  /** Returns this for connections of gRPC. */
  ProxyDetector detector() {
    return target -> {
      var route = HttpConnectProxiedSocketAddress.newBuilder()
          .setTargetAddress((InetSocketAddress) target).setProxyAddress(address());
      if (!user.isEmpty()) route.setUsername(user).setPassword(password);
      return route.build();
    };
  }

  /** Returns this for connections of Java. */
  Proxy proxy() {
    return new Proxy(Proxy.Type.HTTP, address());
  }

  /**
   * Returns what logs connections of Java in; empty if the proxy asks for no name. Java sends a password through a proxy that
   * connects if the property jdk.http.auth.tunneling.disabledSchemes allows it.
   */
  Optional<Authenticator> authenticator() {
    if (user.isEmpty()) return Optional.empty();
    return Optional.of(new Authenticator() {
      @Override
      protected PasswordAuthentication getPasswordAuthentication() {
        return getRequestorType() == RequestorType.PROXY ? new PasswordAuthentication(user, password.toCharArray()) : null;
      }
    });
  }

  private InetSocketAddress address() {
    return new InetSocketAddress(host, port);
  }

  /** {@return the address without the password} */
  @Override
  public String toString() {
    return "http://" + host + ":" + port;
  }
}
