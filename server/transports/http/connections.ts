import type { Socket } from "node:net";

/**
 * The connections of a port, whatever is spoken on them, so that closing it leaves none behind. `undecided` are those
 * that have not said enough to be anyone's: nothing is under way on them.
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

  /** The socket may be the one of TLS around the one that was added: both have the same ends. */
  decide(socket: Socket): void {
    this.#undecided.delete(peerOf(socket));
  }

  destroyUndecided(): void {
    for (const socket of this.#undecided.values()) socket.destroy();
  }

  /** With a reset: a peer that keeps its own side open must notice too. */
  resetAll(): void {
    for (const socket of this.#all) socket.resetAndDestroy();
  }
}

function peerOf(socket: Socket): string {
  return `${socket.remoteAddress} ${socket.remotePort} ${socket.localAddress}`;
}
