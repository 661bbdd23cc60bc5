import type { Lifetime } from "./lifetime.ts";
import { ClientSocket, ServerConnection } from "./socket.ts";
import { type End, Wire, type WireDeps } from "./wire.ts";

/** The server's side of the network. */
interface Listener {
  /** Returns undefined if no server is listening. */
  accept(connection: ServerConnection): End | undefined;
}

/** A network of WebSocket connections and HTTP requests, which may be delayed, lost, repeated and reordered. */
export class Network {
  readonly #deps: WireDeps;
  readonly #listener: Listener;

  constructor(listener: Listener, deps: WireDeps) {
    this.#listener = listener;
    this.#deps = deps;
  }

  /** Returns the WebSocket class of a process. */
  socketsOf(lifetime: Lifetime): new (url: string, protocols: string[]) => WebSocket {
    const connect = (socket: ClientSocket) => this.#connect(socket);
    return class extends ClientSocket {
      constructor() {
        super(lifetime);
        connect(this);
      }
    } as never;
  }

  /** Makes an HTTP request: executed never, once or twice, and answered soon, late or never. */
  async request<Answer>(lifetime: Lifetime, execute: () => Promise<Answer>): Promise<Answer> {
    const { faults, time } = this.#deps;
    if (faults.happen(0.1)) return this.#fail(lifetime);
    // The request arrives even if its sender has ended meanwhile.
    const arrive = (usualMs: number, mostMs: number) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      time.after(faults.delay(usualMs, mostMs), resolve);
      return Promise.allSettled([promise.then(execute)]);
    };
    let [answer] = await arrive(60, 20_000);
    // The request is repeated; the second answer is dropped, or replaces the first one.
    if (faults.happen(0.1)) {
      const again = arrive(1_000, 30_000);
      if (faults.happen(0.5)) [answer] = await again;
    }
    if (faults.happen(0.1)) return this.#fail(lifetime);
    await lifetime.pause(faults.delay(60, 20_000));
    if (answer.status === "rejected") throw answer.reason;
    return answer.value;
  }

  async #fail(lifetime: Lifetime): Promise<never> {
    const { faults, random } = this.#deps;
    if (faults.happen(0.3)) await new Promise(() => {});
    await lifetime.pause(random.below(100));
    throw new Error("the connection was lost");
  }

  #connect(socket: ClientSocket): void {
    const { random, faults } = this.#deps;
    // The connection attempt is never answered.
    if (faults.happen(0.03)) return;
    socket.lifetime.after(random.below(60), () => {
      const wire = new Wire(this.#deps);
      const server = faults.happen(0.1) ? undefined : this.#listener.accept(new ServerConnection(wire));
      if (server === undefined) {
        socket.gone();
        return;
      }
      wire.attach("up", server);
      wire.attach("down", socket);
      socket.open(wire);
    });
  }
}
