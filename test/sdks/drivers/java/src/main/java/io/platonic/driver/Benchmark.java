package io.platonic.driver;

import com.google.protobuf.ByteString;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.stub.MetadataUtils;
import io.platonic.admin.v1.DepositRequest;
import io.platonic.client.Asset;
import io.platonic.client.Client;
import io.platonic.client.Credentials;
import io.platonic.client.Order;
import io.platonic.client.Outcome;
import io.platonic.client.Wallet;
import io.platonic.wallet.v1.Amount;
import io.platonic.wallet.v1.SignedOrder;
import io.platonic.wallet.v1.TokenType;
import io.platonic.wallet.v1.TransactionServiceGrpc;
import io.platonic.wallet.v1.TransferOrder;
import io.platonic.wallet.v1.TransferRequest;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Base64;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Compares transfers a second of the client with those of the bare generated client, which signs alike and does nothing else:
 * {@code Benchmark URL API_KEY [SECONDS] [THREADS]}. Prints one line of JSON.
 */
public final class Benchmark {
  private Benchmark() {}

  /** Makes one transfer. */
  private interface Transfer {
    void run() throws Exception;
  }

  public static void main(String[] parameters) throws Exception {
    String url = parameters[0];
    String apiKey = parameters[1];
    int seconds = parameters.length > 2 ? Integer.parseInt(parameters[2]) : 4;
    int threads = parameters.length > 3 ? Integer.parseInt(parameters[3]) : 16;
    try (Client client = Client.builder(url).apiKey(apiKey).build()) {
      Credentials credentials = client.register("ada-" + UUID.randomUUID().toString().substring(0, 13));
      Credentials recipient = client.register("bob-" + UUID.randomUUID().toString().substring(0, 13));
      try (Wallet bob = Wallet.builder(url, recipient).build(); Wallet ada = Wallet.builder(url, credentials).build()) {
        bob.create();
        ada.create();
        client.ledgerService().deposit(DepositRequest.newBuilder().setIdentityId(ada.identityId())
            .setTokenType(TokenType.TOKEN_TYPE_STANDARD).setAmount(Amount.newBuilder().setDecimal("1000000")).build());
        Order order = Order.of(bob.identityId(), "0.01", Asset.STANDARD);
        pay(ada, order);
        long startMs = System.currentTimeMillis() - ManagementFactory.getRuntimeMXBean().getStartTime();
        Transfer bare = bare(url, apiKey, credentials, bob.identityId());
        measure(() -> pay(ada, order), seconds, threads);
        measure(bare, seconds, threads);
        double sdkRate = measure(() -> pay(ada, order), seconds, threads);
        double bareRate = measure(bare, seconds, threads);
        double sdkAgain = measure(() -> pay(ada, order), seconds, threads);
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        long heap = (runtime.totalMemory() - runtime.freeMemory()) / 1_048_576;
        System.out.printf("{\"sdk\": %.0f, \"bare\": %.0f, \"sdkAgain\": %.0f, \"ratio\": %.2f, \"heapMiB\": %d, "
            + "\"msToTheFirstTransfer\": %d}%n", sdkRate, bareRate, sdkAgain, (sdkRate + sdkAgain) / 2 / bareRate, heap, startMs);
      }
    }
    System.exit(0);
  }

  private static void pay(Wallet wallet, Order order) {
    Outcome outcome = wallet.pay(order);
    if (outcome.kind() != Outcome.Kind.COMPLETED) throw new IllegalStateException("not completed: " + outcome);
  }

  /** Returns a transfer by the generated client. */
  private static Transfer bare(String url, String apiKey, Credentials credentials, String recipient) throws Exception {
    URI uri = URI.create(url);
    ManagedChannel channel =
        Grpc.newChannelBuilderForAddress(uri.getHost(), uri.getPort(), InsecureChannelCredentials.create()).build();
    Metadata headers = new Metadata();
    headers.put(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer " + apiKey);
    var stub = TransactionServiceGrpc.newBlockingStub(channel)
        .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers));
    String text = Json.text(credentials, "privateKey");
    PrivateKey key = KeyFactory.getInstance("Ed25519").generatePrivate(
        new EdECPrivateKeySpec(NamedParameterSpec.ED25519, Base64.getUrlDecoder().decode(text)));
    byte[] purpose = "platonic transfer v1\n".getBytes(StandardCharsets.UTF_8);
    return () -> {
      TransferOrder order = TransferOrder.newBuilder().setId(UUID.randomUUID().toString())
          .setSender(credentials.identityId()).setRecipient(recipient).setAmount("0.01")
          .setTokenType(TokenType.TOKEN_TYPE_STANDARD).setCreatedAt(System.currentTimeMillis()).build();
      ByteString bytes = order.toByteString();
      SignedOrder signed = SignedOrder.newBuilder().setOrder(bytes).setKeyId(credentials.keyId())
          .setSignature(ByteString.copyFrom(sign(key, purpose, bytes.toByteArray()))).build();
      TransferRequest request =
          TransferRequest.newBuilder().setSender(credentials.identityId()).setSignedOrder(signed).build();
      if (!stub.withDeadlineAfter(30, TimeUnit.SECONDS).transfer(request).getResult().getSuccess()) {
        throw new IllegalStateException("not completed");
      }
    };
  }

  private static byte[] sign(PrivateKey key, byte[] purpose, byte[] order) throws GeneralSecurityException {
    Signature signature = Signature.getInstance("Ed25519");
    signature.initSign(key);
    signature.update(purpose);
    signature.update(order);
    return signature.sign();
  }

  /** Returns transfers a second of many threads, each of which makes one after the other. */
  private static double measure(Transfer transfer, int seconds, int threads) throws InterruptedException {
    AtomicLong count = new AtomicLong();
    long startNs = System.nanoTime();
    long endNs = startNs + TimeUnit.SECONDS.toNanos(seconds);
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    for (int i = 0; i < threads; i++) {
      executor.submit(() -> {
        while (System.nanoTime() < endNs) {
          transfer.run();
          count.incrementAndGet();
        }
        return null;
      });
    }
    executor.shutdown();
    if (!executor.awaitTermination(seconds + 60L, TimeUnit.SECONDS)) throw new IllegalStateException("still running");
    return count.get() * 1e9 / (System.nanoTime() - startNs);
  }
}
