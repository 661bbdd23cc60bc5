package io.platonic.client;

import io.platonic.client.internal.calls.Answers;
import java.util.Iterator;

/**
 * Answers of a stream, in their order. Waits for the next answer, and throws {@link PlatonicException} if the stream breaks.
 * To be used by one thread; {@link #close()} may be called by any.
 *
 * @param <A> the type of the answers
 */
public final class AnswerStream<A> implements Iterator<A>, AutoCloseable {
  private final Answers<A> answers;

  AnswerStream(Answers<A> answers) {
    this.answers = answers;
  }

  @Override
  public boolean hasNext() {
    return PlatonicException.unwrapped(answers::hasNext);
  }

  @Override
  public A next() {
    return PlatonicException.unwrapped(answers::next);
  }

  /** Ends the stream: there are no more answers. */
  @Override
  public void close() {
    answers.close();
  }
}
