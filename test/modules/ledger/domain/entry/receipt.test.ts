import { generateKeyPairSync, sign, verify } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { confirmationCode, entryDigest } from "../../../../../server/modules/ledger/domain/entry/chain.ts";
import { asBatchHash } from "../../../../../server/modules/ledger/domain/entry/digests.ts";
import { receiptStatement } from "../../../../../server/modules/ledger/domain/entry/receipt.ts";
import { asyncLaw } from "../../../vault/async-law.ts";
import { MemoryLedger, transfer } from "../../engine/memory-ledger.ts";
import { type Receipt, receiptFlaw } from "./receipt-flaw.ts";

const service = generateKeyPairSync("ed25519");

function isSigned(statement: Uint8Array, keyId: string, signature: Uint8Array): boolean {
  return keyId === "service" && verify(null, statement, service.publicKey, signature);
}

function receipt(amount = 10n ** 8n): Receipt {
  const ledger = new MemoryLedger();
  ledger.open("anna");
  ledger.open("ben");
  ledger.give("anna", "TOKEN_STANDARD", 10n ** 9n);
  ledger.outcome(transfer({ amount }));
  const { batch, bytes } = ledger.batches[1] ?? {};
  const [entry = new Uint8Array()] = bytes ?? [];
  const digest = entryDigest(entry);
  const facts = {
    transactionId: ledger.entries[1]?.id ?? "",
    sequence: 2,
    entryDigest: digest,
    batchNumber: 2,
    batchHash: batch?.hash ?? asBatchHash(new Uint8Array()),
  };
  const statement = receiptStatement(facts);
  const code = ledger.entries[1]?.outcome === 0 ? confirmationCode(digest) : "";
  const signature = sign(null, statement, service.privateKey);
  return { ...facts, confirmationCode: code, entry, keyId: "service", statement, signature };
}

const anyChange = fc.tuple(
  fc.constantFrom(
    "entry" as const,
    "entryDigest" as const,
    "batchHash" as const,
    "statement" as const,
    "signature" as const,
  ),
  fc.nat(),
  fc.integer({ min: 1, max: 255 }),
);

describe("a receipt", () => {
  it("is valid as the service issues it, also of a failed transaction", async () => {
    expect(await receiptFlaw(receipt(), isSigned)).toBeUndefined();
    expect(await receiptFlaw(receipt(10n ** 10n), isSigned)).toBeUndefined();
  });

  const good = receipt();
  const other = receipt(5n);

  it.each<[keyof Receipt, Partial<Receipt>, string]>([
    ["transactionId", { transactionId: other.transactionId }, "the entry is another one"],
    ["sequence", { sequence: 3 }, "the entry is another one"],
    ["entry", { entry: other.entry }, "the digest is not the entry's"],
    ["entry", { entry: good.entry.subarray(1) }, "the entry cannot be read"],
    ["entryDigest", { entryDigest: other.entryDigest }, "the digest is not the entry's"],
    ["confirmationCode", { confirmationCode: other.confirmationCode }, "the confirmation code is not the entry's"],
    ["batchNumber", { batchNumber: 3 }, "the statement says something else"],
    ["batchHash", { batchHash: other.batchHash }, "the statement says something else"],
    ["statement", { statement: other.statement }, "the statement says something else"],
    ["signature", { signature: other.signature }, "the signature is not the service's"],
    ["keyId", { keyId: "another" }, "the signature is not the service's"],
  ])("with another %s is refused", async (_, change, flaw) => {
    expect(await receiptFlaw({ ...good, ...change }, isSigned)).toBe(flaw);
  });

  it("of another entry with a consistent statement is refused by its signature", async () => {
    const statement = other.statement;
    expect(await receiptFlaw({ ...other, statement, signature: good.signature }, isSigned)).toBe(
      "the signature is not the service's",
    );
  });

  it("that is malformed throws, and has no flaw", async () => {
    await expect(receiptFlaw({ ...good, entry: undefined as never }, isSigned)).rejects.toThrow(TypeError);
  });

  asyncLaw(
    "with any byte changed is refused",
    async () => receipt(),
    anyChange,
    async (given, [name, place, by]) => {
      const changed = Buffer.from(given[name]);
      changed[place % changed.length] = (changed[place % changed.length] as number) ^ by;
      expect(await receiptFlaw({ ...given, [name]: changed }, isSigned)).toBeDefined();
    },
  );
});
