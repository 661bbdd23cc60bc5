import type { Socket } from "node:net";
import { networkOf } from "../../core/network.ts";
import { receiveProxyHeader } from "./proxy-protocol.ts";

/** Limit of the connections of one network. */
export interface ConnectionBounds {
  readonly perNetworkMax: number;
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
  readonly #byNetwork = new Map<string, number>();
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
    const admit = (address: string) => {
      if (this.#isWithinBounds(socket, address)) admitted();
      else socket.destroy();
    };
    if (!this.#bounds.hasProxyHeaders || !this.#bounds.isProxy(remoteAddress)) {
      admit(remoteAddress);
      return;
    }
    receiveProxyHeader(socket, (caller) => {
      if (caller !== undefined) this.#callers.set(peer, caller);
      admit(caller ?? remoteAddress);
    });
  }

  #isWithinBounds(socket: Socket, address: string): boolean {
    if (this.#bounds.isProxy(address)) return true;
    const network = networkOf(address);
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
