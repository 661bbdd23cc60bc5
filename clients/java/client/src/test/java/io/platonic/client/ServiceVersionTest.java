package io.platonic.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.platonic.client.internal.calls.OwnName;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ServiceVersionTest {
  private final List<String> warnings = new ArrayList<>();
  private HttpServer service;
  /** Version that the service tells; null if it tells none. */
  private String version;

  @BeforeEach
  void serve() throws IOException {
    service = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    service.createContext("/", exchange -> {
      if (version != null) exchange.getResponseHeaders().add("platonic-version", version);
      exchange.sendResponseHeaders(200, 2);
      exchange.getResponseBody().write("{}".getBytes(StandardCharsets.UTF_8));
      exchange.close();
    });
    service.start();
  }

  @AfterEach
  void stop() {
    service.stop(0);
  }

  private Client.Builder client() {
    return Client.builder("http://127.0.0.1:" + service.getAddress().getPort());
  }

  private Optional<String> read(Client client, String told) {
    version = told;
    client.keySet();
    return client.serviceVersion();
  }

  @Test
  void isThatOfItsBuild() throws IOException {
    assertTrue(Files.readString(Path.of("pom.xml")).contains("<version>" + OwnName.version() + "</version>"));
  }

  @Test
  void isComparedWithThatOfTheServiceOnce() {
    try (Client client = client().onWarning(warnings::add).build()) {
      for (String none : new String[] {null, "moon", "1", "1.2", "-1.2.3", "1.2.3.4", "9999999999.0.0"}) {
        assertEquals(Optional.empty(), read(client, none));
      }
      assertEquals(Optional.of("0.0.9"), read(client, "0.0.9"));
      assertEquals(Optional.of("0.0.9"), read(client, "7.0.0"));
    }
    String endpoint = "http://127.0.0.1:" + service.getAddress().getPort();
    assertEquals(List.of("the service at " + endpoint + " has version 0.0.9, older than this client (" + OwnName.version()
        + "): calls that it does not know fail with NOT_FOUND; update the service, or use the client of its version"), warnings);
  }

  @Test
  void isNewerOrOlderByItsFirstNumberThatIsNotZero() {
    String own = OwnName.version();
    String next = own.substring(0, own.lastIndexOf('.')) + ".99-rc.1";
    for (String same : List.of(own, next)) warn(same);
    assertEquals(List.of(), warnings);
    for (String newer : List.of("0.99.0", "1.0.0", "7.0.0")) warn(newer);
    assertEquals(3, warnings.size());
    for (String warning : warnings) {
      assertTrue(warning.endsWith(", newer than this client (" + own + "): update the client"), warning);
    }
  }

  private void warn(String told) {
    try (Client client = client().onWarning(warnings::add).build()) {
      read(client, told);
    }
  }

  @Test
  void isLoggedAsAWarningIfNobodyListens() {
    List<LogRecord> logged = new ArrayList<>();
    Logger logger = Logger.getLogger("io.platonic.client");
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
    logger.setUseParentHandlers(false);
    try (Client client = client().build()) {
      read(client, "7.0.0");
    }
    logger.removeHandler(handler);
    logger.setUseParentHandlers(true);
    assertEquals(List.of("WARNING"), logged.stream().map(told -> told.getLevel().getName()).toList());
    assertTrue(logged.get(0).getMessage().contains("7.0.0"));
  }
}
