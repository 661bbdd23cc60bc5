/** Two threads of a process that write to one SQLite file, each by a connection of its own. */
type Writer = "main" | "ledger";

const owners = { none: 0, main: 1, ledger: 2 } as const;
const other = { main: "ledger", ledger: "main" } as const;

/** Places in the shared memory. */
const places = { owner: 0, last: 1, changes: 2, mainWaits: 3, ledgerWaits: 4 } as const;
const waits = { main: places.mainWaits, ledger: places.ledgerWaits } as const;

/**
 * Has the two writers of a file take turns, so that neither meets the lock of SQLite itself, for which a connection
 * waits without letting its event loop run. When both wait, they alternate.
 */
export class WriteTurns {
  readonly memory: SharedArrayBuffer;
  readonly #cells: Int32Array;

  /** @param memory of the other thread; absent: new memory */
  constructor(memory = new SharedArrayBuffer(5 * Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#cells = new Int32Array(memory);
  }

  /** Takes the turn of the main thread, whose event loop runs meanwhile. */
  async take(): Promise<void> {
    for (let seen = this.#changes(); !this.#tryToTake("main"); seen = this.#changes()) {
      await Atomics.waitAsync(this.#cells, places.changes, seen).value;
    }
  }

  /** Takes the turn of the ledger's thread, and blocks it meanwhile. */
  takeBlocking(): void {
    for (let seen = this.#changes(); !this.#tryToTake("ledger"); seen = this.#changes()) {
      Atomics.wait(this.#cells, places.changes, seen);
    }
  }

  /** Ends the turn of this thread. */
  release(): void {
    Atomics.store(this.#cells, places.owner, owners.none);
    this.#wake();
  }

  /** Ends the turn of the ledger's thread, which has ended. */
  abandon(): void {
    Atomics.store(this.#cells, waits.ledger, 0);
    Atomics.compareExchange(this.#cells, places.owner, owners.ledger, owners.none);
    this.#wake();
  }

  #tryToTake(writer: Writer): boolean {
    Atomics.store(this.#cells, waits[writer], 1);
    const isTurnOfOther =
      Atomics.load(this.#cells, places.last) === owners[writer] &&
      Atomics.load(this.#cells, waits[other[writer]]) === 1;
    if (isTurnOfOther) return false;
    const owner = Atomics.compareExchange(this.#cells, places.owner, owners.none, owners[writer]);
    if (owner !== owners.none) return false;
    Atomics.store(this.#cells, waits[writer], 0);
    Atomics.store(this.#cells, places.last, owners[writer]);
    return true;
  }

  #changes(): number {
    return Atomics.load(this.#cells, places.changes);
  }

  #wake(): void {
    Atomics.add(this.#cells, places.changes, 1);
    Atomics.notify(this.#cells, places.changes);
  }
}
