/**
 * Outgoing side of a connection: everything that the channel knows of WebSocket. No message is delivered after `close`,
 * `cut` or the receiver's `gone`, whichever side ends it.
 */
export interface Connection {
  /** The IP address of the other end. */
  readonly address: string;
  /** Bytes sent that the network has not accepted yet. */
  readonly unsentBytes: number;
  send(message: Uint8Array): void;
  /** Calls back after all input that has arrived in this turn of the event loop is read. */
  atEndOfTurn(callback: () => void): void;
  /** Starts the closing handshake with a status of RFC 6455, section 7.4. */
  close(status: CloseStatus): void;
  /** Ends the connection at once, without a closing handshake. */
  cut(): void;
}

/** Incoming side of a connection. */
export interface Receiver {
  message(bytes: Uint8Array): void;
  /** Called once, when the connection has ended; no call follows. */
  gone(): void;
}

export const closeStatus = {
  done: 1000,
  goingAway: 1001,
  protocolError: 1002,
  unsupported: 1003,
  policy: 1008,
  bug: 1011,
} as const;

export type CloseStatus = (typeof closeStatus)[keyof typeof closeStatus];
