/** One connection's way out: all that the channel knows of WebSocket. */
export interface Connection {
  /** The IP address of the other end. */
  readonly address: string;
  /** What was sent and not taken by the network. */
  readonly unsentBytes: number;
  send(message: Uint8Array): void;
  /** Calls back when all that has arrived in this turn of the event loop was taken in. */
  atEndOfTurn(callback: () => void): void;
  /** Stops reading. What was read already still comes. */
  pause(): void;
  resume(): void;
  /** Says that this is the end, with a status of RFC 6455, section 7.4, and lets go when the other side has said so too. */
  close(status: CloseStatus): void;
  /** Ends it at once. */
  cut(): void;
}

/** Its way in. Nothing is told after `gone`. */
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
