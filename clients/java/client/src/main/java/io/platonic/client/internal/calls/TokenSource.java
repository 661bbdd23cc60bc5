package io.platonic.client.internal.calls;

import java.util.concurrent.CompletableFuture;

/** Gives the credentials that calls carry: an API key, a JWT or the token of a session. */
public interface TokenSource {
  /** Calls without credentials. */
  TokenSource NONE = of(null);

  /** Returns the present token; null for calls without credentials. Fails if no session can be opened. */
  CompletableFuture<String> token();

  /** Forgets a token that was refused. Returns whether there can be another one. */
  boolean forget(String token);

  /** Returns a source that always gives the same token. */
  static TokenSource of(String token) {
    return new TokenSource() {
      @Override
      public CompletableFuture<String> token() {
        return CompletableFuture.completedFuture(token);
      }

      @Override
      public boolean forget(String refused) {
        return false;
      }
    };
  }
}
