package io.platonic.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.TlsServerCredentials;
import io.grpc.stub.StreamObserver;
import io.platonic.client.internal.calls.Endpoint;
import io.platonic.client.internal.calls.HttpProxy;
import io.platonic.client.internal.signatures.Ed25519;
import io.platonic.geocode.v1.EncodeRequest;
import io.platonic.geocode.v1.EncodeResponse;
import io.platonic.geocode.v1.GeocodeServiceGrpc;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The way to a service named platonic.test, whose certificate is of an authority of its own. */
@Timeout(60)
class NetworkTest {
  private static final String KEYS = "{\"keys\":[]}";
  private static final List<Metadata> REQUESTS = new CopyOnWriteArrayList<>();
  private static final List<String> KEY_SET_AGENTS = new CopyOnWriteArrayList<>();
  private static KeyManagerFactory keys;
  private static String pem;
  private static Server calls;
  private static HttpsServer keySets;

  @BeforeAll
  static void serve(@TempDir Path folder) throws Exception {
    KeyStore store = newCertificate(folder.resolve("store"));
    keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, "secret".toCharArray());
    String encoded = Base64.getMimeEncoder().encodeToString(store.getCertificate("service").getEncoded());
    pem = "-----BEGIN CERTIFICATE-----\n" + encoded + "\n-----END CERTIFICATE-----\n";
    calls = Grpc.newServerBuilderForPort(0, TlsServerCredentials.newBuilder().keyManager(keys.getKeyManagers()).build())
        .addService(new Geocoder()).intercept(new Recorder()).build().start();
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    keySets = HttpsServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    keySets.setHttpsConfigurator(new HttpsConfigurator(context));
    keySets.createContext("/.well-known/jwks.json", exchange -> {
      KEY_SET_AGENTS.add(exchange.getRequestHeaders().getFirst("User-Agent"));
      byte[] body = KEYS.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().add("Platonic-Version", "9.0.1");
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
      exchange.close();
    });
    keySets.start();
  }

  private static KeyStore newCertificate(Path file) throws Exception {
    String program = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    Process made = new ProcessBuilder(program, "-genkeypair", "-alias", "service", "-keyalg", "EC", "-groupname",
        "secp256r1", "-dname", "CN=platonic.test", "-ext", "san=dns:platonic.test", "-validity", "36500", "-storetype",
        "PKCS12", "-keystore", file.toString(), "-storepass", "secret").inheritIO().start();
    assertEquals(0, made.waitFor());
    return KeyStore.getInstance(file.toFile(), "secret".toCharArray());
  }

  @AfterAll
  static void stop() {
    calls.shutdownNow();
    keySets.stop(0);
  }

  private static final class Geocoder extends GeocodeServiceGrpc.GeocodeServiceImplBase {
    @Override
    public void encode(EncodeRequest request, StreamObserver<EncodeResponse> answer) {
      answer.onNext(EncodeResponse.getDefaultInstance());
      answer.onCompleted();
    }
  }

  private static final class Recorder implements ServerInterceptor {
    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
      REQUESTS.add(headers);
      return next.startCall(call, headers);
    }
  }

  private static Client.Builder client(int port) {
    return Client.builder("https://platonic.test:" + port).apiKey("key");
  }

  private static void encode(Client client) {
    client.geocodeService().encode(EncodeRequest.getDefaultInstance());
  }

  @Test
  void callsThroughItsProxyAServiceOfItsAuthority() throws Exception {
    try (ConnectProxy proxy = new ConnectProxy(true);
        Client client = client(calls.getPort()).certificates(pem).userAgent("shop/2.1")
            .proxy("http://me:pass%20word@127.0.0.1:" + proxy.port()).build()) {
      encode(client);
      assertEquals(1, proxy.heads.size());
      String head = proxy.heads.get(0);
      assertTrue(head.startsWith("CONNECT platonic.test:" + calls.getPort() + " HTTP/1.1\r\n"), head);
      assertTrue(head.toLowerCase().contains("\r\nproxy-authorization: basic " + basic("me:pass word")), head);
      String agent = REQUESTS.get(0).get(Metadata.Key.of("user-agent", Metadata.ASCII_STRING_MARSHALLER));
      assertTrue(agent.startsWith("shop/2.1 platonic-client-java/0."), agent);
    }
  }

  private static String basic(String login) {
    return Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8)).toLowerCase();
  }

  @Test
  void readsTheKeySetTheSameWay() throws Exception {
    List<String> warnings = new CopyOnWriteArrayList<>();
    int port = keySets.getAddress().getPort();
    try (ConnectProxy proxy = new ConnectProxy(true);
        Client client = client(port).certificates(pem).onWarning(warnings::add)
            .proxy("me:word@127.0.0.1:" + proxy.port()).build()) {
      assertEquals(Optional.empty(), client.serviceVersion());
      assertEquals(KEYS, client.keySet());
      String head = proxy.heads.get(1);
      assertTrue(head.startsWith("CONNECT platonic.test:" + port), head);
      assertTrue(head.toLowerCase().contains("proxy-authorization: basic " + basic("me:word")), head);
      assertTrue(KEY_SET_AGENTS.get(0).matches("platonic-client-java/[\\d.]+ \\(java [\\w.+-]+; \\S+ \\S+\\)"), KEY_SET_AGENTS::toString);
      assertEquals(Optional.of("9.0.1"), client.serviceVersion());
      assertEquals(1, warnings.size());
    }
  }

  @Test
  void hasTheWayOfItsClientAlsoInAWallet() throws Exception {
    try (ConnectProxy proxy = new ConnectProxy(false);
        Client client = client(keySets.getAddress().getPort()).certificates(pem)
            .proxy("http://127.0.0.1:" + proxy.port()).build();
        Wallet wallet = client.wallet(new Credentials(
            "ada", "key", Ed25519.generate().privateKey(), new RotationKey(1, new byte[32]))).build()) {
      assertEquals(KEYS, wallet.client().keySet());
    }
  }

  @Test
  void callsNoServiceOfAnotherAuthority() throws Exception {
    try (ConnectProxy proxy = new ConnectProxy(false)) {
      for (int port : List.of(calls.getPort(), keySets.getAddress().getPort())) {
        try (Client client = client(port).proxy("http://127.0.0.1:" + proxy.port()).build()) {
          PlatonicException refused = assertThrows(PlatonicException.class, () -> {
            if (port == calls.getPort()) encode(client);
            else client.keySet();
          });
          assertEquals(Reason.UNREACHABLE, refused.reason());
          assertTrue(refused.getMessage().contains("certif"), refused::getMessage);
        }
      }
    }
  }

  @Test
  void refusesProxiesCertificatesAndNamesThatAreNone() {
    Client.Builder builder = Client.builder("http://127.0.0.1:1");
    for (String bad : List.of("", "https://proxy.example", "socks5://proxy.example", "http://proxy.example/path", "http://:1", "a b")) {
      String text = assertThrows(IllegalArgumentException.class, () -> builder.proxy(bad), bad).getMessage();
      assertTrue(text.contains("http://proxy.example:3128"), text);
    }
    String damaged = pem.substring(0, 100);
    for (String bad : List.of("", "certificate", damaged)) {
      String text = assertThrows(IllegalArgumentException.class, () -> builder.certificates(bad), bad).getMessage();
      assertTrue(text.contains("BEGIN CERTIFICATE"), text);
    }
    for (String bad : List.of("", "shop\r\nX: y", "läden/1", " shop")) {
      assertThrows(IllegalArgumentException.class, () -> builder.userAgent(bad), bad);
    }
  }

  @Test
  void takesTheProxyOfTheEnvironment() {
    Map<String, String> both = Map.of("HTTPS_PROXY", "http://secure.example:1", "HTTP_PROXY", "plain.example");
    assertEquals(new HttpProxy("secure.example", 1, "", ""), between("https://platonic.example", both).orElseThrow());
    assertEquals(new HttpProxy("plain.example", 80, "", ""), between("http://platonic.example", both).orElseThrow());
    Map<String, String> lower = Map.of("HTTPS_PROXY", "http://secure.example:1", "https_proxy", "http://lower.example:2");
    assertEquals("lower.example", between("https://platonic.example", lower).orElseThrow().host());
    assertEquals(Optional.empty(), between("https://platonic.example", Map.of("https_proxy", "")));
    for (String url : List.of("https://localhost:8443", "https://127.0.0.1", "https://[::1]")) {
      assertEquals(Optional.empty(), between(url, both));
    }
    Map<String, String> bad = Map.of("HTTPS_PROXY", "ftp://me:secret@proxy.example");
    String text = assertThrows(IllegalArgumentException.class, () -> between("https://platonic.example", bad)).getMessage();
    assertTrue(text.contains("HTTPS_PROXY"), text);
    assertFalse(text.contains("secret"), text);
  }

  @Test
  void takesNoProxyToTheHostsThatTheEnvironmentNames() {
    for (String list : List.of("*", "api.platonic.example", "other.example, PLATONIC.example", ".platonic.example",
        "*.platonic.example", "api.platonic.example:8443", "example")) {
      assertEquals(Optional.empty(), between("https://api.platonic.example:8443", except(list)), list);
    }
    for (String list : List.of("", "latonic.example", "api.platonic.example:443", "10.0.0.0/8", "www.api.platonic.example")) {
      assertTrue(between("https://api.platonic.example:8443", except(list)).isPresent(), list);
    }
    for (String list : List.of("10.1.2.3", "10.0.0.0/8", "10.1.2.2/31", "0.0.0.0/0")) {
      assertEquals(Optional.empty(), between("https://10.1.2.3", except(list)), list);
    }
    for (String list : List.of("10.2.0.0/16", "10.1.2.4/31", "::/0", "10.1.2.3/33", "10.0.0.0/x", "a/8")) {
      assertTrue(between("https://10.1.2.3", except(list)).isPresent(), list);
    }
    assertEquals(Optional.empty(), between("https://[2001:db8::7]", except("2001:db8::/32")));
    assertEquals(Optional.empty(), between("https://[2001:db8::7]", except("[2001:db8::7]")));
  }

  private static Map<String, String> except(String list) {
    return Map.of("HTTPS_PROXY", "http://proxy.example:3128", "no_proxy", list);
  }

  private static Optional<HttpProxy> between(String url, Map<String, String> environment) {
    return HttpProxy.ofEnvironment(Endpoint.of(url), environment);
  }
}
