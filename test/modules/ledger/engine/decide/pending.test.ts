import { describe, expect, it } from "vitest";
import { defaultPolicy } from "../../../../../server/modules/ledger/domain/default-policy.ts";
import { amountMax } from "../../../../../server/modules/ledger/domain/money.ts";
import { creation, execution, MemoryLedger, transfer } from "../memory-ledger.ts";

function prepared(): MemoryLedger {
  const ledger = new MemoryLedger();
  ledger.open("anna");
  ledger.open("ben");
  ledger.give("anna", "TOKEN_STANDARD", 10n ** 9n);
  return ledger;
}

describe("a transaction that is created", () => {
  it("is pending with its fee and time, and moves nothing", () => {
    const ledger = prepared();
    const request = creation({ description: "lunch" });
    const { id, order, keyId, signature, asset, amount, description } = request;
    const kept = { id, order, keyId, signature, asset, amount, description, sender: "anna", recipient: "ben" };
    const transfer = { ...kept, fee: 100_000n, createdAtMs: ledger.nowMs };
    expect(ledger.submit(request)).toEqual({ kind: "pending", transfer, isReplay: false });
    ledger.nowMs += 5;
    expect(ledger.submit(request)).toEqual({ kind: "pending", transfer, isReplay: true });
    expect(ledger.balance("anna", "TOKEN_STANDARD")).toBe(10n ** 9n);
  });

  it("needs a balance of the amount, without the fee", () => {
    const ledger = prepared();
    expect(ledger.submit(creation({ amount: 10n ** 9n })).kind).toBe("pending");
    expect(ledger.submit(creation({ amount: 10n ** 9n + 1n }))).toEqual({
      kind: "nothing",
      reason: "funds insufficient",
    });
  });

  it.each([
    { isValid: false },
    { asset: "XAU" },
    { amount: 0n },
    { amount: amountMax + 1n },
    { recipient: "anna" },
    { feeMax: 99_999n },
    { owner: "nobody" },
    { owner: "frozen" },
  ])("is not created for %o", (change) => {
    const ledger = prepared();
    ledger.open("frozen", { isFrozen: true });
    expect(ledger.submit(creation(change))).toEqual({ kind: "nothing", reason: "wallet invalid" });
    expect(ledger.waiting.size).toBe(0);
  });

  it.each(["execute", "transfer"] as const)("is processed once by %s, at the fee of its creation", (kind) => {
    const ledger = prepared();
    const request = creation({ feeMax: 100_000n });
    ledger.submit(request);
    const assets = new Map(defaultPolicy.assets).set("TOKEN_STANDARD", { ...standard(), feeMinimum: 5n ** 9n });
    const later = new MemoryLedger({ ...defaultPolicy, assets });
    later.open("anna");
    later.open("ben");
    later.give("anna", "TOKEN_STANDARD", 10n ** 9n);
    for (const [id, pending] of ledger.waiting) later.waiting.set(id, pending);
    const processing = kind === "execute" ? execution(request.id) : { ...request, kind, isSigned: true };
    expect([later.outcome(processing), later.outcome(processing)]).toEqual([0, 0]);
    expect(later.balance("anna", "TOKEN_STANDARD")).toBe(10n ** 9n - 10n ** 8n - 100_000n);
    expect(later.balance("ben", "TOKEN_STANDARD")).toBe(10n ** 8n);
  });

  it("is processed by a transfer of the same order, whose signature is recorded", () => {
    const ledger = prepared();
    const request = creation();
    ledger.submit(request);
    const signature = new Uint8Array(64).fill(7);
    const outcome = ledger.submit({ ...request, kind: "transfer", isSigned: true, signature });
    expect(outcome).toMatchObject({ kind: "entry", entry: { outcome: 0 } });
    expect(Buffer.compare(ledger.entries.at(-1)?.signature ?? new Uint8Array(), signature)).toBe(0);
    expect(ledger.waiting.size).toBe(0);
    expect(ledger.outcome(execution(request.id))).toBe(0);
    expect(ledger.balance("ben", "TOKEN_STANDARD")).toBe(10n ** 8n);
  });

  it("fails permanently when its signature is invalid or the balance is gone", () => {
    const ledger = prepared();
    const [unsigned, short] = [creation(), creation({ amount: 9n * 10n ** 8n })];
    ledger.submit(unsigned);
    ledger.submit(short);
    expect(ledger.outcome(execution(unsigned.id, "anna", false))).toBe(2);
    expect(ledger.outcome(execution(unsigned.id))).toBe(2);
    expect(ledger.outcome(transfer())).toBe(0);
    expect(ledger.outcome(execution(short.id))).toBe(3);
    expect(ledger.waiting.size).toBe(0);
  });

  it("is invalid from the time at which its order expires, and not before", () => {
    const ledger = prepared();
    const [inTime, late] = [creation(), creation()];
    const expiresAtMs = ledger.nowMs + 10;
    expect(ledger.submit(creation({ expiresAtMs: ledger.nowMs })).kind).toBe("nothing");
    for (const request of [inTime, late]) ledger.submit({ ...request, expiresAtMs });
    ledger.nowMs += 9;
    expect(ledger.outcome({ ...execution(inTime.id), expiresAtMs })).toBe(0);
    ledger.nowMs += 1;
    expect(ledger.outcome({ ...execution(late.id), expiresAtMs })).toBe(1);
    expect(ledger.outcome(transfer({ expiresAtMs }))).toBe(1);
  });

  it("is unknown to other owners, like one that was never created", () => {
    const ledger = prepared();
    const request = creation();
    ledger.submit(request);
    expect(ledger.submit(execution(request.id, "ben"))).toEqual({ kind: "unknown" });
    expect(ledger.submit(execution("019b0000-0000-7000-8000-ffffffffffff"))).toEqual({ kind: "unknown" });
    ledger.outcome(execution(request.id));
    expect(ledger.submit(execution(request.id, "ben"))).toEqual({ kind: "unknown" });
  });

  it("is unknown under the id of a deposit", () => {
    const ledger = prepared();
    expect(ledger.submit(execution(ledger.entries[0]?.id ?? ""))).toEqual({ kind: "unknown" });
  });
});

function standard() {
  const asset = defaultPolicy.assets.get("TOKEN_STANDARD");
  if (asset === undefined) throw new Error("there is no standard token");
  return asset;
}
