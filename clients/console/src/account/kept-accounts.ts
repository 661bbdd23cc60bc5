import type { PlatformKeyPair } from "../../../typescript/src/platform-keys.ts";
import type { Sealed } from "./passkey.ts";

/** An account stored in this browser, with its secrets, which a passkey may seal. */
export interface KeptAccount {
  readonly identityId: string;
  readonly username: string;
  readonly keyId: string;
  readonly secrets: OpenSecrets | { readonly sealed: Sealed };
}

/** Secrets whose private key is not extractable, not even by this page. */
export interface OpenSecrets {
  readonly pair: PlatformKeyPair;
  readonly rotationKey: { readonly version: number; readonly secret: Uint8Array };
}

const storeName = "accounts";

/** Returns the accounts stored in this browser. */
export async function keptAccounts(): Promise<readonly KeptAccount[]> {
  return inStore("readonly", (store) => store.getAll());
}

export async function keepAccount(kept: KeptAccount): Promise<void> {
  await inStore("readwrite", (store) => store.put(kept));
}

export async function forgetAccount(identityId: string): Promise<void> {
  await inStore("readwrite", (store) => store.delete(identityId));
}

async function inStore<Result>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await opened();
  try {
    const transaction = database.transaction(storeName, mode, { durability: "strict" });
    const request = act(transaction.objectStore(storeName));
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    return request.result;
  } finally {
    database.close();
  }
}

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("platonic", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: "identityId" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
