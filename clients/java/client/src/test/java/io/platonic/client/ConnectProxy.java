package io.platonic.client;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A proxy that connects clients with ports of this machine, whatever host they name. */
final class ConnectProxy implements Closeable {
  /** Heads of the requests so far. */
  final List<String> heads = new CopyOnWriteArrayList<>();
  private final ServerSocket server;
  private final boolean asksForLogin;

  ConnectProxy(boolean asksForLogin) throws IOException {
    this.asksForLogin = asksForLogin;
    server = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
    start(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  /** Something that may end with the connection. */
  private interface Work {
    void run() throws IOException;
  }

  private static void start(Work work) {
    Thread thread = new Thread(() -> {
      try {
        work.run();
      } catch (IOException ended) {
        // The connection is closed.
      }
    });
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = server.accept();
      start(() -> connect(client));
    }
  }

  private void connect(Socket client) throws IOException {
    StringBuilder head = new StringBuilder();
    InputStream in = client.getInputStream();
    while (head.indexOf("\r\n\r\n") < 0) head.append((char) in.read());
    heads.add(head.toString());
    boolean isLoggedIn = head.toString().toLowerCase().contains("\r\nproxy-authorization: basic ");
    if (asksForLogin && !isLoggedIn) {
      answer(client, "407 Login\r\nProxy-Authenticate: Basic realm=\"test\"\r\nContent-Length: 0\r\nConnection: close");
      client.close();
      return;
    }
    int port = Integer.parseInt(head.substring(head.indexOf(":") + 1, head.indexOf(" HTTP/")));
    Socket service = new Socket("127.0.0.1", port);
    answer(client, "200 OK");
    start(() -> pass(service, client));
    pass(client, service);
  }

  private static void answer(Socket client, String head) throws IOException {
    client.getOutputStream().write(("HTTP/1.1 " + head + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
  }

  private static void pass(Socket from, Socket to) throws IOException {
    try (from; to; OutputStream out = to.getOutputStream()) {
      from.getInputStream().transferTo(out);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
