import type { Socket } from "node:net";

/**
 * Connections of a port, of any protocol, so that closing the port leaves none behind. Undecided connections have not sent
 * enough to tell their protocol; no request is running on them.
 */
export class Connections {
  readonly #all = new Set<Socket>();
  readonly #undecided = new Map<string, Socket>();

  add(socket: Socket): void {
    this.#all.add(socket);
    const peer = peerOf(socket);
    this.#undecided.set(peer, socket);
    socket.once("close", () => {
      this.#all.delete(socket);
      if (this.#undecided.get(peer) === socket) this.#undecided.delete(peer);
    });
  }

  /** Marks a connection as decided. The socket may be the TLS socket around the one that was added. */
  decide(socket: Socket): void {
    this.#undecided.delete(peerOf(socket));
  }

  destroyUndecided(): void {
    for (const socket of this.#undecided.values()) socket.destroy();
  }

  /** Resets all connections, so that a peer that keeps its own side open notices too. */
  resetAll(): void {
    for (const socket of this.#all) socket.resetAndDestroy();
  }
}

function peerOf(socket: Socket): string {
  return `${socket.remoteAddress} ${socket.remotePort} ${socket.localAddress}`;
}
