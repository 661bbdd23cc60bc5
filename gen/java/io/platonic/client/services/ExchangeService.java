// Code generated from the contract. DO NOT EDIT.
package io.platonic.client.services;

import io.platonic.client.Calls;
import java.util.concurrent.CompletableFuture;

/** Exchange between tokens and currencies. A rejected exchange is a successful call with <code>success</code> false. Methods that answer in pages can be iterated, too. */
public final class ExchangeService {
  private final Calls calls;

  ExchangeService(Calls calls) {
    this.calls = calls;
  }

  /**
   * Lists the current rates.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.wallet.v1.ListRatesResponse listRates(io.platonic.wallet.v1.ListRatesRequest request) {
    return calls.call(io.platonic.wallet.v1.ExchangeServiceGrpc.getListRatesMethod(), request);
  }

  /**
   * Lists the current rates. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.wallet.v1.ListRatesResponse> listRatesAsync(io.platonic.wallet.v1.ListRatesRequest request) {
    return calls.callAsync(io.platonic.wallet.v1.ExchangeServiceGrpc.getListRatesMethod(), request);
  }

  /**
   * Quotes terms for an exchange, which are valid for seconds.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.wallet.v1.CreateQuoteResponse createQuote(io.platonic.wallet.v1.CreateQuoteRequest request) {
    return calls.call(io.platonic.wallet.v1.ExchangeServiceGrpc.getCreateQuoteMethod(), request);
  }

  /**
   * Quotes terms for an exchange, which are valid for seconds. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.wallet.v1.CreateQuoteResponse> createQuoteAsync(io.platonic.wallet.v1.CreateQuoteRequest request) {
    return calls.callAsync(io.platonic.wallet.v1.ExchangeServiceGrpc.getCreateQuoteMethod(), request);
  }

  /**
   * Exchanges at a quote's terms, or at the current rate.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.wallet.v1.ExchangeResponse exchange(io.platonic.wallet.v1.ExchangeRequest request) {
    return calls.call(io.platonic.wallet.v1.ExchangeServiceGrpc.getExchangeMethod(), request);
  }

  /**
   * Exchanges at a quote's terms, or at the current rate. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.wallet.v1.ExchangeResponse> exchangeAsync(io.platonic.wallet.v1.ExchangeRequest request) {
    return calls.callAsync(io.platonic.wallet.v1.ExchangeServiceGrpc.getExchangeMethod(), request);
  }

  /**
   * Exchanges one external currency into another.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.wallet.v1.ExchangeCurrenciesResponse exchangeCurrencies(io.platonic.wallet.v1.ExchangeCurrenciesRequest request) {
    return calls.call(io.platonic.wallet.v1.ExchangeServiceGrpc.getExchangeCurrenciesMethod(), request);
  }

  /**
   * Exchanges one external currency into another. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.wallet.v1.ExchangeCurrenciesResponse> exchangeCurrenciesAsync(io.platonic.wallet.v1.ExchangeCurrenciesRequest request) {
    return calls.callAsync(io.platonic.wallet.v1.ExchangeServiceGrpc.getExchangeCurrenciesMethod(), request);
  }

  /**
   * Lists the successful exchanges of a wallet, newest first.
   *
   * @param request the request
   * @return the answer
   */
  public io.platonic.wallet.v1.ListExchangesResponse listExchanges(io.platonic.wallet.v1.ListExchangesRequest request) {
    return calls.call(io.platonic.wallet.v1.ExchangeServiceGrpc.getListExchangesMethod(), request);
  }

  /**
   * Lists the successful exchanges of a wallet, newest first. Does not block.
   *
   * @param request the request
   * @return the answer; cancelling it ends the call
   */
  public CompletableFuture<io.platonic.wallet.v1.ListExchangesResponse> listExchangesAsync(io.platonic.wallet.v1.ListExchangesRequest request) {
    return calls.callAsync(io.platonic.wallet.v1.ExchangeServiceGrpc.getListExchangesMethod(), request);
  }

  /**
   * Lists the successful exchanges of a wallet, newest first. Asks for a page when it is needed.
   *
   * @param request the request
   * @return all items of all pages
   */
  public Iterable<io.platonic.wallet.v1.ExchangeRecord> iterateExchanges(io.platonic.wallet.v1.ListExchangesRequest request) {
    return calls.iterate(io.platonic.wallet.v1.ExchangeServiceGrpc.getListExchangesMethod(), request, io.platonic.wallet.v1.ExchangeRecord.class);
  }
}
