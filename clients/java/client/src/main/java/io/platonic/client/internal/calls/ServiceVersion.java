package io.platonic.client.internal.calls;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The version of the service, as its first answer tells it. Warns once of one that does not fit that of the client. */
public final class ServiceVersion implements ClientInterceptor {
  static final String HEADER = "Platonic-Version";
  private static final Metadata.Key<String> KEY = Metadata.Key.of(HEADER, Metadata.ASCII_STRING_MARSHALLER);
  private static final Pattern VERSION = Pattern.compile("(\\d{1,9})\\.(\\d{1,9})\\.\\d{1,9}([-+][\\w.+-]{1,64})?");

  private final String own;
  private final String endpoint;
  private final Consumer<String> onWarning;
  private volatile String told;

  public ServiceVersion(String own, String endpoint, Consumer<String> onWarning) {
    this.own = own;
    this.endpoint = endpoint;
    this.onWarning = onWarning;
  }

  /** Returns the version of the service; empty before its first answer. */
  public Optional<String> value() {
    return Optional.ofNullable(told);
  }

  /** Takes the header of an answer; null if it has none. */
  void read(String version) {
    if (told != null || version == null || !VERSION.matcher(version).matches()) return;
    synchronized (this) {
      if (told != null) return;
      told = version;
    }
    int difference = Integer.compare(generationOf(version), generationOf(own));
    if (majorOf(version) != majorOf(own)) difference = Integer.compare(majorOf(version), majorOf(own));
    if (difference != 0) warn(version, difference < 0);
  }

  private void warn(String version, boolean isOlder) {
    String remedy = isOlder
        ? "older than this client (" + own + "): calls that it does not know fail with NOT_FOUND; update the service, or use "
            + "the client of its version"
        : "newer than this client (" + own + "): update the client";
    try {
      onWarning.accept("the service at " + endpoint + " has version " + version + ", " + remedy);
    } catch (RuntimeException faulty) {
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, faulty);
    }
  }

  private static int majorOf(String version) {
    return partOf(version, 1);
  }

  /** Returns the number that changes with what callers must know: the minor one while the major one is 0. */
  private static int generationOf(String version) {
    return majorOf(version) == 0 ? partOf(version, 2) : 0;
  }

  private static int partOf(String version, int part) {
    Matcher matcher = VERSION.matcher(version);
    if (!matcher.matches()) throw new IllegalArgumentException(version + " is no version");
    return Integer.parseInt(matcher.group(part));
  }

  @Override
  public <Q, A> ClientCall<Q, A> interceptCall(MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
    return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
      @Override
      public void start(Listener<A> listener, Metadata headers) {
        super.start(new SimpleForwardingClientCallListener<>(listener) {
          @Override
          public void onHeaders(Metadata received) {
            read(received.get(KEY));
            super.onHeaders(received);
          }

          @Override
          public void onClose(Status status, Metadata trailers) {
            // An answer that is a failure alone has its headers here.
            read(trailers.get(KEY));
            super.onClose(status, trailers);
          }
        }, headers);
      }
    };
  }
}
