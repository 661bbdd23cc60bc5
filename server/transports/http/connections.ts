import type { Socket } from "node:net";
import { networkOf } from "../../core/network.ts";
import type { NetworkPlaces } from "./network-places.ts";
import { receiveProxyHeader } from "./proxy-protocol.ts";

/** Limit of the connections of one network. */
export interface ConnectionBounds {
  readonly places: NetworkPlaces;
  /** Whether an address is that of a proxy, which connects on behalf of many callers. */
  readonly isProxy: (address: string) => boolean;
  /** Whether proxies begin each connection with a PROXY protocol header. Nobody else may. */
  readonly hasProxyHeaders: boolean;
}

/**
 * Connections of a port with any protocol, so that closing the port leaves none behind. Undecided connections have not
 * sent enough to identify their protocol; no request is running on them.
 */
export class Connections {
  readonly #all = new Set<Socket>();
  readonly #undecided = new Map<string, Socket>();
  /** Addresses of the callers behind proxies, by connection. */
  readonly #callers = new Map<string, string>();
  readonly #bounds: ConnectionBounds;

  constructor(bounds: ConnectionBounds) {
    this.#bounds = bounds;
  }

  get count(): number {
    return this.#all.size;
  }

  /** Adds a connection, and calls back once it is admitted. It is destroyed if its network has too many. */
  add(socket: Socket, admitted: () => void): void {
    const { remoteAddress = "" } = socket;
    const peer = peerOf(socket);
    this.#all.add(socket);
    this.#undecided.set(peer, socket);
    socket.once("close", () => {
      this.#all.delete(socket);
      this.#callers.delete(peer);
      if (this.#undecided.get(peer) === socket) this.#undecided.delete(peer);
    });
    if (!this.#bounds.hasProxyHeaders || !this.#bounds.isProxy(remoteAddress)) {
      this.#admit(socket, remoteAddress, admitted);
      return;
    }
    receiveProxyHeader(socket, (caller) => {
      if (caller !== undefined) this.#callers.set(peer, caller);
      this.#admit(socket, caller ?? remoteAddress, admitted);
    });
  }

  /** Admits a connection of an address if its network has a place left, which it keeps until it is closed. */
  #admit(socket: Socket, address: string, admitted: () => void): void {
    const { isProxy, places } = this.#bounds;
    if (isProxy(address)) {
      admitted();
      return;
    }
    const network = networkOf(address);
    const decide = (isTaken: boolean) => {
      if (isTaken && socket.destroyed) places.release(network);
      else if (isTaken) socket.once("close", () => places.release(network));
      // A peer that closed its side meanwhile without a byte asks for nothing.
      if (isTaken && !socket.destroyed && !socket.readableEnded) admitted();
      else socket.destroy();
    };
    const isTaken = places.take(network);
    if (typeof isTaken === "boolean") {
      decide(isTaken);
      return;
    }
    // Until a server takes over, a reset by the peer must not become an uncaught error.
    const ignore = () => {};
    socket.on("error", ignore);
    const refuse = () => false;
    void isTaken.catch(refuse).then((answer) => {
      socket.off("error", ignore);
      decide(answer);
    });
  }

  /**
   * Marks a connection as decided, and gives it the address of the caller behind the proxy. The socket may be the TLS
   * socket around the added one.
   */
  decide(socket: Socket): void {
    const peer = peerOf(socket);
    this.#undecided.delete(peer);
    const caller = this.#callers.get(peer);
    if (caller !== undefined) Object.defineProperty(socket, "remoteAddress", { value: caller });
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
