import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { BrowserStorage, type Operation } from "../../../../clients/typescript/src/index.ts";
import type { NamedLocks, TextStorage } from "../../../../clients/typescript/src/wallet/operation-storage.ts";

const operation: Operation = { id: "id", order: Uint8Array.of(1), keyId: "first", signature: Uint8Array.of(2) };

/** A storage with the interface of `localStorage`, in which there is room for some items. */
function pageStorage(room = Number.POSITIVE_INFINITY): TextStorage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem(key, value) {
      if (items.size >= room) throw new DOMException("the quota has been exceeded", "QuotaExceededError");
      items.set(key, value);
    },
    removeItem: (key) => void items.delete(key),
  };
}

/** Locks by name, as all tabs of a browser share them; `names` are those that were asked for. */
function tabLocks() {
  const turns = new Map<string, Promise<unknown>>();
  const names: string[] = [];
  const locks: NamedLocks = {
    request(name, work) {
      names.push(name);
      const turn = (turns.get(name) ?? Promise.resolve()).catch(() => undefined).then(work);
      turns.set(name, turn);
      return turn;
    },
  };
  return { locks, names };
}

test("a tab stores an operation while no other tab stores one of its id, and keeps the first", async () => {
  const storage = pageStorage();
  const { locks, names } = tabLocks();
  // Another tab is storing it.
  const other = Promise.withResolvers<void>();
  const first = locks.request("platonic operation ada id", async () => {
    await other.promise;
    storage.setItem(
      "platonic operation ada id",
      JSON.stringify({ id: "id", order: "AQ", keyId: "first", signature: "Ag" }),
    );
  });
  const tab = new BrowserStorage(storage, "ada", locks);
  const second = tab.put({ ...operation, keyId: "second" }).catch((error: unknown) => error);
  await setImmediate();
  expect(storage.length).toBe(0);
  other.resolve();
  await first;
  expect(await second).toMatchObject({ reason: "RESOURCE_CONFLICT" });
  expect(await tab.list()).toEqual([operation]);
  expect(new Set(names)).toEqual(new Set(["platonic operation ada id"]));
});

test("the locks of the browser are used by default, and a browser without them stores, too", async () => {
  const { locks, names } = tabLocks();
  const known = Object.getOwnPropertyDescriptor(globalThis, "navigator") as PropertyDescriptor;
  try {
    for (const navigator of [{ locks }, {}, undefined]) {
      Object.defineProperty(globalThis, "navigator", { value: navigator, configurable: true });
      const tab = new BrowserStorage(pageStorage(), "ada");
      await tab.put(operation);
      expect(await tab.list()).toEqual([operation]);
    }
  } finally {
    Object.defineProperty(globalThis, "navigator", known);
  }
  expect(names).toEqual(["platonic operation ada id"]);
});

test("a storage that is full is STATE_INVALID, and keeps what it has", async () => {
  const tab = new BrowserStorage(pageStorage(1), "ada");
  await tab.put(operation);
  await expect(tab.put({ ...operation, id: "other" })).rejects.toMatchObject({
    reason: "STATE_INVALID",
    message: "the journal in the browser's storage cannot be written: the quota has been exceeded",
  });
  expect(await tab.list()).toEqual([operation]);
});
