package io.platonic.driver;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import io.grpc.MethodDescriptor;
import io.grpc.ServiceDescriptor;
import io.platonic.client.Asset;
import io.platonic.client.Credentials;
import io.platonic.client.ExchangeOutcome;
import io.platonic.client.Order;
import io.platonic.client.Outcome;
import io.platonic.wallet.v1.ExchangeErrorCode;
import io.platonic.wallet.v1.ExchangeResult;
import io.platonic.wallet.v1.TokenType;
import io.platonic.wallet.v1.TransactionErrorCode;
import io.platonic.wallet.v1.TransactionResult;
import io.platonic.wallet.v1.TransferOrder;
import java.util.List;
import java.util.Locale;

/** Translates between JSON and the client. */
final class Json {
  private Json() {}

  static JsonElement of(Outcome outcome) {
    JsonObject json = outcome(outcome.kind(), outcome.id());
    outcome.errorCode().ifPresent(code -> json.addProperty("errorCode", code == TransactionErrorCode.UNRECOGNIZED
        ? String.valueOf(outcome.transaction().orElseThrow().getErrorCodeValue())
        : code.name().replace("TRANSACTION_ERROR_CODE_", "")));
    if (outcome.transaction().map(TransactionResult::getIsOfAnotherOrder).orElse(false)) {
      json.addProperty("isOfAnotherOrder", true);
    }
    return json;
  }

  static JsonElement of(ExchangeOutcome outcome) {
    JsonObject json = outcome(outcome.kind(), outcome.id());
    outcome.received().ifPresent(received -> json.addProperty("received", received));
    if (outcome.kind() == Outcome.Kind.FAILED) {
      ExchangeResult result = outcome.exchange().orElseThrow();
      json.addProperty("errorCode", result.getErrorCode() == ExchangeErrorCode.UNRECOGNIZED
          ? String.valueOf(result.getErrorCodeValue())
          : result.getErrorCode().name().replace("EXCHANGE_ERROR_CODE_", ""));
    }
    return json;
  }

  private static JsonObject outcome(Outcome.Kind kind, String id) {
    JsonObject json = new JsonObject();
    json.addProperty("kind", kind.name().toLowerCase(Locale.ROOT));
    json.addProperty("id", id);
    return json;
  }

  static JsonElement all(List<Outcome> outcomes) {
    JsonArray all = new JsonArray();
    outcomes.forEach(outcome -> all.add(of(outcome)));
    return member("outcomes", all);
  }

  static JsonObject member(String name, JsonElement value) {
    JsonObject json = new JsonObject();
    json.add(name, value);
    return json;
  }

  /** Reads an order in protobuf's JSON mapping. Tokens may have the words of REST, too. */
  static Order order(JsonElement json) throws InvalidProtocolBufferException {
    JsonObject order = json.getAsJsonObject().deepCopy();
    if (order.has("tokenType")) {
      order.addProperty("tokenType", asset(order.get("tokenType").getAsString()).tokenType().name());
    }
    if (order.has("createdAtMs")) order.add("createdAt", order.remove("createdAtMs"));
    TransferOrder.Builder terms = TransferOrder.newBuilder();
    JsonFormat.parser().merge(order.toString(), terms);
    return Order.of(terms.build());
  }

  /** Returns a member of credentials, as they are written. */
  static String text(Credentials credentials, String name) {
    return JsonParser.parseString(credentials.toJson()).getAsJsonObject().get(name).getAsString();
  }

  /** Reads a token by its name or number, or a currency by its code. */
  static Asset asset(String name) {
    for (TokenType type : List.of(TokenType.TOKEN_TYPE_STANDARD, TokenType.TOKEN_TYPE_MICRO)) {
      Asset asset = new Asset(type, "");
      if (List.of(type.name(), asset.name(), String.valueOf(type.getNumber())).contains(name)) return asset;
    }
    boolean isExternal = List.of("TOKEN_TYPE_EXTERNAL", "TOKEN_EXTERNAL", "3").contains(name);
    return Asset.currency(isExternal ? "" : name);
  }

  /** Finds a method by the names of its service and of itself. */
  @SuppressWarnings("unchecked")
  static MethodDescriptor<Message, Message> method(String service, String method) throws ReflectiveOperationException {
    Class<?> generated = Class.forName("io.platonic." + service + "Grpc");
    ServiceDescriptor descriptor = (ServiceDescriptor) generated.getMethod("getServiceDescriptor").invoke(null);
    return descriptor.getMethods().stream()
        .filter(one -> method.equals(one.getBareMethodName()))
        .map(one -> (MethodDescriptor<Message, Message>) one)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(service + " has no method " + method));
  }
}
