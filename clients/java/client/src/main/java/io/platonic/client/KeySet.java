package io.platonic.client;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** The keys that a service publishes. */
final class KeySet {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private KeySet() {}

  /** Fetches the key set of the service at an endpoint. */
  static String fetch(Endpoint endpoint) {
    URI address = URI.create(endpoint.origin() + "/.well-known/jwks.json");
    HttpRequest request = HttpRequest.newBuilder(address).timeout(TIMEOUT).build();
    try {
      HttpResponse<String> answer =
          HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() == 200) return answer.body();
      throw new PlatonicException(Reason.UNREACHABLE, address + " answered with status " + answer.statusCode());
    } catch (IOException failure) {
      throw PlatonicException.of(Reason.UNREACHABLE, address + " did not answer: " + failure.getMessage(), failure);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw PlatonicException.of(Reason.UNKNOWN, "the thread was interrupted while it read the keys", interrupted);
    }
  }
}
