import { beforeEach, describe, expect, it } from "vitest";
import { defaultPolicy } from "../../../../../server/modules/ledger/domain/default-policy.ts";
import { entryKinds, transactionErrors } from "../../../../../server/modules/ledger/domain/entry/entry.ts";
import { holdMsMax } from "../../../../../server/modules/ledger/domain/entry/transfer-order.ts";
import { expiryId, holdStates } from "../../../../../server/modules/ledger/domain/holds/hold.ts";
import { amountMax, balanceMax } from "../../../../../server/modules/ledger/domain/money.ts";
import type { AssetPolicy } from "../../../../../server/modules/ledger/domain/policy.ts";
import {
  capture,
  end,
  expire,
  freshId,
  issue,
  MemoryLedger,
  release,
  transfer,
  voidTransaction,
} from "../memory-ledger.ts";

const asset = "TOKEN_STANDARD";
const unit = 10n ** 8n;
const {
  TX_ERROR_INVALID_TRANSACTION: invalid,
  TX_ERROR_INVALID_SIGNATURE: unsigned,
  TX_ERROR_INSUFFICIENT_FUNDS: insufficient,
  TX_ERROR_INVALID_RECIPIENT: noRecipient,
  TX_ERROR_LIMIT_EXCEEDED: limit,
  TX_ERROR_HOLD_UNKNOWN: unknown,
  TX_ERROR_HOLD_ENDED: ended,
} = transactionErrors;

let ledger: MemoryLedger;
/** Fee of a hold of one unit. */
const fee = unit / 1_000n;

beforeEach(() => {
  const terms = defaultPolicy.assets.get(asset) as AssetPolicy;
  const assets = new Map([...defaultPolicy.assets, [asset, { ...terms, feeBasisPoints: 10, feeMinimum: 1n }]]);
  ledger = new MemoryLedger({ ...defaultPolicy, assets });
  for (const owner of ["anna", "ben", "carla"]) ledger.open(owner);
  ledger.give("anna", asset, 10n * unit);
});

/** Holds an amount of Anna for Ben for an hour; returns its id. */
function held(amount = unit, lengthMs = 3_600_000): string {
  const request = transfer({ amount, captureBeforeMs: ledger.nowMs + lengthMs });
  expect(ledger.outcome(request)).toBe(0);
  return request.id;
}

const owned = () => ["anna", "ben", "@holds", "@fees"].map((owner) => ledger.balance(owner, asset));

describe("a hold", () => {
  it("takes amount and fee from what can be spent, and gives them to nobody", () => {
    const id = held();
    expect(owned()).toEqual([9n * unit - fee, 0n, unit + fee, 0n]);
    expect(ledger.account("anna", asset).held).toBe(unit + fee);
    expect(ledger.entry(id)?.kind).toBe(entryKinds.hold);
    expect(ledger.outcome(transfer({ amount: 9n * unit }))).toBe(insufficient);
  });

  it.each([
    ["in the past", -1],
    ["now", 0],
    ["after more than 31 days", holdMsMax + 1],
  ])("is refused if it ends %s", (_, lengthMs) => {
    expect(ledger.outcome(transfer({ captureBeforeMs: ledger.nowMs + lengthMs }))).toBe(invalid);
    expect(ledger.holds.size).toBe(0);
  });

  it("may last 31 days to the millisecond", () => {
    expect(ledger.holds.get(held(unit, holdMsMax))?.endsAtMs).toBe(ledger.nowMs + holdMsMax);
  });

  it("has the rules of a transfer, in their order", () => {
    const captureBeforeMs = ledger.nowMs + 1;
    expect(ledger.outcome(transfer({ captureBeforeMs, recipient: "anna" }))).toBe(invalid);
    expect(ledger.outcome(transfer({ captureBeforeMs, isSigned: false }))).toBe(unsigned);
    expect(ledger.outcome(transfer({ captureBeforeMs, amount: 10n * unit }))).toBe(insufficient);
    expect(ledger.outcome(transfer({ captureBeforeMs, recipient: "nobody" }))).toBe(noRecipient);
    expect(ledger.outcome(transfer({ captureBeforeMs, feeMax: fee - 1n }))).toBe(invalid);
    ledger.open("anna", { isFrozen: true });
    expect(ledger.outcome(transfer({ captureBeforeMs }))).toBe(invalid);
    expect(ledger.holds.size).toBe(0);
  });

  it("cannot be taken back by its sender: neither by voiding, nor by a release or capture", () => {
    const id = held();
    expect(ledger.outcome(voidTransaction(id))).toBe(0);
    expect(ledger.outcome(release(id, { owner: "anna" }))).toBe(unknown);
    expect(ledger.outcome(capture(id, { owner: "anna" }))).toBe(unknown);
    expect(ledger.holds.get(id)?.state).toBe(holdStates.open);
  });

  it("cannot be voided by its recipient: the id is the sender's", () => {
    expect(ledger.submit(voidTransaction(held(), "ben"))).toEqual({ kind: "conflict" });
  });
});

describe("a capture", () => {
  it("of everything gives the recipient the amount and the service the fee, and ends the hold", () => {
    const id = held();
    expect(ledger.outcome(capture(id, { amount: unit }))).toBe(0);
    expect(owned()).toEqual([9n * unit - fee, unit, 0n, fee]);
    expect(ledger.holds.get(id)?.state).toBe(holdStates.captured);
    expect(ledger.account("anna", asset).held).toBe(0n);
  });

  it("of a part gives back the rest with its part of the fee", () => {
    const id = held();
    expect(ledger.outcome(capture(id, { amount: unit / 4n }))).toBe(0);
    expect(owned()).toEqual([10n * unit - (unit + fee) / 4n, unit / 4n, 0n, fee / 4n]);
    expect(ledger.outcome(capture(id, { amount: 1n }))).toBe(ended);
  });

  it("of a part keeps the rest if asked, and many parts cost the fee of the whole", () => {
    const id = held(1_001n);
    for (let left = 1_001n; left > 0n; left -= 7n) {
      expect(ledger.outcome(capture(id, { amount: 7n, keepRest: true }))).toBe(0);
    }
    expect(owned()).toEqual([10n * unit - 1_003n, 1_001n, 0n, 2n]);
    expect(ledger.holds.get(id)?.state).toBe(holdStates.captured);
  });

  it("is refused twice, beyond what is left, in another asset, by a stranger, and of an unknown hold", () => {
    const id = held();
    ledger.give("carla", asset, unit);
    expect(ledger.outcome(capture(id, { amount: unit + 1n }))).toBe(insufficient);
    expect(ledger.outcome(capture(id, { amount: unit / 2n, keepRest: true }))).toBe(0);
    expect(ledger.outcome(capture(id, { amount: unit / 2n + 1n }))).toBe(insufficient);
    expect(ledger.outcome(capture(id, { asset: "TOKEN_MICRO" }))).toBe(unknown);
    expect(ledger.outcome(capture(id, { owner: "carla" }))).toBe(unknown);
    expect(ledger.outcome(capture(freshId()))).toBe(unknown);
    expect(ledger.outcome(capture(id, { amount: 0n }))).toBe(invalid);
    expect(ledger.outcome(capture(id, { asset: "XAU" }))).toBe(invalid);
    expect(ledger.outcome(capture(id, { isSigned: false }))).toBe(unsigned);
    expect(ledger.outcome(capture(id, { amount: unit / 2n }))).toBe(0);
    expect(ledger.outcome(capture(id, { amount: 1n }))).toBe(ended);
  });

  it("tells a stranger nothing of the hold in the entry of its refusal", () => {
    const request = capture(held(), { owner: "carla" });
    ledger.outcome(request);
    expect(ledger.entry(request.id)).toMatchObject({ counterparty: undefined, hold: { endsAtMs: 0 } });
  });

  it("is refused at the end of its time to the millisecond, whether the hold was swept or not", () => {
    const id = held();
    ledger.nowMs += 3_600_000 - 1;
    expect(ledger.outcome(capture(id, { amount: 1n, keepRest: true }))).toBe(0);
    ledger.nowMs += 1;
    expect(ledger.outcome(capture(id, { amount: 1n }))).toBe(ended);
    expect(ledger.outcome(release(id))).toBe(ended);
    expect(ledger.outcome(expire(id))).toBe(0);
    expect(ledger.outcome(capture(id, { amount: 1n }))).toBe(ended);
  });

  it("is refused while the recipient is frozen; a frozen sender changes nothing", () => {
    const id = held();
    ledger.open("ben", { isFrozen: true });
    expect(ledger.outcome(capture(id, { amount: 1n }))).toBe(invalid);
    ledger.open("ben");
    ledger.open("anna", { isFrozen: true });
    expect(ledger.outcome(capture(id, { amount: 1n }))).toBe(0);
  });

  it("gets the same answer again, and other bytes or another request of its id are a conflict", () => {
    const id = held();
    const request = capture(id, { amount: 5n });
    const first = ledger.submit(request);
    expect(ledger.submit(request)).toEqual({ ...first, isReplay: true });
    const conflict = { kind: "conflict" };
    expect(ledger.submit(capture(id, { id: request.id, amount: 6n }))).toEqual(conflict);
    expect(
      ledger.submit({ ...transfer(), id: request.id, owner: "ben", requestDigest: request.requestDigest }),
    ).toEqual(conflict);
    expect(ledger.submit({ ...release(id), id: request.id, requestDigest: request.requestDigest })).toEqual(conflict);
    expect(ledger.submit({ ...request, owner: "carla" })).toEqual(conflict);
  });

  it("never happens after its id was voided", () => {
    const request = capture(held());
    ledger.outcome(voidTransaction(request.id, "ben"));
    expect(ledger.outcome(request)).toBe(transactionErrors.TX_ERROR_CHANNEL_FAILURE);
    expect(ledger.balance("ben", asset)).toBe(0n);
  });

  it("is refused where it does not fit, and the hold stays", () => {
    const id = held();
    for (let index = 0; index < 9; index++) ledger.give("ben", asset, amountMax);
    ledger.give("ben", asset, balanceMax - 9n * amountMax - 10n * unit);
    ledger.accounts.set(`ben ${asset}`, { ...ledger.account("ben", asset), balance: balanceMax });
    expect(ledger.outcome(capture(id))).toBe(limit);
    expect(ledger.holds.get(id)?.state).toBe(holdStates.open);
  });
});

describe("the end of a hold", () => {
  it.each([
    ["its recipient", (id: string) => release(id), holdStates.released],
    ["an administrator", (id: string) => end(id), holdStates.released],
  ])("by %s gives the sender everything back, once", (_, ending, state) => {
    const id = held();
    expect(ledger.outcome(ending(id))).toBe(0);
    expect(owned()).toEqual([10n * unit, 0n, 0n, 0n]);
    expect(ledger.holds.get(id)?.state).toBe(state);
    expect(ledger.outcome(release(id))).toBe(ended);
    expect(ledger.submit(end(id))).toEqual({ kind: "refused", reason: "hold ended" });
    expect(ledger.outcome(capture(id))).toBe(ended);
  });

  it("by time happens once, not before, and whoever is frozen", () => {
    const id = held();
    ledger.nowMs += 3_600_000 - 1;
    expect(ledger.submit(expire(id))).toEqual({ kind: "unknown" });
    ledger.nowMs += 1;
    ledger.open("ben", { isFrozen: true });
    ledger.open("anna", { isFrozen: true });
    const first = ledger.submit(expire(id));
    expect(ledger.submit(expire(id))).toEqual({ ...first, isReplay: true });
    expect(owned()).toEqual([10n * unit, 0n, 0n, 0n]);
    expect(ledger.holds.get(id)?.state).toBe(holdStates.expired);
  });

  it("by time has an id that no client can take, because it is no UUID", () => {
    expect(expiryId("019b0000-0000-7000-8000-000000000001")).toBe("exp-019b0000000070008000000000000001");
  });

  it("by the recipient is refused to strangers and without a signature", () => {
    const id = held();
    expect(ledger.outcome(release(id, { owner: "carla" }))).toBe(unknown);
    expect(ledger.outcome(release(id, { isSigned: false }))).toBe(unsigned);
    expect(ledger.outcome(release(id, { isValid: false }))).toBe(invalid);
  });

  it("never fails because the sender's account is full: what is held counts as its capacity", () => {
    const id = held();
    ledger.accounts.set(`anna ${asset}`, { ...ledger.account("anna", asset), balance: balanceMax - 2n * unit });
    expect(ledger.submit(issue("deposit", "anna", asset, unit))).toMatchObject({ reason: "too much" });
    expect(ledger.outcome(release(id))).toBe(0);
  });
});

describe("limits", () => {
  it("count a hold when it is made, and no longer count what goes back", () => {
    const spent = () => ledger.account("anna", asset).spent;
    const first = held(4n * unit);
    expect(spent()).toBe(4n * unit);
    ledger.outcome(capture(first, { amount: unit, keepRest: true }));
    expect(spent()).toBe(4n * unit);
    ledger.outcome(capture(first, { amount: unit }));
    expect(spent()).toBe(2n * unit);
    ledger.outcome(release(held()));
    expect(spent()).toBe(2n * unit);
  });

  it("of a later day are not changed by what goes back of an earlier one", () => {
    const id = held(unit, holdMsMax);
    ledger.nowMs += 86_400_000;
    ledger.outcome(transfer());
    ledger.outcome(release(id));
    expect(ledger.account("anna", asset).spent).toBe(unit);
  });
});
