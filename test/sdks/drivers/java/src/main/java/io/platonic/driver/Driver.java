package io.platonic.driver;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.platonic.client.BadReceiptException;
import io.platonic.client.BadWebhookException;
import io.platonic.client.PlatonicException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Translates commands, one JSON object a line, into calls of the client for Java (test/sdks/README.md). */
public final class Driver {
  private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

  private static final TextMapGetter<JsonObject> HEADERS = (headers, name) ->
      headers != null && headers.has(name) ? headers.get(name).getAsString() : null;

  private Driver() {}

  public static void main(String[] parameters) throws IOException {
    Commands commands = new Commands();
    // Commands that come at the same time run at the same time.
    ExecutorService threads = Executors.newCachedThreadPool();
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      JsonObject command = JsonParser.parseString(line).getAsJsonObject();
      if (Commands.runsAtOnce(command)) answer(commands, command);
      else threads.execute(() -> answer(commands, command));
    }
    commands.close();
    System.exit(0);
  }

  private static void answer(Commands commands, JsonObject command) {
    JsonObject answer = new JsonObject();
    answer.add("id", command.get("id"));
    try {
      answer.add("result", spanOf(command).wrap(() -> commands.run(command)).call());
    } catch (Exception failure) {
      answer.add("error", errorOf(failure));
    }
    synchronized (OUT) {
      OUT.println(answer);
    }
  }

  /** Returns the context of the span in which a command is to be done; the root without one. */
  private static Context spanOf(JsonObject command) {
    return W3CTraceContextPropagator.getInstance().extract(Context.root(), command.getAsJsonObject("trace"), HEADERS);
  }

  private static JsonObject errorOf(Exception failure) {
    JsonObject error = new JsonObject();
    if (failure instanceof PlatonicException known) {
      error.addProperty("reason", known.reason().name());
      known.parameter().ifPresent(parameter -> error.addProperty("parameter", parameter));
      known.retryAfter().ifPresent(wait -> error.addProperty("retryAfter", wait.toMillis() / 1_000.0));
    } else if (failure instanceof BadReceiptException) {
      error.addProperty("reason", "BAD_RECEIPT");
    } else if (failure instanceof BadWebhookException) {
      error.addProperty("reason", "BAD_WEBHOOK");
    } else {
      failure.printStackTrace();
      error.addProperty("reason", failure instanceof IllegalArgumentException ? "PARAMETER_INVALID" : "UNKNOWN");
    }
    error.addProperty("message", String.valueOf(failure.getMessage()));
    return error;
  }
}
