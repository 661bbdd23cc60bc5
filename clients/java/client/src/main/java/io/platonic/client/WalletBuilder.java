package io.platonic.client;

import io.platonic.client.internal.calls.Terms;
import io.platonic.client.internal.calls.Times;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Consumer;

/** Opens wallets. */
public final class WalletBuilder {
  private static final long CONFIRM_TIMEOUT_MS = 30_000;
  private static final int RETRY_COUNT = 3;

  final Credentials credentials;
  final ClientOptions options;
  Journal journal = Journal.inMemory();
  long confirmTimeoutMs = CONFIRM_TIMEOUT_MS;
  int retryCount = RETRY_COUNT;
  Consumer<Outcome> onSettled = outcome -> {};

  WalletBuilder(ClientOptions options, Credentials credentials) {
    this.credentials = credentials;
    this.options = options;
  }

  /**
   * Sets the journal. By default it is in memory: choose {@link Journal#inFolder} for payments that outlive the program.
   *
   * @param value the journal
   * @return this
   */
  public WalletBuilder journal(Journal value) {
    journal = value;
    return this;
  }

  /**
   * Sets how long the confirmation of a payment may take before it is voided, and how long voiding may take before the
   * outcome is unresolved. By default it is 30 seconds, of which each attempt has a third. Whatever is beyond 24 days counts as
   * 24 days.
   *
   * @param value the time
   * @return this
   * @throws IllegalArgumentException if it is not longer than nothing
   */
  public WalletBuilder confirmTimeout(Duration value) {
    confirmTimeoutMs = Times.ms("the time for the confirmation", value);
    return this;
  }

  /**
   * Sets how often the same bytes are sent again while the outcome is unknown. By default it is 3.
   *
   * @param value number of repetitions, from 0
   * @return this
   */
  public WalletBuilder retryCount(int value) {
    if (value < 0) throw new IllegalArgumentException("the number of repetitions must not be negative");
    retryCount = value;
    return this;
  }

  /**
   * Is told of each operation that is settled after its call has returned that it is unresolved, or whose caller no longer waits:
   * a thread that was interrupted, or a future that was cancelled. What a call returns is told by it alone, and so are the outcomes
   * of {@link Wallet#payAll}. Runs on a thread that reads answers.
   *
   * @param value the listener
   * @return this
   */
  public WalletBuilder onSettled(Consumer<Outcome> value) {
    onSettled = value;
    return this;
  }

  /**
   * Adds an observer of all attempts.
   *
   * @param value the observer
   * @return this
   */
  public WalletBuilder hook(AttemptHook value) {
    options.hooks.add(value);
    return this;
  }

  /**
   * Sets the audience of the service's tokens, if that is not the origin of the endpoint.
   *
   * @param value the audience
   * @return this
   */
  public WalletBuilder audience(String value) {
    options.audience = value;
    return this;
  }

  /**
   * Sets the id of this client, which is unique for each client of an identity that is open. By default it is one of
   * {@code java-00} to {@code java-ff}, drawn at random.
   *
   * @param value 1 to 64 letters, digits, dots, hyphens or underscores
   * @return this
   */
  public WalletBuilder clientId(String value) {
    options.clientId = value;
    return this;
  }

  /**
   * Sets the clock. One that is wrong is corrected by the time of the service.
   *
   * @param value the clock
   * @return this
   */
  public WalletBuilder clock(Clock value) {
    options.clock = value;
    return this;
  }

  /**
   * Sets the caller's own product, which requests name before this client: {@code shop/2.1 platonic-client-java/0.1.0 ...}.
   *
   * @param value name and version, such as {@code shop/2.1}
   * @return this
   * @throws IllegalArgumentException if it has other characters than printable ASCII
   */
  public WalletBuilder userAgent(String value) {
    options.userAgent(value);
    return this;
  }

  /**
   * Is told, once, that the service has a version that does not fit this client. By default that is logged by
   * {@link System.Logger} {@code io.platonic.client}. Runs on a thread that reads answers.
   *
   * @param value the listener, which gets a text for the operator
   * @return this
   */
  public WalletBuilder onWarning(Consumer<String> value) {
    options.onWarning(value);
    return this;
  }

  /**
   * Sets the HTTP proxy through which connections are made. By default it is that of Java's own settings, such as
   * {@code https.proxyHost}, or else that of the variables HTTPS_PROXY, HTTP_PROXY and NO_PROXY.
   *
   * @param address such as {@code http://proxy.example:3128}, or {@code http://user:password@proxy.example:3128}
   * @return this
   * @throws IllegalArgumentException if it is no address of an HTTP proxy
   */
  public WalletBuilder proxy(String address) {
    options.proxy(address);
    return this;
  }

  /**
   * Sets the authorities by which the certificate of the service is verified, in place of those of the platform.
   *
   * @param pem their certificates, each with the lines BEGIN CERTIFICATE and END CERTIFICATE
   * @return this
   * @throws IllegalArgumentException if there is no certificate, or one that cannot be read
   */
  public WalletBuilder certificates(String pem) {
    options.certificates(pem);
    return this;
  }

  /**
   * Sends credentials without TLS, for networks that encrypt by other means.
   *
   * @return this
   */
  public WalletBuilder allowPlainHttp() {
    options.allowsPlainHttp = true;
    return this;
  }

  /**
   * Opens the wallet. It connects with its first call.
   *
   * @return the wallet, to be closed
   * @throws IllegalArgumentException if credentials would go unencrypted
   */
  public Wallet build() {
    options.sessionTimeoutMs = Math.min(options.sessionTimeoutMs, Math.max(1_000, Terms.attemptMs(confirmTimeoutMs)));
    return new Wallet(this);
  }
}
