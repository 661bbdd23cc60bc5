import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import {
  BrowserStorage,
  MemoryStorage,
  type Operation,
  type OperationStorage,
  type WalletClient,
} from "../../../../clients/typescript/src/index.ts";
import { FileStorage } from "../../../../clients/typescript/src/node.ts";
import { type Holder, heldBy, newHolder, standard, walletOf } from "../../../support/sdk-holder.ts";
import { sharedServer } from "../../../support/shared-server.ts";

const server = sharedServer();
let ada: Holder;
let bob: Holder;
beforeAll(async () => {
  ada = await newHolder(server().url, "1000");
  bob = await newHolder(server().url);
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "platonic-journal-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns a storage in memory with the interface of `localStorage`. */
function pageStorage() {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index: number) => [...items.keys()][index] ?? null,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

/** A journal of a user's own, which replaces what it has. */
class Replacing implements OperationStorage {
  readonly #operations = new Map<string, Operation>();

  async put(operation: Operation) {
    this.#operations.set(operation.id, operation);
  }

  async delete(id: string) {
    this.#operations.delete(id);
  }

  async list() {
    return [...this.#operations.values()];
  }
}

const journals: readonly [name: string, make: () => OperationStorage][] = [
  ["of memory", () => new MemoryStorage()],
  ["of a browser", () => new BrowserStorage(pageStorage(), "ada")],
  ["in a folder", () => new FileStorage(newFolder())],
  ["of a user's own, which replaces what it has", () => new Replacing()],
];

function opened(storage: OperationStorage): WalletClient {
  const wallet = walletOf(server().url, ada, { configuration: { useChannel: false }, storage });
  onTestFinished(() => wallet.close());
  return wallet;
}

/** Leaves a completed payment in a journal, as a process does that ends before its outcome is told. */
async function left(storage: OperationStorage): Promise<Operation> {
  const kept: Operation[] = [];
  const recording: OperationStorage = {
    put: async (operation) => void kept.push(operation),
    delete: async () => {},
    list: async () => [],
  };
  expect(await opened(recording).pay(standard(bob, "1"))).toMatchObject({ status: "completed" });
  const operation = kept[0] as Operation;
  await storage.put(operation);
  return operation;
}

describe.each(journals)("a payment that an earlier process has left in a journal %s", (_, make) => {
  test("is kept when its id is paid again, alone or among others, and told as completed", async () => {
    const storage = make();
    const operation = await left(storage);
    const wallet = opened(storage);
    const before = await heldBy(server().url, bob.id);
    const again = { ...standard(bob, "1"), id: operation.id };
    for (const paying of [() => wallet.pay(again), () => wallet.payMany([standard(bob, "1"), again])]) {
      await expect(paying()).rejects.toMatchObject({ reason: "RESOURCE_CONFLICT", message: /reconcile/ });
    }
    expect(await storage.list()).toEqual([operation]);
    expect(await heldBy(server().url, bob.id)).toBe(before);
    expect(await wallet.reconcile()).toMatchObject([{ status: "completed", id: operation.id }]);
    // The ledger refuses it from now on, and what is refused is not kept.
    await expect(wallet.pay(again)).rejects.toMatchObject({ reason: "RESOURCE_CONFLICT" });
    expect(await storage.list()).toEqual([]);
  });
});

test("a payment that settles while the journal is listed is not told a second time", async () => {
  const listed = Promise.withResolvers<void>();
  const going = Promise.withResolvers<void>();
  class Slow extends MemoryStorage {
    readonly stored = Promise.withResolvers<void>();
    isSlow = false;

    override async put(operation: Operation) {
      await super.put(operation);
      this.stored.resolve();
    }

    override async list() {
      const all = await super.list();
      if (this.isSlow) {
        listed.resolve();
        await going.promise;
      }
      return all;
    }
  }
  const storage = new Slow();
  const wallet = opened(storage);
  await wallet.reconcile();
  const paying = wallet.pay(standard(bob, "1"));
  await storage.stored.promise;
  storage.isSlow = true;
  const reconciling = wallet.reconcile();
  await listed.promise;
  storage.isSlow = false;
  expect(await paying).toMatchObject({ status: "completed" });
  going.resolve();
  expect(await reconciling).toEqual([]);
});

test("two journals that store the same operation in a folder at once: one of them has stored it", async () => {
  const folder = newFolder();
  const operation = { id: crypto.randomUUID(), order: Uint8Array.of(1), keyId: "key", signature: Uint8Array.of(2) };
  const puts = await Promise.allSettled(Array.from({ length: 10 }, () => new FileStorage(folder).put(operation)));
  expect(puts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(readdirSync(folder).toSorted()).toEqual([`${operation.id}.operation`, "lock"].toSorted());
});

test.each([
  ["is cut short", '{"id'],
  ["is empty", ""],
  ["lacks members", "{}"],
  ["is of another id", '{"id": "another", "order": "AA", "keyId": "key", "signature": "AA"}'],
])("a file of the journal that %s is named, and stays", async (_, text) => {
  const folder = newFolder();
  const name = `${crypto.randomUUID()}.operation`;
  writeFileSync(join(folder, name), text);
  const wallet = opened(new FileStorage(folder));
  for (const act of [() => wallet.reconcile(), () => wallet.pay(standard(bob, "1"))]) {
    await expect(act()).rejects.toThrow(name);
  }
  expect(readdirSync(folder).toSorted()).toEqual([name, "lock"].toSorted());
});
