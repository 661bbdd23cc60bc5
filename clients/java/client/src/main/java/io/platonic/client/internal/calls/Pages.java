package io.platonic.client.internal.calls;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.grpc.MethodDescriptor;
import io.platonic.call.v1.Page;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;

/** Iterates over the items of all pages of a method, by the fields that the contract declares for it. */
public final class Pages {
  private Pages() {}

  public static <Q extends Message, A extends Message, I> Iterable<I> of(
      Function<Q, A> call, MethodDescriptor<Q, A> method, Q request, Class<I> type) {
    Terms terms = Terms.of(method);
    Page page = terms.page().orElseThrow(
        () -> new IllegalArgumentException(method.getFullMethodName() + " does not answer in pages: call it"));
    Trace trace = Trace.current();
    return () -> new PageIterator<>(call, request, type, page, trace);
  }

  private static final class PageIterator<Q extends Message, A extends Message, I> implements Iterator<I> {
    private final Function<Q, A> call;
    private final Class<I> type;
    private final Page page;
    private final FieldDescriptor tokenField;
    /** Null after the last page. */
    private Q next;
    private Iterator<?> items = List.of().iterator();
    private final Trace trace;

    PageIterator(Function<Q, A> call, Q request, Class<I> type, Page page, Trace trace) {
      this.trace = trace;
      this.call = call;
      this.type = type;
      this.page = page;
      this.next = request;
      this.tokenField = fieldOf(request.getDescriptorForType(), page.getToken());
    }

    @Override
    public boolean hasNext() {
      while (!items.hasNext() && next != null) read();
      return items.hasNext();
    }

    @Override
    public I next() {
      if (!hasNext()) throw new NoSuchElementException("there are no more items");
      return type.cast(items.next());
    }

    @SuppressWarnings("unchecked")
    private void read() {
      A answer = trace.during(() -> call.apply(next));
      Descriptor descriptor = answer.getDescriptorForType();
      items = ((List<?>) answer.getField(fieldOf(descriptor, page.getItems()))).iterator();
      String token = (String) answer.getField(fieldOf(descriptor, page.getNext()));
      next = token.isEmpty() ? null : (Q) next.toBuilder().setField(tokenField, token).build();
    }

    private static FieldDescriptor fieldOf(Descriptor descriptor, String name) {
      FieldDescriptor field = descriptor.findFieldByName(name);
      if (field == null) throw new IllegalStateException(descriptor.getFullName() + " has no field " + name);
      return field;
    }
  }
}
