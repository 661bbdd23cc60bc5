package io.platonic.client.internal.calls;

import io.platonic.client.Reason;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** The keys that a service publishes. */
public final class KeySet {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private KeySet() {}

  /** Fetches the key set of the service at an endpoint. */
  public static String fetch(Endpoint endpoint) {
    URI address = URI.create(endpoint.origin() + "/.well-known/jwks.json");
    HttpRequest request = HttpRequest.newBuilder(address).timeout(TIMEOUT).build();
    try {
      HttpResponse<String> answer =
          HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() == 200) return answer.body();
      throw new Failure(Reason.UNREACHABLE, address + " answered with status " + answer.statusCode());
    } catch (IOException failure) {
      throw Failure.of(Reason.UNREACHABLE, address + " did not answer: " + failure.getMessage(), failure);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw Failure.of(Reason.UNKNOWN, "the thread was interrupted while it read the keys", interrupted);
    }
  }
}
