import type { Connection } from "../../../../server/transports/channel/wire/connection.ts";
import type { Lifetime } from "./lifetime.ts";
import type { End, Wire } from "./wire.ts";

/** The members of a WebSocket's events that the client reads. */
type SocketEvent = { readonly data?: Uint8Array; readonly code?: number };

/** The client's end of a wire: the part of the WebSocket interface that the client uses. */
export class ClientSocket implements End {
  readonly lifetime: Lifetime;
  binaryType = "blob";
  readonly protocol = "wallet.v1";
  readyState = 0;
  readonly #listeners = new Map<string, (event: SocketEvent) => void>();
  #wire: Wire | undefined;

  constructor(lifetime: Lifetime) {
    this.lifetime = lifetime;
  }

  addEventListener(name: string, listener: (event: SocketEvent) => void): void {
    this.#listeners.set(name, listener);
  }

  open(wire: Wire): void {
    this.#wire = wire;
    this.readyState = 1;
    this.#listeners.get("open")?.({});
  }

  send(bytes: Uint8Array): void {
    this.#wire?.send("up", bytes);
  }

  close(): void {
    this.readyState = 2;
    this.#wire?.close("up");
  }

  message(data: Uint8Array): void {
    if (this.readyState === 1) this.#listeners.get("message")?.({ data });
  }

  gone(): void {
    this.readyState = 3;
    this.#listeners.get("close")?.({ code: 1006 });
  }
}

/** The server's end of a wire. */
export class ServerConnection implements Connection {
  readonly address = "192.0.2.1";
  readonly unsentBytes = 0;
  readonly #wire: Wire;

  constructor(wire: Wire) {
    this.#wire = wire;
  }

  send(bytes: Uint8Array): void {
    this.#wire.send("down", bytes);
  }
  atEndOfTurn(callback: () => void): void {
    this.#wire.atEndOfTurn(callback);
  }
  close(): void {
    this.#wire.close("down");
  }
  cut(): void {
    this.#wire.cut();
  }
}
