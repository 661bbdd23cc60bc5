package io.platonic.client.internal.calls;

import io.platonic.client.Reason;
import io.platonic.client.internal.encoding.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.HttpsURLConnection;

/** The keys that a service publishes. */
public final class KeySet {
  private static final int TIMEOUT_MS = 30_000;

  private KeySet() {}

  /** Fetches the key set of the service at an endpoint. */
  public static String fetch(Network network, ServiceVersion version, Lifetime lifetime) {
    lifetime.requireOpen();
    CompletableFuture<String> answer = lifetime.bound(new CompletableFuture<>());
    // On a thread of its own, which nobody has to wait for.
    Trace trace = Trace.current();
    Thread thread = new Thread(() -> read(network, version, trace, answer), "platonic-key-set");
    thread.setDaemon(true);
    thread.start();
    answer.orTimeout(TIMEOUT_MS, TimeUnit.MILLISECONDS);
    return Futures.await(answer);
  }

  /** Reads by what every Java has: the module of the newer client is missing where nobody requires it. */
  private static void read(
      Network network, ServiceVersion version, Trace trace, CompletableFuture<String> answer) {
    String address = network.endpoint().origin() + "/.well-known/jwks.json";
    try {
      HttpURLConnection connection = connect(URI.create(address).toURL(), network);
      connection.setConnectTimeout(TIMEOUT_MS);
      connection.setReadTimeout(TIMEOUT_MS);
      connection.setInstanceFollowRedirects(false);
      trace.write(connection::setRequestProperty);
      answer.whenComplete((text, thrown) -> connection.disconnect());
      int status = connection.getResponseCode();
      version.read(connection.getHeaderField(ServiceVersion.HEADER));
      if (status != 200) throw new Failure(Reasons.ofHttp(status), address + " answered with status " + status);
      try (InputStream body = connection.getInputStream()) {
        answer.complete(checked(new String(body.readAllBytes(), StandardCharsets.UTF_8)));
      }
    } catch (Failure failure) {
      answer.completeExceptionally(failure);
    } catch (IOException | RuntimeException failure) {
      String message = address + " did not answer with a key set: " + failure;
      answer.completeExceptionally(Failure.of(Reason.UNREACHABLE, message, failure));
    }
  }

  private static HttpURLConnection connect(URL address, Network network) throws IOException {
    Optional<HttpProxy> proxy = network.proxy();
    HttpURLConnection connection = (HttpURLConnection) (proxy.isPresent()
        ? address.openConnection(proxy.get().proxy())
        : address.openConnection());
    proxy.flatMap(HttpProxy::authenticator).ifPresent(connection::setAuthenticator);
    connection.setRequestProperty("User-Agent", network.userAgent());
    if (connection instanceof HttpsURLConnection encrypted) {
      network.authorities().ifPresent(authorities -> encrypted.setSSLSocketFactory(authorities.sockets()));
    }
    return connection;
  }

  /** Returns a text that is JSON. Throws IllegalArgumentException for what an intermediary has written. */
  private static String checked(String keySet) {
    Json.object(keySet);
    return keySet;
  }
}
