package io.platonic.client;

/**
 * Where the events of a wallet begin, and how silent they may be.
 *
 * @param cursor cursor of the last event that was dealt with; empty: none
 * @param fromStart whether to begin with the first entry of the wallet, if there is no cursor
 * @param heartbeatSeconds longest silence of the service, 1 to 60; after three of them the client connects again
 */
public record EventStart(String cursor, boolean fromStart, int heartbeatSeconds) {
  private static final int HEARTBEAT_SECONDS = 15;
  private static final int HEARTBEAT_SECONDS_MAX = 60;

  /**
   * Makes a start.
   *
   * @param cursor cursor of the last event that was dealt with; empty: none
   * @param fromStart whether to begin with the first entry of the wallet, if there is no cursor
   * @param heartbeatSeconds longest silence of the service, 1 to 60
   * @throws IllegalArgumentException if the heartbeat is not of 1 to 60 seconds
   */
  public EventStart {
    if (heartbeatSeconds < 1 || heartbeatSeconds > HEARTBEAT_SECONDS_MAX) {
      throw new IllegalArgumentException("a heartbeat has 1 to 60 seconds, and not " + heartbeatSeconds);
    }
  }

  /**
   * Begins after the event of a cursor.
   *
   * @param cursor the cursor of the last event that was dealt with
   * @return the start
   */
  public static EventStart after(String cursor) {
    return new EventStart(cursor, false, HEARTBEAT_SECONDS);
  }

  /**
   * Begins with the first entry of the wallet.
   *
   * @return the start
   */
  public static EventStart first() {
    return new EventStart("", true, HEARTBEAT_SECONDS);
  }

  /**
   * Begins with what happens from now on.
   *
   * @return the start
   */
  public static EventStart now() {
    return new EventStart("", false, HEARTBEAT_SECONDS);
  }

  /**
   * Returns the same start with another heartbeat.
   *
   * @param seconds 1 to 60
   * @return the start
   */
  public EventStart withHeartbeat(int seconds) {
    return new EventStart(cursor, fromStart, seconds);
  }
}
