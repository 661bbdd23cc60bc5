import { base64url, fromBase64url } from "../bytes.ts";

/** A payment that may have been sent, with everything needed to resolve or resend it. */
export interface Operation {
  /** Id of the transaction. */
  readonly id: string;
  /** The signed bytes, the id of the key, and the signature. */
  readonly order: Uint8Array;
  readonly keyId: string;
  readonly signature: Uint8Array;
  /** `exchange`: the order is the request of an exchange, which nobody signs. Otherwise absent. */
  readonly kind?: "exchange";
}

/** Journal of operations, written before they are sent. */
export interface OperationStorage {
  /** Resolves once the operation is as durable as the storage can make it. */
  put(operation: Operation): Promise<void>;
  delete(id: string): Promise<void>;
  list(): Promise<Operation[]>;
}

/** Journal in memory. */
export class MemoryStorage implements OperationStorage {
  readonly #operations = new Map<string, Operation>();

  async put(operation: Operation): Promise<void> {
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

/** Journal in a browser's `localStorage`, for the wallet of one identity. */
export class BrowserStorage implements OperationStorage {
  readonly #storage: TextStorage;
  readonly #prefix: string;

  constructor(storage: TextStorage, identityId: string) {
    this.#storage = storage;
    this.#prefix = `platonic operation ${identityId} `;
  }

  async put(operation: Operation): Promise<void> {
    this.#storage.setItem(this.#prefix + operation.id, operationText(operation));
  }

  async delete(id: string): Promise<void> {
    this.#storage.removeItem(this.#prefix + id);
  }

  async list(): Promise<Operation[]> {
    const keys = Array.from({ length: this.#storage.length }, (_, index) => this.#storage.key(index) ?? "");
    return keys
      .filter((key) => key.startsWith(this.#prefix))
      .map((key) => operationOf(this.#storage.getItem(key) as string));
  }
}

/** Serializes an operation as one line of JSON. */
export function operationText({ order, signature, ...members }: Operation): string {
  return JSON.stringify({ ...members, order: base64url(order), signature: base64url(signature) });
}

/** Parses the text of `operationText`. */
export function operationOf(text: string): Operation {
  const { order, signature, ...members } = JSON.parse(text) as Omit<Operation, "order" | "signature"> & {
    readonly order: string;
    readonly signature: string;
  };
  return { ...members, order: fromBase64url(order), signature: fromBase64url(signature) };
}
