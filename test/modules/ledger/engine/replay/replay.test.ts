import { describe, expect, it } from "vitest";
import { rateUnit } from "../../../../../server/modules/ledger/domain/rates/rates.ts";
import type { Request } from "../../../../../server/modules/ledger/domain/requests.ts";
import {
  creation,
  digestOf,
  exchange,
  execution,
  issue,
  MemoryLedger,
  transfer,
  voidTransaction,
} from "../memory-ledger.ts";

function prepared(): MemoryLedger {
  const ledger = new MemoryLedger();
  ledger.open("anna");
  ledger.open("ben");
  ledger.give("anna", "TOKEN_STANDARD", 10n ** 9n);
  ledger.setRate("TOKEN_STANDARD", "TOKEN_MICRO", rateUnit);
  return ledger;
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
  it.each(requests)("gets the same outcome always: %s", (_, request) => {
    const ledger = prepared();
    const first = ledger.submit(request);
    const balances = ledger.balances();
    // A new decision would now have another outcome.
    ledger.wallets.clear();
    ledger.rates.clear();
    ledger.nowMs += 10 ** 9;
    for (let turn = 0; turn < 3; turn++) expect(ledger.submit(request)).toEqual({ ...first, isReplay: true });
    expect(ledger.balances()).toEqual(balances);
  });

  it("with an invalid signature gets the outcome of the first one", () => {
    const ledger = prepared();
    const request = transfer();
    expect(ledger.outcome(request)).toBe(0);
    expect(ledger.outcome({ ...request, isSigned: false, signature: new Uint8Array(64).fill(9) })).toBe(0);
  });

  it("that was refused stays refused, even if it would now succeed", () => {
    const ledger = prepared();
    const request = transfer({ amount: 10n ** 10n });
    expect(ledger.outcome(request)).toBe(3);
    ledger.give("anna", "TOKEN_STANDARD", 10n ** 11n);
    expect(ledger.outcome(request)).toBe(3);
  });

  it("of a refused deposit or withdrawal is decided anew", () => {
    const ledger = prepared();
    const request = issue("deposit", "carla", "USD", 5n);
    expect(ledger.submit(request)).toEqual({ kind: "refused", reason: "wallet invalid" });
    ledger.open("carla");
    expect(ledger.outcome(request)).toBe(0);
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
    const ledger = prepared();
    ledger.submit(request);
    const balances = ledger.balances();
    for (const [name, other] of others(request.id)) {
      expect([name, ledger.submit(other)]).toEqual([name, { kind: "conflict" }]);
    }
    expect(ledger.balances()).toEqual(balances);
  });

  it("is a conflict while a transaction is pending", () => {
    const ledger = prepared();
    const created = creation();
    ledger.submit(created);
    for (const [name, other] of others(created.id)) {
      expect([name, ledger.submit(other)]).toEqual([name, { kind: "conflict" }]);
    }
    expect(ledger.submit({ ...created, owner: "ben", recipient: "carla" })).toEqual({ kind: "conflict" });
    expect(ledger.outcome(execution(created.id))).toBe(0);
  });

  it("and the same digest but of another kind is a conflict", () => {
    const ledger = prepared();
    const deposit = { ...issue("deposit", "anna", "TOKEN_STANDARD", 5n), requestDigest: digestOf("same") };
    expect(ledger.outcome(deposit)).toBe(0);
    expect(ledger.submit({ ...deposit, kind: "withdraw" })).toEqual({ kind: "conflict" });
    expect(ledger.submit(exchange({ id: deposit.id, requestDigest: deposit.requestDigest }))).toEqual({
      kind: "conflict",
    });
    expect(ledger.submit(transfer({ id: deposit.id, requestDigest: deposit.requestDigest }))).toEqual({
      kind: "conflict",
    });
  });
});

describe("a void", () => {
  it("returns the outcome of a transaction that is done", () => {
    const ledger = prepared();
    const request = transfer();
    const done = ledger.submit(request);
    expect(ledger.submit(voidTransaction(request.id))).toEqual({ ...done, isReplay: true });
    expect(ledger.entries).toHaveLength(2);
  });

  it("returns the error of a transaction that failed", () => {
    const ledger = prepared();
    const request = transfer({ amount: 10n ** 10n });
    ledger.submit(request);
    expect(ledger.outcome(voidTransaction(request.id))).toBe(3);
  });

  it("fails a pending transaction permanently", () => {
    const ledger = prepared();
    const created = creation();
    ledger.submit(created);
    expect(ledger.outcome(voidTransaction(created.id))).toBe(6);
    expect(ledger.waiting.size).toBe(0);
    expect(ledger.outcome(voidTransaction(created.id))).toBe(6);
    expect(ledger.outcome(execution(created.id))).toBe(6);
    expect(ledger.outcome({ ...created, kind: "transfer", isSigned: true })).toBe(6);
    expect(ledger.submit(transfer({ id: created.id, order: Buffer.from("other") }))).toEqual({ kind: "conflict" });
    expect(ledger.balance("ben", "TOKEN_STANDARD")).toBe(0n);
  });

  it("of an unknown transaction makes every later request for it fail", () => {
    const ledger = prepared();
    const late = transfer();
    expect(ledger.outcome(voidTransaction(late.id))).toBe(6);
    expect(ledger.outcome(voidTransaction(late.id))).toBe(6);
    expect(ledger.outcome(late)).toBe(6);
    expect(ledger.outcome(creation({ id: late.id }))).toBe(6);
    expect(ledger.outcome(execution(late.id))).toBe(6);
    expect(ledger.balance("ben", "TOKEN_STANDARD")).toBe(0n);
    expect(ledger.entries).toHaveLength(2);
  });

  it("does not affect another owner's transaction, done or pending", () => {
    const ledger = prepared();
    const [done, created] = [transfer(), creation()];
    ledger.submit(done);
    ledger.submit(created);
    expect(ledger.submit(voidTransaction(done.id, "ben"))).toEqual({ kind: "conflict" });
    expect(ledger.submit(voidTransaction(created.id, "ben"))).toEqual({ kind: "conflict" });
    expect(ledger.outcome(execution(created.id))).toBe(0);
    expect(ledger.outcome(done)).toBe(0);
  });

  it("by another owner causes a conflict for the transaction's owner, not a failure", () => {
    const ledger = prepared();
    const late = transfer();
    ledger.submit(voidTransaction(late.id, "ben"));
    expect(ledger.submit(late)).toEqual({ kind: "conflict" });
    expect(ledger.submit(execution(late.id))).toEqual({ kind: "unknown" });
  });

  it("is for transactions only", () => {
    const ledger = prepared();
    const [done, late] = [exchange(), exchange()];
    ledger.submit(done);
    expect(ledger.submit(voidTransaction(done.id))).toEqual({ kind: "conflict" });
    ledger.submit(voidTransaction(late.id));
    expect(ledger.submit(late)).toEqual({ kind: "conflict" });
  });
});
