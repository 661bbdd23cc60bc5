package io.platonic.client;

import com.google.protobuf.Message;
import io.grpc.MethodDescriptor;
import io.platonic.client.internal.calls.Futures;
import io.platonic.client.internal.calls.Pages;
import java.util.concurrent.CompletableFuture;

/** Makes the calls of generated clients, by the terms that the contract declares for each method. */
public interface Calls {
  /**
   * Calls a method and waits for its answer.
   *
   * @param <Q> the type of the request
   * @param <A> the type of the answer
   * @param method the method
   * @param request the request
   * @return the answer
   * @throws PlatonicException if the call fails
   */
  default <Q extends Message, A extends Message> A call(MethodDescriptor<Q, A> method, Q request) {
    return PlatonicException.unwrapped(() -> Futures.await(callAsync(method, request)));
  }

  /**
   * Calls a method. The future fails with {@link PlatonicException}; cancelling it ends the call.
   *
   * @param <Q> the type of the request
   * @param <A> the type of the answer
   * @param method the method
   * @param request the request
   * @return the answer
   */
  <Q extends Message, A extends Message> CompletableFuture<A> callAsync(MethodDescriptor<Q, A> method, Q request);

  /**
   * Opens a stream of answers.
   *
   * @param <Q> the type of the request
   * @param <A> the type of the answers
   * @param method the method
   * @param request the request
   * @return the answers, to be closed
   */
  <Q extends Message, A extends Message> AnswerStream<A> stream(MethodDescriptor<Q, A> method, Q request);

  /**
   * Iterates over the items of all pages. Each page is asked for when it is needed.
   *
   * @param <Q> the type of the request
   * @param <A> the type of the answers
   * @param <I> the type of the items
   * @param method a method that answers in pages
   * @param request the request for the first page
   * @param type the type of the items
   * @return the items; every iteration begins with the first page
   */
  default <Q extends Message, A extends Message, I> Iterable<I> iterate(
      MethodDescriptor<Q, A> method, Q request, Class<I> type) {
    return Pages.of(page -> call(method, page), method, request, type);
  }
}
