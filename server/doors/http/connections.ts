import type { Socket } from "node:net";

/**
 * The connections of a port, whatever is spoken on them, so that closing it leaves none behind. `undecided` are those
 * that have not said enough to be anyone's: nothing is under way on them.
 */
export class Connections {
  readonly #all = new Set<Socket>();
  readonly #undecided = new Set<Socket>();

  add(socket: Socket): void {
    this.#all.add(socket);
    this.#undecided.add(socket);
    socket.once("close", () => {
      this.#all.delete(socket);
      this.#undecided.delete(socket);
    });
  }

  decide(socket: Socket): void {
    this.#undecided.delete(socket);
  }

  destroyUndecided(): void {
    for (const socket of this.#undecided) socket.destroy();
  }

  /** With a reset: a peer that keeps its own side open must notice too. */
  resetAll(): void {
    for (const socket of this.#all) socket.resetAndDestroy();
  }
}
