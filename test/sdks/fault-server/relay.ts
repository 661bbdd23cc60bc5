import { connect, type Server, type Socket } from "node:net";

const preface = Buffer.from("PRI * HTTP/2.0");

/** Passes the bytes of a client on to a port of this machine, and back, until it is silenced. */
export class Relay {
  readonly #client: Socket;
  readonly #server: Socket;

  constructor(client: Socket, port: number) {
    this.#client = client;
    this.#server = connect(port, "127.0.0.1");
    for (const socket of [client, this.#server]) socket.setNoDelay();
    client.pipe(this.#server).pipe(client);
    client.once("close", () => this.#server.destroy());
    this.#server.on("error", () => client.destroy());
    // Everything that was sent before has been piped then.
    this.#server.once("close", () => client.end());
  }

  silence(): void {
    for (const socket of [this.#client, this.#server]) socket.unpipe().pause();
  }

  cut(): void {
    this.#client.destroy();
  }
}

/** Hands a connection to the server of its protocol, which its first bytes tell. */
export function handToProtocol(socket: Socket, http1: Server, http2: Server): void {
  socket.on("error", () => {});
  socket.once("readable", () => {
    const first = socket.read() as Buffer | null;
    if (first === null) return;
    socket.unshift(first);
    const isHttp2 = first.subarray(0, preface.length).equals(preface);
    (isHttp2 ? http2 : http1).emit("connection", socket);
  });
}
