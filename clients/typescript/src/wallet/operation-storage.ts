import { base64url, fromBase64url } from "../bytes.ts";

/** A payment that may have been sent and of which the outcome is not known: what it takes to ask, and to send it again. */
export interface Operation {
  /** The transaction's id. */
  readonly id: string;
  /** The very bytes that were signed, by which key, and the signature. */
  readonly order: Uint8Array;
  readonly keyId: string;
  readonly signature: Uint8Array;
}

/** Where operations are written down before they are sent. */
export interface OperationStorage {
  /** Done when it would survive the process, as far as the storage can. */
  put(operation: Operation): Promise<void>;
  delete(id: string): Promise<void>;
  list(): Promise<Operation[]>;
}

/** For as long as the process lives. */
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

/** What of a browser's storage is used. */
export interface TextStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** In a browser's `localStorage`, for the wallet of one identity. */
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

/** One line. */
export function operationText({ id, order, keyId, signature }: Operation): string {
  return JSON.stringify({ id, order: base64url(order), keyId, signature: base64url(signature) });
}

/** Reads what `operationText` writes. */
export function operationOf(text: string): Operation {
  const { id, order, keyId, signature } = JSON.parse(text) as { readonly [member in keyof Operation]: string };
  return { id, order: fromBase64url(order), keyId, signature: fromBase64url(signature) };
}
