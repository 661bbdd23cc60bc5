package io.platonic.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.net.httpserver.HttpServer;
import io.grpc.ConnectivityState;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.platonic.client.internal.calls.GrpcTransport;
import io.platonic.geocode.v1.EncodeRequest;
import io.platonic.geocode.v1.GeocodeServiceGrpc;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class TransportTest {
  private final List<ManagedChannel> channels = new ArrayList<>();
  private final AtomicLong nowMs = new AtomicLong(1_000);

  @Test
  @Timeout(20)
  void opensAnotherConnectionInPlaceOfOneThatIsSilentFromItsBeginning() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        GrpcTransport transport = new GrpcTransport(() -> connected(silent.getLocalPort()), nowMs::get)) {
      send(transport);
      while (channels.get(0).getState(false) != ConnectivityState.CONNECTING) Thread.onSpinWait();
      nowMs.addAndGet(4_999);
      send(transport);
      assertEquals(1, channels.size());
      nowMs.addAndGet(1);
      send(transport);
      assertEquals(2, channels.size());
      while (channels.get(1).getState(false) != ConnectivityState.CONNECTING) Thread.onSpinWait();
      send(transport);
      assertEquals(2, channels.size());
    }
  }

  @Test
  void fetchesAKeySetAndNothingElse() throws IOException {
    Map<String, String> answers = Map.of("200", "{\"keys\":[]}", "200 ", "<h1>welcome</h1>", "503", "", "404", "{}");
    Map<String, String> told = new TreeMap<>();
    for (Map.Entry<String, String> answer : answers.entrySet()) {
      HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
      byte[] body = answer.getValue().getBytes(StandardCharsets.UTF_8);
      server.createContext("/.well-known/jwks.json", exchange -> {
        exchange.sendResponseHeaders(Integer.parseInt(answer.getKey().trim()), body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
      });
      server.start();
      try (Client client = Client.builder("http://127.0.0.1:" + server.getAddress().getPort()).build()) {
        told.put(answer.getKey(), client.keySet());
      } catch (PlatonicException failure) {
        told.put(answer.getKey(), failure.reason().name());
      } finally {
        server.stop(0);
      }
    }
    assertEquals(Map.of("200", "{\"keys\":[]}", "200 ", "UNREACHABLE", "404", "UNKNOWN", "503", "UNREACHABLE"), told);
  }

  @Test
  @Timeout(60)
  void endsTheConnectionOfAClientThatWasForgotten() {
    List<LogRecord> logged = new CopyOnWriteArrayList<>();
    Logger logger = Logger.getLogger("io.grpc.internal.ManagedChannelOrphanWrapper");
    Handler handler = new Handler() {
      @Override
      public void publish(LogRecord told) {
        logged.add(told);
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
    logger.addHandler(handler);
    WeakReference<ManagedChannel> forgotten = forgottenChannel();
    while (forgotten.get() != null) System.gc();
    // gRPC tells of the forgotten when it makes channels.
    for (int i = 0; i < 100; i++) connected(1).shutdown();
    logger.removeHandler(handler);
    assertEquals(List.of(), logged.stream().map(LogRecord::getMessage).toList());
  }

  private WeakReference<ManagedChannel> forgottenChannel() {
    new GrpcTransport(() -> connected(1), nowMs::get);
    return new WeakReference<>(channels.remove(0));
  }

  private ManagedChannel connected(int port) {
    channels.add(Grpc.newChannelBuilderForAddress("127.0.0.1", port, InsecureChannelCredentials.create()).build());
    return channels.get(channels.size() - 1);
  }

  private static void send(GrpcTransport transport) {
    transport.send(GeocodeServiceGrpc.getEncodeMethod(), EncodeRequest.getDefaultInstance(), new Metadata(), 60_000);
  }
}
