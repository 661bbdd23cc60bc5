import { describe, expect, it } from "vitest";
import type { Request } from "../../../../../server/modules/ledger/domain/book.ts";
import { rateUnit } from "../../../../../server/modules/ledger/domain/rates/rates.ts";
import { creation, digestOf, exchange, execution, issue, MemoryLedger, seal, transfer } from "../memory-ledger.ts";

function prepared(): MemoryLedger {
  const scene = new MemoryLedger();
  scene.open("anna");
  scene.open("ben");
  scene.give("anna", "TOKEN_STANDARD", 10n ** 9n);
  scene.setRate("TOKEN_STANDARD", "TOKEN_MICRO", rateUnit);
  return scene;
}

const requests: readonly [string, Request][] = [
  ["a transfer", transfer()],
  ["a refused transfer", transfer({ amount: 10n ** 10n })],
  ["an exchange", exchange()],
  ["a refused exchange", exchange({ target: "USD" })],
  ["a deposit", issue("deposit", "anna", "USD", 5n)],
  ["a withdrawal", issue("withdraw", "anna", "TOKEN_STANDARD", 5n)],
];

describe("the same request again", () => {
  it.each(requests)("gets the same outcome for ever: %s", (_, request) => {
    const scene = prepared();
    const first = scene.submit(request);
    const balances = scene.balances();
    // Whatever would now decide it otherwise.
    scene.wallets.clear();
    scene.rates.clear();
    scene.nowMs += 10 ** 9;
    for (let turn = 0; turn < 3; turn++) expect(scene.submit(request)).toEqual({ ...first, isReplay: true });
    expect(scene.balances()).toEqual(balances);
  });

  it("with a signature that is not right does not change what the first one did", () => {
    const scene = prepared();
    const request = transfer();
    expect(scene.outcome(request)).toBe(0);
    expect(scene.outcome({ ...request, isSigned: false, signature: new Uint8Array(64).fill(9) })).toBe(0);
  });

  it("that was refused stays refused, even if it would now succeed", () => {
    const scene = prepared();
    const request = transfer({ amount: 10n ** 10n });
    expect(scene.outcome(request)).toBe(3);
    scene.give("anna", "TOKEN_STANDARD", 10n ** 11n);
    expect(scene.outcome(request)).toBe(3);
  });

  it("of a deposit or withdrawal that was refused is a new one", () => {
    const scene = prepared();
    const request = issue("deposit", "carla", "USD", 5n);
    expect(scene.submit(request)).toEqual({ kind: "refused", reason: "wallet invalid" });
    scene.open("carla");
    expect(scene.outcome(request)).toBe(0);
  });
});

describe("another request with the same id", () => {
  const others = (id: string): [string, Request][] => [
    ["a transfer of other bytes", transfer({ id, order: Buffer.from("other") })],
    ["a transfer of somebody else", transfer({ id, owner: "ben", recipient: "anna" })],
    ["a creation of other bytes", creation({ id, order: Buffer.from("other") })],
    ["an exchange of something else", exchange({ id, sourceAmount: 5n })],
    ["an exchange of somebody else", exchange({ id, owner: "ben" })],
    ["another deposit", { ...issue("deposit", "anna", "USD", 6n), id }],
    ["a deposit to somebody else", { ...issue("deposit", "ben", "USD", 5n), id }],
    ["another withdrawal", { ...issue("withdraw", "anna", "TOKEN_STANDARD", 6n), id }],
  ];

  it.each(requests)("is a conflict and changes nothing: after %s", (_, request) => {
    const scene = prepared();
    scene.submit(request);
    const balances = scene.balances();
    for (const [name, other] of others(request.id)) {
      expect([name, scene.submit(other)]).toEqual([name, { kind: "conflict" }]);
    }
    expect(scene.balances()).toEqual(balances);
  });

  it("is a conflict while a transaction is pending", () => {
    const scene = prepared();
    const created = creation();
    scene.submit(created);
    for (const [name, other] of others(created.id)) {
      expect([name, scene.submit(other)]).toEqual([name, { kind: "conflict" }]);
    }
    expect(scene.submit({ ...created, owner: "ben", recipient: "carla" })).toEqual({ kind: "conflict" });
    expect(scene.outcome(execution(created.id))).toBe(0);
  });

  it("and the same digest, but of another kind, is a conflict", () => {
    const scene = prepared();
    const deposit = { ...issue("deposit", "anna", "TOKEN_STANDARD", 5n), digest: digestOf("same") };
    expect(scene.outcome(deposit)).toBe(0);
    expect(scene.submit({ ...deposit, kind: "withdraw" })).toEqual({ kind: "conflict" });
    expect(scene.submit(exchange({ id: deposit.id, digest: deposit.digest }))).toEqual({ kind: "conflict" });
    expect(scene.submit(transfer({ id: deposit.id, digest: deposit.digest }))).toEqual({ kind: "conflict" });
  });
});

describe("a seal", () => {
  it("answers what became of a transaction that is done", () => {
    const scene = prepared();
    const request = transfer();
    const done = scene.submit(request);
    expect(scene.submit(seal(request.id))).toEqual({ ...done, isReplay: true });
    expect(scene.entries).toHaveLength(2);
  });

  it("answers why a transaction failed", () => {
    const scene = prepared();
    const request = transfer({ amount: 10n ** 10n });
    scene.submit(request);
    expect(scene.outcome(seal(request.id))).toBe(3);
  });

  it("fails a pending transaction for ever", () => {
    const scene = prepared();
    const created = creation();
    scene.submit(created);
    expect(scene.outcome(seal(created.id))).toBe(6);
    expect(scene.waiting.size).toBe(0);
    expect(scene.outcome(seal(created.id))).toBe(6);
    expect(scene.outcome(execution(created.id))).toBe(6);
    expect(scene.outcome({ ...created, kind: "transfer", isSigned: true })).toBe(6);
    expect(scene.submit(transfer({ id: created.id, order: Buffer.from("other") }))).toEqual({ kind: "conflict" });
    expect(scene.balance("ben", "TOKEN_STANDARD")).toBe(0n);
  });

  it("of an unknown transaction makes that it never will be", () => {
    const scene = prepared();
    const late = transfer();
    expect(scene.outcome(seal(late.id))).toBe(6);
    expect(scene.outcome(seal(late.id))).toBe(6);
    expect(scene.outcome(late)).toBe(6);
    expect(scene.outcome(creation({ id: late.id }))).toBe(6);
    expect(scene.outcome(execution(late.id))).toBe(6);
    expect(scene.balance("ben", "TOKEN_STANDARD")).toBe(0n);
    expect(scene.entries).toHaveLength(2);
  });

  it("cannot touch another owner's transaction, done or pending", () => {
    const scene = prepared();
    const [done, created] = [transfer(), creation()];
    scene.submit(done);
    scene.submit(created);
    expect(scene.submit(seal(done.id, "ben"))).toEqual({ kind: "conflict" });
    expect(scene.submit(seal(created.id, "ben"))).toEqual({ kind: "conflict" });
    expect(scene.outcome(execution(created.id))).toBe(0);
    expect(scene.outcome(done)).toBe(0);
  });

  it("by another owner says nothing about the transaction: its owner hears of a conflict, not of a failure", () => {
    const scene = prepared();
    const late = transfer();
    scene.submit(seal(late.id, "ben"));
    expect(scene.submit(late)).toEqual({ kind: "conflict" });
    expect(scene.submit(execution(late.id))).toEqual({ kind: "unknown" });
  });

  it("is for transactions only", () => {
    const scene = prepared();
    const [done, late] = [exchange(), exchange()];
    scene.submit(done);
    expect(scene.submit(seal(done.id))).toEqual({ kind: "conflict" });
    scene.submit(seal(late.id));
    expect(scene.submit(late)).toEqual({ kind: "conflict" });
  });
});
