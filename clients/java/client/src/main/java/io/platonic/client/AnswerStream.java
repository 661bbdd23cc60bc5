package io.platonic.client;

import java.util.Iterator;

/**
 * Answers of a stream, in their order. Waits for the next answer, and throws {@link PlatonicException} if the stream breaks.
 * To be used by one thread; {@link #close()} may be called by any.
 *
 * @param <A> the type of the answers
 */
public final class AnswerStream<A> implements Iterator<A>, AutoCloseable {
  private final Iterator<A> answers;
  private final Runnable close;

  AnswerStream(Iterator<A> answers, Runnable close) {
    this.answers = answers;
    this.close = close;
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
    close.run();
  }
}
