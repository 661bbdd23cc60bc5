import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A network between clients and a server on this machine, which can be cut, or lose the server's answers. */
export class NetworkGate {
  /** `mute`: the server's answers are lost. `cut`: there is no connection. */
  #state: "open" | "mute" | "cut" = "open";
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((client) => this.#join(client));
  readonly #target: number;

  constructor(target: number) {
    this.#target = target;
  }

  /** Returns the address that clients connect to. */
  async listen(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  mute(): void {
    this.#state = "mute";
  }

  /** Ends all connections, and refuses new ones. */
  cut(): void {
    this.#state = "cut";
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Lets connections through again. Muted data on the present ones stays lost. */
  restore(): void {
    this.#state = "open";
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, "close");
  }

  #join(client: Socket): void {
    if (this.#state === "cut") {
      client.destroy();
      return;
    }
    const server = connect(this.#target, "127.0.0.1");
    client.on("data", (bytes) => server.write(bytes));
    server.on("data", (bytes) => {
      if (this.#state === "open") client.write(bytes);
    });
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        this.#sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
  }
}
