package io.platonic.client;

import io.platonic.client.internal.calls.Timer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A clock that goes on when it is told to. */
final class FakeTimer implements Timer {
  private record Alarm(long atMs, Runnable action) {}

  private final List<Alarm> alarms = new ArrayList<>();
  private long nowMs = 1_000;

  @Override
  public long nowMs() {
    return nowMs;
  }

  @Override
  public Runnable after(long delayMs, Runnable action) {
    Alarm alarm = new Alarm(nowMs + Math.max(0, delayMs), action);
    alarms.add(alarm);
    return () -> alarms.remove(alarm);
  }

  /** Number of alarms that are set. */
  int alarmCount() {
    return alarms.size();
  }

  /** Lets time pass, with the alarms that are due meanwhile. */
  void pass(long ms) {
    long endMs = nowMs + ms;
    while (true) {
      Alarm next = alarms.stream().filter(alarm -> alarm.atMs <= endMs).min(Comparator.comparing(Alarm::atMs)).orElse(null);
      if (next == null) break;
      alarms.remove(next);
      nowMs = next.atMs;
      next.action.run();
    }
    nowMs = endMs;
  }
}
