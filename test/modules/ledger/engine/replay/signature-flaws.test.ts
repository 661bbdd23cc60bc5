import { describe, expect, it } from "vitest";
import { bytesToSign } from "../../../../../server/core/signing/purposes.ts";
import type { Entry } from "../../../../../server/modules/ledger/domain/entry/entry.ts";
import { isSignedKind, signatureFlaws } from "../../../../../server/modules/ledger/engine/replay/signature-flaws.ts";
import { MemoryLedger, transfer } from "../memory-ledger.ts";

const publicKey = new Uint8Array(32).fill(7);
const keys = [
  { id: "older", publicKey: new Uint8Array(32) },
  { id: "key", publicKey },
];

/** The entry of a completed transfer. */
function entryOf(change: Partial<Entry> = {}): Entry {
  const ledger = new MemoryLedger();
  ledger.open("anna");
  ledger.open("ben");
  ledger.give("anna", "TOKEN_STANDARD", 10n ** 9n);
  ledger.outcome(transfer());
  return { ...(ledger.entries[1] as Entry), ...change };
}

/** Returns the flaw of an entry, and the arguments of the look-up of keys and of the check of its signature. */
async function flawOf(entry: Entry, isRight = true) {
  const asked: unknown[] = [];
  const flaw = await signatureFlaws(
    async (owner) => {
      asked.push(owner);
      return keys;
    },
    async (message, key, signature) => {
      asked.push(message, key, signature);
      return isRight;
    },
  )(entry);
  return { flaw, asked };
}

describe("the signature of an entry", () => {
  it("is checked over its order, by the key that it names among all keys of its sender", async () => {
    const entry = entryOf();
    const { flaw, asked } = await flawOf(entry);
    expect(flaw).toBeUndefined();
    expect(asked).toEqual(["anna", bytesToSign("transfer", entry.order as Uint8Array), publicKey, entry.signature]);
  });

  it("is a flaw when it is not by the sender", async () => {
    expect((await flawOf(entryOf(), false)).flaw).toBe("is not signed by its sender");
  });

  it("is a flaw when its key was never one of the sender", async () => {
    const { flaw, asked } = await flawOf(entryOf({ keyId: "stranger" }));
    expect(flaw).toBe("is signed by a key that its sender never had");
    expect(asked).toEqual(["anna"]);
  });

  it.each(["order", "keyId", "signature"] as const)("is a flaw when the entry has no %s", async (member) => {
    expect(await flawOf(entryOf({ [member]: undefined }))).toEqual({ flaw: "has no order", asked: [] });
  });

  it("is not checked when the entry needs none", async () => {
    expect(await flawOf(entryOf({ outcome: 2, order: undefined }), false)).toEqual({ flaw: undefined, asked: [] });
  });
});

it.each([
  [1, 0, true],
  [1, 1, false],
  [1, 2, false],
  [1, 3, true],
  [1, 4, true],
  [1, 5, true],
  [1, 6, false],
  [1, 10, true],
  [1, 15, true],
  [9, 0, false],
  [2, 0, false],
  [3, 0, false],
  [4, 0, false],
  [5, 6, false],
] as const)("an entry of kind %i with outcome %i must be signed: %s", (kind, outcome, isSigned) => {
  expect(isSignedKind(entryOf({ kind, outcome }))).toBe(isSigned);
});
