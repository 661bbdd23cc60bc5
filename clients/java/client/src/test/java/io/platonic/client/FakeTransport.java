package io.platonic.client;

import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.platonic.client.internal.calls.Answers;
import io.platonic.client.internal.calls.Failure;
import io.platonic.client.internal.calls.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A transport whose answers are given by the test. */
final class FakeTransport implements Transport {
  record Sent(String method, Object request, Metadata headers, long timeoutMs, CompletableFuture<Answer<Object>> answer) {
    String header(String name) {
      return headers.get(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER));
    }

    void answer(Object message) {
      answer.complete(new Answer<>(message, new Metadata()));
    }

    void fail(Reason reason) {
      answer.completeExceptionally(new Failure(reason, "as the test says"));
    }
  }

  final List<Sent> sent = new ArrayList<>();

  Sent last() {
    return sent.get(sent.size() - 1);
  }

  @Override
  @SuppressWarnings({"unchecked", "rawtypes"})
  public <Q, A> CompletableFuture<Answer<A>> send(
      MethodDescriptor<Q, A> method, Q request, Metadata headers, long timeoutMs) {
    CompletableFuture<Answer<A>> answer = new CompletableFuture<>();
    sent.add(new Sent(method.getBareMethodName(), request, headers, timeoutMs, (CompletableFuture) answer));
    return answer;
  }

  @Override
  public <Q, A> Answers<A> stream(MethodDescriptor<Q, A> method, Q request, Metadata headers) {
    throw new UnsupportedOperationException("no test has streams here");
  }
}
