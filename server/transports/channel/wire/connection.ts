/** Outgoing side of a connection: all that the channel knows of WebSocket. */
export interface Connection {
  /** The IP address of the other end. */
  readonly address: string;
  /** Bytes sent that the network has not taken yet. */
  readonly unsentBytes: number;
  send(message: Uint8Array): void;
  /** Calls back after all input that has arrived in this turn of the event loop was read. */
  atEndOfTurn(callback: () => void): void;
  /** Stops reading. Messages read already are still delivered. */
  pause(): void;
  resume(): void;
  /** Starts the closing handshake with a status of RFC 6455, section 7.4. */
  close(status: CloseStatus): void;
  /** Ends the connection at once, without a closing handshake. */
  cut(): void;
}

/** Incoming side of a connection. Nothing is called after `gone`. */
export interface Receiver {
  message(bytes: Uint8Array): void;
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
