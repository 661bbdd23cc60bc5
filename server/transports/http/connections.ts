import type { Socket } from "node:net";
import { networkOf } from "../../core/network.ts";

/** Bound of the connections of one network. */
export interface ConnectionBounds {
  readonly perNetworkMax: number;
  /** Whether an address is that of a proxy, whose connections are those of many callers. */
  readonly isProxy: (address: string) => boolean;
}

/**
 * Connections of a port, of any protocol, so that closing the port leaves none behind. Undecided connections have not sent
 * enough to tell their protocol; no request is running on them.
 */
export class Connections {
  readonly #all = new Set<Socket>();
  readonly #undecided = new Map<string, Socket>();
  readonly #byNetwork = new Map<string, number>();
  readonly #bounds: ConnectionBounds;

  constructor(bounds: ConnectionBounds) {
    this.#bounds = bounds;
  }

  /** Returns false, and destroys the connection, if its network has too many. */
  add(socket: Socket): boolean {
    if (!this.#isWithinBounds(socket)) {
      socket.destroy();
      return false;
    }
    this.#all.add(socket);
    const peer = peerOf(socket);
    this.#undecided.set(peer, socket);
    socket.once("close", () => {
      this.#all.delete(socket);
      if (this.#undecided.get(peer) === socket) this.#undecided.delete(peer);
    });
    return true;
  }

  #isWithinBounds(socket: Socket): boolean {
    const { remoteAddress = "" } = socket;
    if (this.#bounds.isProxy(remoteAddress)) return true;
    const network = networkOf(remoteAddress);
    const count = (this.#byNetwork.get(network) ?? 0) + 1;
    if (count > this.#bounds.perNetworkMax) return false;
    this.#byNetwork.set(network, count);
    socket.once("close", () => {
      const left = (this.#byNetwork.get(network) as number) - 1;
      if (left === 0) this.#byNetwork.delete(network);
      else this.#byNetwork.set(network, left);
    });
    return true;
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
