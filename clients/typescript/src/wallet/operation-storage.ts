import { base64url, fromBase64url } from "../bytes.ts";
import { PlatonicError } from "../platonic-error.ts";

/** A payment, or a group of payments, that may have been sent, with everything needed to resolve or resend it. */
export interface Operation {
  /** Id of the transaction. */
  readonly id: string;
  /** The signed bytes, the id of the key, and the signature. */
  readonly order: Uint8Array;
  readonly keyId: string;
  readonly signature: Uint8Array;
  /**
   * `exchange`: the order is the request of an exchange, which nobody signs. `batch`: it is a wallet.v1.TransferOrders, and the id that
   * of its first order. Otherwise absent.
   */
  readonly kind?: "exchange" | "batch";
}

const kinds: ReadonlySet<unknown> = new Set<Operation["kind"]>(["exchange", "batch"]);

/** Journal of operations, written before they are sent. */
export interface OperationStorage {
  /**
   * Resolves once the operation is as durable as the storage can make it. Rejects, and keeps what it has, if it has an operation
   * with this id: `journaled` is the error for that.
   */
  put(operation: Operation): Promise<void>;
  delete(id: string): Promise<void>;
  list(): Promise<Operation[]>;
  /** Releases what the storage holds for its process, such as a lock. The last wallet that uses the storage calls it when it is closed. */
  close?(): Promise<void>;
}

/** Journal in memory. */
export class MemoryStorage implements OperationStorage {
  readonly #operations = new Map<string, Operation>();

  async put(operation: Operation): Promise<void> {
    if (this.#operations.has(operation.id)) throw journaled(operation.id);
    this.#operations.set(operation.id, operation);
  }

  async delete(id: string): Promise<void> {
    this.#operations.delete(id);
  }

  async list(): Promise<Operation[]> {
    return [...this.#operations.values()];
  }
}

/** The part of the Web Storage API that is used. */
export interface TextStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** The part of the Web Locks API that is used. */
export interface NamedLocks {
  request<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

/**
 * Journal in a browser's `localStorage`, for the wallet of one identity. Tabs that store one id at once do it in turns, where the
 * browser has Web Locks; of a payment, one tab stores it.
 */
export class BrowserStorage implements OperationStorage {
  readonly #storage: TextStorage;
  readonly #prefix: string;
  readonly #locks: NamedLocks | undefined;

  /** @param locks default: those of the browser; undefined where it has none, as in pages without TLS */
  constructor(storage: TextStorage, identityId: string, locks: NamedLocks | undefined = browserLocks()) {
    this.#storage = storage;
    this.#prefix = `platonic operation ${identityId} `;
    this.#locks = locks;
  }

  /** Rejects with PlatonicError STATE_INVALID if the storage is full, too. */
  async put(operation: Operation): Promise<void> {
    const key = this.#prefix + operation.id;
    const store = async () => {
      if (this.#storage.getItem(key) !== null) throw journaled(operation.id);
      try {
        this.#storage.setItem(key, operationText(operation));
      } catch (cause) {
        const text = `the journal in the browser's storage cannot be written: ${(cause as Error).message}`;
        throw new PlatonicError("STATE_INVALID", text, { wasNotSent: true }, { cause });
      }
    };
    await (this.#locks === undefined ? store() : this.#locks.request(key, store));
  }

  async delete(id: string): Promise<void> {
    this.#storage.removeItem(this.#prefix + id);
  }

  async list(): Promise<Operation[]> {
    const keys = Array.from({ length: this.#storage.length }, (_, index) => this.#storage.key(index) ?? "");
    return keys
      .filter((key) => key.startsWith(this.#prefix))
      .flatMap((key) => {
        const text = this.#storage.getItem(key);
        // Settled by another tab meanwhile.
        return text === null ? [] : [operationOf(text, key)];
      });
  }
}

function browserLocks(): NamedLocks | undefined {
  return (globalThis as { readonly navigator?: { readonly locks?: NamedLocks } }).navigator?.locks;
}

/** Error for an operation whose id a journal has already. */
export function journaled(id: string): PlatonicError {
  return new PlatonicError(
    "RESOURCE_CONFLICT",
    `the journal has an operation with the id ${id}: call \`reconcile\` first`,
  );
}

/** Error for an operation that is not settled yet. */
export function underWay(id: string): PlatonicError {
  return new PlatonicError("RESOURCE_CONFLICT", `the payment ${id} is not settled yet`);
}

/** Serializes an operation as one line of JSON. */
export function operationText({ order, signature, ...members }: Operation): string {
  return JSON.stringify({ ...members, order: base64url(order), signature: base64url(signature) });
}

/**
 * Parses the text of `operationText`.
 *
 * @param place where it was found, for the text of the error
 * @throws PlatonicError STATE_INVALID if it is no operation, such as a file that was cut short
 */
export function operationOf(text: string, place: string): Operation {
  try {
    const { order, signature, ...members } = JSON.parse(text) as Omit<Operation, "order" | "signature"> & {
      readonly order: string;
      readonly signature: string;
    };
    if (typeof members.id !== "string" || typeof members.keyId !== "string") throw new TypeError("a member is missing");
    if (members.kind !== undefined && !kinds.has(members.kind)) {
      throw new TypeError(`this version does not know its kind ${members.kind}`);
    }
    return { ...members, order: fromBase64url(order), signature: fromBase64url(signature) };
  } catch (cause) {
    const why = `${place} of the journal is no operation: ${(cause as Error).message}`;
    throw new PlatonicError("STATE_INVALID", `${why}; look at it before you remove it`, {}, { cause });
  }
}
