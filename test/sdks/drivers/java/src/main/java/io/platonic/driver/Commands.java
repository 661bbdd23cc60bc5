package io.platonic.driver;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import io.grpc.MethodDescriptor;
import io.platonic.client.Attempt;
import io.platonic.client.Calls;
import io.platonic.client.Capture;
import io.platonic.client.Client;
import io.platonic.client.Credentials;
import io.platonic.client.EventStart;
import io.platonic.client.Journal;
import io.platonic.client.Order;
import io.platonic.client.Outcome;
import io.platonic.client.ProvenReceipt;
import io.platonic.client.Receipts;
import io.platonic.client.Wallet;
import io.platonic.client.WalletBuilder;
import io.platonic.client.WalletEvent;
import io.platonic.client.WalletEvents;
import io.platonic.client.Webhooks;
import io.platonic.wallet.v1.LedgerEntry;
import io.platonic.wallet.v1.ListLedgerEntriesRequest;
import io.platonic.wallet.v1.Receipt;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Runs commands. There is one client and one wallet at a time. */
final class Commands {
  private final Queue<Attempt> attempts = new ConcurrentLinkedQueue<>();
  private final Queue<Outcome> settled = new ConcurrentLinkedQueue<>();
  private final Queue<String> warnings = new ConcurrentLinkedQueue<>();
  private volatile Client client;
  private volatile Wallet wallet;

  /** Whether the commands that follow depend on a command having ended. */
  static boolean runsAtOnce(JsonObject command) {
    return Set.of("open", "wallet").contains(command.get("do").getAsString());
  }

  JsonElement run(JsonObject command) throws Exception {
    return switch (command.get("do").getAsString()) {
      case "open" -> open(command);
      case "call" -> call(command);
      case "pages" -> pages(command);
      case "register" -> register(command);
      case "wallet" -> openWallet(command);
      case "create" -> create();
      case "pay" -> Json.of(wallet.pay(Json.order(command.get("order"))));
      case "payMany" -> Json.all(wallet.payMany(orders(command)));
      case "payAll" -> Bulk.payAll(wallet, orders(command));
      case "payFile" -> Bulk.payFile(wallet, Path.of(text(command, "orders")), Path.of(text(command, "outcomes")));
      case "payLinked" -> Json.all(wallet.payLinked(orders(command)));
      case "hold" -> Json.of(wallet.hold(
          Json.order(command.get("order")), Instant.ofEpochMilli(command.get("captureBeforeMs").getAsLong())));
      case "capture" -> Json.of(wallet.capture(capture(command)));
      case "release" -> Json.of(wallet.release(text(command, "holdId")));
      case "reverse" -> Json.of(command.has("amount")
          ? wallet.reverse(text(command, "transactionId"), text(command, "amount"))
          : wallet.reverse(text(command, "transactionId")));
      case "exchange" -> Json.of(wallet.exchange(Json.asset(text(command, "fromTokenType")),
          Json.asset(text(command, "toTokenType")), text(command, "amount")));
      case "balances" -> balances();
      case "history" -> history(command);
      case "reconcile" -> Json.all(wallet.reconcile());
      case "events" -> events(command);
      case "receipt" -> proven(wallet.receipt(text(command, "transactionId")), command);
      case "verifyReceipt" -> proven(read(command.get("receipt"), Receipt.newBuilder()).build(), command);
      case "verifyWebhook" -> verifyWebhook(command);
      case "close" -> close(text(command, "what"));
      case "settled" -> Json.all(taken(settled));
      case "warnings" -> warnings();
      case "attempts" -> attempts();
      default -> throw new IllegalArgumentException("there is no command " + command.get("do"));
    };
  }

  void close() {
    if (wallet != null) wallet.close();
    if (client != null) client.close();
  }

  private JsonElement close(String what) {
    switch (what) {
      case "client" -> client.close();
      case "wallet" -> wallet.close();
      default -> throw new IllegalArgumentException("there is no " + what + " to close");
    }
    return new JsonObject();
  }

  private JsonElement open(JsonObject command) {
    Client.Builder builder = Client.builder(text(command, "endpoint")).hook(attempts::add).onWarning(warnings::add);
    if (has(command, "apiKey")) builder.apiKey(text(command, "apiKey"));
    if (has(command, "deadlineMs")) builder.deadline(Duration.ofMillis(command.get("deadlineMs").getAsLong()));
    Client opened = builder.build();
    if (client != null) client.close();
    client = opened;
    return new JsonObject();
  }

  private JsonElement call(JsonObject command) throws Exception {
    MethodDescriptor<Message, Message> method = Json.method(text(command, "service"), text(command, "method"));
    Calls calls = has(command, "idempotencyKey")
        ? client.withIdempotencyKey(text(command, "idempotencyKey"))
        : client;
    return JsonParser.parseString(JsonFormat.printer().print(calls.call(method, request(method, command))));
  }

  private JsonElement pages(JsonObject command) throws Exception {
    MethodDescriptor<Message, Message> method = Json.method(text(command, "service"), text(command, "method"));
    JsonArray items = new JsonArray();
    for (Message item : client.iterate(method, request(method, command), Message.class)) {
      items.add(JsonParser.parseString(JsonFormat.printer().print(item)));
    }
    return Json.member("items", items);
  }

  private static Message request(MethodDescriptor<Message, Message> method, JsonObject command) throws Exception {
    var marshaller = (MethodDescriptor.PrototypeMarshaller<Message>) method.getRequestMarshaller();
    JsonElement given = command.has("request") ? command.get("request") : new JsonObject();
    return read(given, marshaller.getMessagePrototype().newBuilderForType()).build();
  }

  private static <B extends Message.Builder> B read(JsonElement json, B builder) throws InvalidProtocolBufferException {
    JsonFormat.parser().merge(json.toString(), builder);
    return builder;
  }

  private JsonElement register(JsonObject command) {
    Credentials credentials = client.register(text(command, "username"));
    return Json.member("credentials", JsonParser.parseString(credentials.toJson()));
  }

  private JsonElement openWallet(JsonObject command) {
    if (has(command, "useChannel") && command.get("useChannel").getAsBoolean()) {
      throw new IllegalArgumentException("the client for Java has no wallet channel");
    }
    Credentials credentials = Credentials.fromJson(command.get("credentials").toString());
    WalletBuilder builder = Wallet.builder(text(command, "endpoint"), credentials)
        .hook(attempts::add).onSettled(settled::add).onWarning(warnings::add);
    if (has(command, "journal")) builder.journal(Journal.inFolder(Path.of(text(command, "journal"))));
    if (has(command, "retryCount")) builder.retryCount(command.get("retryCount").getAsInt());
    if (has(command, "clientId")) builder.clientId(text(command, "clientId"));
    if (has(command, "confirmTimeoutMs")) {
      builder.confirmTimeout(Duration.ofMillis(command.get("confirmTimeoutMs").getAsLong()));
    }
    if (has(command, "clockOffsetMs")) {
      Duration offset = Duration.ofMillis(command.get("clockOffsetMs").getAsLong());
      builder.clock(Clock.offset(Clock.systemUTC(), offset));
    }
    Wallet opened = builder.build();
    if (wallet != null) wallet.close();
    wallet = opened;
    return new JsonObject();
  }

  private JsonElement create() {
    wallet.create();
    return new JsonObject();
  }

  private static List<Order> orders(JsonObject command) throws Exception {
    List<Order> orders = new ArrayList<>();
    for (JsonElement order : command.getAsJsonArray("orders")) orders.add(Json.order(order));
    return orders;
  }

  private static Capture capture(JsonObject command) {
    Capture capture =
        Capture.of(text(command, "holdId"), text(command, "amount"), Json.asset(text(command, "tokenType")));
    return has(command, "keepRest") && command.get("keepRest").getAsBoolean() ? capture.keepingRest() : capture;
  }

  private JsonElement balances() {
    JsonObject free = new JsonObject();
    wallet.balances().forEach((asset, amount) -> free.addProperty(asset, amount.toPlainString()));
    return free;
  }

  private JsonElement history(JsonObject command) {
    Iterable<LedgerEntry> entries = wallet.history();
    if (has(command, "pageSize")) {
      entries = wallet.client().walletService().iterateLedgerEntries(ListLedgerEntriesRequest.newBuilder()
          .setIdentityId(wallet.identityId()).setPageSize(command.get("pageSize").getAsInt()).build());
    }
    JsonArray ids = new JsonArray();
    for (LedgerEntry entry : entries) ids.add(new WalletEvent(entry, "").id());
    return Json.member("ids", ids);
  }

  private JsonElement events(JsonObject command) {
    boolean fromStart = has(command, "fromStart") && command.get("fromStart").getAsBoolean();
    EventStart start = fromStart ? EventStart.first() : EventStart.now();
    if (has(command, "cursor")) start = EventStart.after(text(command, "cursor"));
    JsonArray events = new JsonArray();
    try (WalletEvents following = wallet.events(start)) {
      for (int left = command.get("count").getAsInt(); left > 0; left--) {
        WalletEvent event = following.next();
        JsonObject told = new JsonObject();
        told.addProperty("id", event.id());
        told.addProperty("sequence", event.entry().getSequence());
        told.addProperty("cursor", event.cursor());
        events.add(told);
      }
    }
    return Json.member("events", events);
  }

  private static JsonElement proven(Receipt receipt, JsonObject command) {
    JsonElement keySet = command.get("keySet");
    ProvenReceipt proven = Receipts.verify(receipt, keySet.isJsonPrimitive() ? keySet.getAsString() : keySet.toString());
    JsonObject facts = new JsonObject();
    facts.addProperty("confirmationCode", proven.confirmationCode());
    facts.addProperty("sequence", proven.sequence());
    return facts;
  }

  private static JsonElement verifyWebhook(JsonObject command) {
    List<String> secrets = new ArrayList<>();
    for (JsonElement secret : command.getAsJsonArray("secrets")) secrets.add(secret.getAsString());
    Map<String, String> headers = new HashMap<>();
    command.getAsJsonObject("headers").entrySet().forEach(one -> headers.put(one.getKey(), one.getValue().getAsString()));
    byte[] body = text(command, "body").getBytes(StandardCharsets.UTF_8);
    Webhooks.verify(secrets, headers, body, Instant.ofEpochMilli(command.get("nowMs").getAsLong()));
    return new JsonObject();
  }

  private JsonElement warnings() {
    JsonArray all = new JsonArray();
    taken(warnings).forEach(all::add);
    return Json.member("warnings", all);
  }

  private JsonElement attempts() {
    JsonArray all = new JsonArray();
    for (Attempt attempt : taken(attempts)) {
      JsonObject told = new JsonObject();
      told.addProperty("method", attempt.method());
      told.addProperty("attempt", attempt.number());
      attempt.reason().ifPresent(reason -> told.addProperty("reason", reason.name()));
      all.add(told);
    }
    return Json.member("attempts", all);
  }

  private static <T> List<T> taken(Queue<T> queue) {
    List<T> all = new ArrayList<>();
    for (T one = queue.poll(); one != null; one = queue.poll()) all.add(one);
    return all;
  }

  private static boolean has(JsonObject command, String name) {
    return command.has(name) && !command.get(name).equals(JsonNull.INSTANCE);
  }

  private static String text(JsonObject command, String name) {
    if (!has(command, name)) throw new IllegalArgumentException("the command needs the member " + name);
    return command.get(name).getAsString();
  }
}
