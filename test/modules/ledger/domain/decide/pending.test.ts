import { describe, expect, it } from "vitest";
import { defaultPolicy } from "../../../../../server/modules/ledger/domain/default-policy.ts";
import { amountMax } from "../../../../../server/modules/ledger/domain/money.ts";
import { creation, execution, MemoryLedger, transfer } from "../memory-ledger.ts";

function prepared(): MemoryLedger {
  const scene = new MemoryLedger();
  scene.open("anna");
  scene.open("ben");
  scene.give("anna", "TOKEN_STANDARD", 10n ** 9n);
  return scene;
}

describe("a transaction that is created", () => {
  it("has its fee and time, waits, and moves nothing", () => {
    const scene = prepared();
    const request = creation({ description: "lunch" });
    const { id, order, keyId, signature, asset, amount, description } = request;
    const kept = { id, order, keyId, signature, asset, amount, description, sender: "anna", recipient: "ben" };
    const transfer = { ...kept, fee: 100_000n, createdAtMs: scene.nowMs };
    expect(scene.submit(request)).toEqual({ kind: "pending", transfer, isReplay: false });
    scene.nowMs += 5;
    expect(scene.submit(request)).toEqual({ kind: "pending", transfer, isReplay: true });
    expect(scene.balance("anna", "TOKEN_STANDARD")).toBe(10n ** 9n);
  });

  it("needs the amount, and not the fee yet", () => {
    const scene = prepared();
    expect(scene.submit(creation({ amount: 10n ** 9n })).kind).toBe("pending");
    expect(scene.submit(creation({ amount: 10n ** 9n + 1n }))).toEqual({
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
  ])("is nothing for %o", (change) => {
    const scene = prepared();
    scene.open("frozen", { isFrozen: true });
    expect(scene.submit(creation(change))).toEqual({ kind: "nothing", reason: "wallet invalid" });
    expect(scene.waiting.size).toBe(0);
  });

  it.each(["execute", "transfer"] as const)("is processed once, at the fee of its creation: by %s", (kind) => {
    const scene = prepared();
    const request = creation({ feeMax: 100_000n });
    scene.submit(request);
    const assets = new Map(defaultPolicy.assets).set("TOKEN_STANDARD", { ...standard(), feeMinimum: 5n ** 9n });
    const later = new MemoryLedger({ ...defaultPolicy, assets });
    later.open("anna");
    later.open("ben");
    later.give("anna", "TOKEN_STANDARD", 10n ** 9n);
    for (const [id, pending] of scene.waiting) later.waiting.set(id, pending);
    const processing = kind === "execute" ? execution(request.id) : { ...request, kind, isSigned: true };
    expect([later.outcome(processing), later.outcome(processing)]).toEqual([0, 0]);
    expect(later.balance("anna", "TOKEN_STANDARD")).toBe(10n ** 9n - 10n ** 8n - 100_000n);
    expect(later.balance("ben", "TOKEN_STANDARD")).toBe(10n ** 8n);
  });

  it("is processed by the same order too, with the signature that was checked then", () => {
    const scene = prepared();
    const request = creation();
    scene.submit(request);
    const signature = new Uint8Array(64).fill(7);
    const outcome = scene.submit({ ...request, kind: "transfer", isSigned: true, signature });
    expect(outcome).toMatchObject({ kind: "entry", entry: { outcome: 0 } });
    expect(Buffer.compare(scene.entries.at(-1)?.signature ?? new Uint8Array(), signature)).toBe(0);
    expect(scene.waiting.size).toBe(0);
    expect(scene.outcome(execution(request.id))).toBe(0);
    expect(scene.balance("ben", "TOKEN_STANDARD")).toBe(10n ** 8n);
  });

  it("fails for good when its signature is not right, or the money is gone", () => {
    const scene = prepared();
    const [unsigned, short] = [creation(), creation({ amount: 9n * 10n ** 8n })];
    scene.submit(unsigned);
    scene.submit(short);
    expect(scene.outcome(execution(unsigned.id, "anna", false))).toBe(2);
    expect(scene.outcome(execution(unsigned.id))).toBe(2);
    expect(scene.outcome(transfer())).toBe(0);
    expect(scene.outcome(execution(short.id))).toBe(3);
    expect(scene.waiting.size).toBe(0);
  });

  it("is unknown to others, and so is what was never created", () => {
    const scene = prepared();
    const request = creation();
    scene.submit(request);
    expect(scene.submit(execution(request.id, "ben"))).toEqual({ kind: "unknown" });
    expect(scene.submit(execution("019b0000-0000-7000-8000-ffffffffffff"))).toEqual({ kind: "unknown" });
    scene.outcome(execution(request.id));
    expect(scene.submit(execution(request.id, "ben"))).toEqual({ kind: "unknown" });
  });

  it("is unknown where its id is a deposit's", () => {
    const scene = prepared();
    expect(scene.submit(execution(scene.entries[0]?.id ?? ""))).toEqual({ kind: "unknown" });
  });
});

function standard() {
  const asset = defaultPolicy.assets.get("TOKEN_STANDARD");
  if (asset === undefined) throw new Error("there is no standard token");
  return asset;
}
