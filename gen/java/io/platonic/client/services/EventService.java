// Code generated from the contract. DO NOT EDIT.
package io.platonic.client.services;

import io.platonic.client.Calls;
import io.platonic.client.AnswerStream;
import java.util.concurrent.CompletableFuture;

/** Tells of movements of money when they happen. Over REST the answers are Server-Sent Events, whose id is the cursor. */
public final class EventService {
  private final Calls calls;

  EventService(Calls calls) {
    this.calls = calls;
  }

  /**
   * Streams each entry that moves money into or out of a wallet, in ledger order, starting after a cursor. A stream that is opened again with the last cursor misses no entry. The stream is as it comes: it is not opened again after a break.
   *
   * @param request the request
   * @return the answers, to be closed
   */
  public AnswerStream<io.platonic.wallet.v1.WatchResponse> watch(io.platonic.wallet.v1.WatchRequest request) {
    return calls.stream(io.platonic.wallet.v1.EventServiceGrpc.getWatchMethod(), request);
  }

  /**
   * Reads the next events after a cursor, and waits for the first of them if there is none: for clients without streams, and for the channel.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.wallet.v1.ListEventsResponse listEvents(io.platonic.wallet.v1.ListEventsRequest request) {
    return calls.call(io.platonic.wallet.v1.EventServiceGrpc.getListEventsMethod(), request);
  }

  /**
   * Reads the next events after a cursor, and waits for the first of them if there is none: for clients without streams, and for the channel. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.wallet.v1.ListEventsResponse> listEventsAsync(io.platonic.wallet.v1.ListEventsRequest request) {
    return calls.callAsync(io.platonic.wallet.v1.EventServiceGrpc.getListEventsMethod(), request);
  }

  /**
   * Streams the same entries for all wallets. An entry between two wallets appears once for each of them. The stream is as it comes: it is not opened again after a break.
   *
   * @param request the request
   * @return the answers, to be closed
   */
  public AnswerStream<io.platonic.wallet.v1.WatchAllResponse> watchAll(io.platonic.wallet.v1.WatchAllRequest request) {
    return calls.stream(io.platonic.wallet.v1.EventServiceGrpc.getWatchAllMethod(), request);
  }
}
