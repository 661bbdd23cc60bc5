import type { Connection } from "../../../../server/transports/channel/wire/connection.ts";
import type { Life } from "./life.ts";
import type { End, Wire } from "./wire.ts";

/** What of a WebSocket's events is looked at. */
type Heard = { readonly data?: Uint8Array; readonly code?: number };

/** What a client has of a wire: as much of a WebSocket as is used. */
export class ClientSocket implements End {
  readonly life: Life;
  binaryType = "blob";
  readonly protocol = "wallet.v1";
  readyState = 0;
  readonly #listeners = new Map<string, (heard: Heard) => void>();
  #wire: Wire | undefined;

  constructor(life: Life) {
    this.life = life;
  }

  addEventListener(name: string, listener: (heard: Heard) => void): void {
    this.#listeners.set(name, listener);
  }

  open(wire: Wire): void {
    this.#wire = wire;
    this.readyState = 1;
    this.#listeners.get("open")?.({});
  }

  send(bytes: Uint8Array): void {
    this.#wire?.carry("up", bytes);
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

/** What the server has of it. What is not read waits in the link. */
export class ServerConnection implements Connection {
  readonly address = "192.0.2.1";
  readonly unsentBytes = 0;
  readonly #wire: Wire;

  constructor(wire: Wire) {
    this.#wire = wire;
  }

  send(bytes: Uint8Array): void {
    this.#wire.carry("down", bytes);
  }
  atEndOfTurn(callback: () => void): void {
    this.#wire.atEndOfTurn(callback);
  }
  pause(): void {}
  resume(): void {}
  close(): void {
    this.#wire.close("down");
  }
  cut(): void {
    this.#wire.cut();
  }
}
