import type { Life } from "./life.ts";
import { ClientSocket, ServerConnection } from "./socket.ts";
import { type End, Wire, type WireDeps } from "./wire.ts";

/** Who is to be reached. */
interface Listener {
  /** Undefined when nobody listens. */
  accept(connection: ServerConnection): End | undefined;
}

/** Connections between processes, and requests of which nobody knows the order. */
export class Network {
  readonly #deps: WireDeps;
  readonly #listener: Listener;

  constructor(listener: Listener, deps: WireDeps) {
    this.#listener = listener;
    this.#deps = deps;
  }

  /** The class of WebSockets of a process. */
  socketsOf(life: Life): new (url: string, protocols: string[]) => WebSocket {
    const connect = (socket: ClientSocket) => this.#connect(socket);
    return class extends ClientSocket {
      constructor() {
        super(life);
        connect(this);
      }
    } as never;
  }

  /** A request over HTTP: worked never, once or twice; answered soon, late or never. */
  async ask<Answer>(life: Life, work: () => Promise<Answer>): Promise<Answer> {
    const { faults, time } = this.#deps;
    if (faults.happen(0.1)) return this.#lost(life);
    // It arrives whatever becomes of who has sent it.
    const arrive = (usualMs: number, mostMs: number) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      time.after(faults.delay(usualMs, mostMs), resolve);
      return Promise.allSettled([promise.then(work)]);
    };
    let [answer] = await arrive(60, 20_000);
    // And once more, of which nobody hears, or of which the answer is passed on in place of the first one's.
    if (faults.happen(0.1)) {
      const again = arrive(1_000, 30_000);
      if (faults.happen(0.5)) [answer] = await again;
    }
    if (faults.happen(0.1)) return this.#lost(life);
    await life.pause(faults.delay(60, 20_000));
    if (answer.status === "rejected") throw answer.reason;
    return answer.value;
  }

  async #lost(life: Life): Promise<never> {
    const { faults, random } = this.#deps;
    if (faults.happen(0.3)) await new Promise(() => {});
    await life.pause(random.below(100));
    throw new Error("the connection was lost");
  }

  #connect(socket: ClientSocket): void {
    const { random, faults } = this.#deps;
    // Nobody answers.
    if (faults.happen(0.03)) return;
    socket.life.after(random.below(60), () => {
      const wire = new Wire(this.#deps);
      const server = faults.happen(0.1) ? undefined : this.#listener.accept(new ServerConnection(wire));
      if (server === undefined) {
        socket.gone();
        return;
      }
      wire.join("up", server);
      wire.join("down", socket);
      socket.open(wire);
    });
  }
}
