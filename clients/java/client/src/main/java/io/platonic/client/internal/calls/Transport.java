package io.platonic.client.internal.calls;

import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import java.util.concurrent.CompletableFuture;

/** Sends single requests; tests provide their own. */
public interface Transport {
  /**
   * An answer with its headers.
   *
   * @param <A> the type of the answer
   * @param message the answer
   * @param headers headers of the answer
   */
  record Answer<A>(A message, Metadata headers) {}

  /** Sends a request once. Fails with Failure; cancelling the result ends the call. */
  <Q, A> CompletableFuture<Answer<A>> send(MethodDescriptor<Q, A> method, Q request, Metadata headers, long timeoutMs);

  /** Opens a stream of answers. */
  <Q, A> Answers<A> stream(MethodDescriptor<Q, A> method, Q request, Metadata headers);
}
