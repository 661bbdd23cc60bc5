import type { Operation, OperationStorage } from "../../typescript/src/index.ts";
import type { FileStorage } from "../../typescript/src/node.ts";

/**
 * Journal of one command. It lets payments with some ids replace what an earlier command has left of them, and removes
 * nothing before it is closed: a command that is cut off leaves all of its payments to the next one.
 */
export class CommandJournal implements OperationStorage {
  readonly #storage: FileStorage;
  readonly #repeated: ReadonlySet<string>;
  readonly #settled = new Set<string>();
  /** Ids of the payments that this command has stored. */
  readonly begun = new Set<string>();
  #isKept = false;

  /** @param repeated ids of payments that an earlier command may have left, and that this one makes again */
  constructor(storage: FileStorage, repeated: ReadonlySet<string>) {
    this.#storage = storage;
    this.#repeated = repeated;
  }

  put(operation: Operation): Promise<void> {
    this.#settled.delete(operation.id);
    this.begun.add(operation.id);
    return this.#repeated.has(operation.id) ? this.#storage.replace(operation) : this.#storage.put(operation);
  }

  async delete(id: string): Promise<void> {
    this.#settled.add(id);
  }

  /** Lists what others have left: of its own payments the command says itself what becomes of them. */
  async list(): Promise<Operation[]> {
    return (await this.#storage.list()).filter(({ id }) => !this.#repeated.has(id) && !this.#settled.has(id));
  }

  /** Lists what an earlier command has left of the payments that this one makes again. */
  async left(): Promise<Operation[]> {
    return (await this.#storage.list()).filter(({ id }) => this.#repeated.has(id));
  }

  /**
   * Refuses new payments while earlier ones are unresolved: an interrupted command may still pay, until it is reconciled or
   * repeated under the name of its batch. Waits for a command that uses the journal now.
   *
   * @throws Error if payments other than those that are made again have no outcome yet
   */
  async requireSettled(): Promise<void> {
    const [first, ...more] = await this.list();
    if (first === undefined) return;
    throw new Error(
      `${more.length + 1} payments of an earlier command have no outcome yet, and nobody was paid: ` +
        `platonic wallet reconcile tells what became of ${first.id}${more.length === 0 ? "" : " and the others"}, and voids ` +
        "what is not made; a pay-many or pay-linked is repeated with its --batch instead",
    );
  }

  /** Finds out what became of payments. If that fails, all of them stay in the journal. */
  async deciding<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#isKept = true;
    const result = await work();
    this.#isKept = false;
    return result;
  }

  /** Keeps all payments for the next command, as nobody was told their outcomes. */
  keep(): void {
    this.#isKept = true;
  }

  /** Removes the payments whose outcomes are known, and releases the folder. */
  async close(): Promise<void> {
    try {
      if (!this.#isKept) await Promise.all([...this.#settled].map((id) => this.#storage.delete(id)));
    } finally {
      await this.#storage.close();
    }
  }
}
