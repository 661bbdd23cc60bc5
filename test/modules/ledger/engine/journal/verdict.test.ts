import { describe, expect, test } from "vitest";
import { entryBytes } from "../../../../../server/modules/ledger/domain/entry/chain.ts";
import { asRequestDigest, orderDigest } from "../../../../../server/modules/ledger/domain/entry/digests.ts";
import {
  type Entry,
  entryKinds,
  type PendingTransfer,
} from "../../../../../server/modules/ledger/domain/entry/entry.ts";
import type { Outcome } from "../../../../../server/modules/ledger/domain/requests.ts";
import { acknowledgedBy, itemsOf } from "../../../../../server/modules/ledger/engine/journal/acknowledged.ts";
import {
  elsewhereFinding,
  lostFinding,
  verdictOn,
} from "../../../../../server/modules/ledger/engine/journal/verdict.ts";
import { law } from "../../../../support/laws/law.ts";
import { policy } from "../../../../support/ledger/constants.ts";
import { anyEntry } from "../../domain/arbitraries.ts";

const order = Buffer.from("an order");

const entry: Entry = {
  sequence: 7,
  id: "id",
  kind: entryKinds.transfer,
  owner: "ada",
  counterparty: "eve",
  asset: "TOKEN_STANDARD",
  amount: 150_000_000n,
  fee: 1n,
  outcome: 0,
  requestDigest: orderDigest(order),
  order,
  keyId: "key",
  signature: Buffer.alloc(64),
  description: "",
  exchanged: undefined,
  atMs: 0,
};

const transfer: PendingTransfer = {
  id: "id",
  sender: "ada",
  recipient: "eve",
  asset: "TOKEN_STANDARD",
  amount: 1n,
  fee: 1n,
  description: "",
  order,
  keyId: "key",
  signature: Buffer.alloc(64),
  createdAtMs: 0,
};

const toldEntry = { kind: "entry", id: "id", entry, bytes: entryBytes(entry) } as const;
const toldPending = { kind: "pending", id: "id", transfer } as const;
const bytesOf = (members: Partial<Entry>) => entryBytes({ ...entry, ...members });

describe("what was told", () => {
  test.each([
    ["an entry that is there", toldEntry, entryBytes(entry), false, "kept"],
    ["an entry that is gone", toldEntry, undefined, false, "lost"],
    ["an entry of which only the creation is left", toldEntry, undefined, true, "lost"],
    ["an entry at another place", toldEntry, bytesOf({ sequence: 8 }), false, "elsewhere"],
    ["an entry with another result", toldEntry, bytesOf({ outcome: 3 }), false, "elsewhere"],
    ["an entry whose bytes cannot be read", toldEntry, Buffer.from([0]), false, "elsewhere"],
    ["a pending transaction that is there", toldPending, undefined, true, "kept"],
    ["a pending transaction that is processed", toldPending, bytesOf({}), false, "kept"],
    ["a pending transaction that is void", toldPending, bytesOf({ kind: entryKinds.void, outcome: 6 }), false, "kept"],
    ["a pending transaction that is gone", toldPending, undefined, false, "lost"],
    ["a pending transaction whose id is another's", toldPending, bytesOf({ owner: "max" }), false, "elsewhere"],
    [
      "a pending transaction with other bytes",
      toldPending,
      bytesOf({ requestDigest: asRequestDigest(Buffer.alloc(32)) }),
      false,
      "elsewhere",
    ],
    ["a pending transaction whose entry is unreadable", toldPending, Buffer.from([0]), false, "elsewhere"],
  ] as const)("%s is judged", (_, told, held, isPending, verdict) => {
    expect(verdictOn(told, { entry: held, isPending })).toBe(verdict);
  });

  test("and is lost is named with its id, place, amount and parties, and so is what is elsewhere", () => {
    expect(lostFinding(toldEntry, "Why.", policy)).toEqual({
      place: "acknowledged entry 7, id",
      flaw: expect.stringMatching(
        /^a transfer of 1\.5 TOKEN_STANDARD from ada to eve \(code .{19}\) was acknowledged and is gone\. Why\.$/,
      ),
    });
    expect(elsewhereFinding(toldEntry, bytesOf({ sequence: 9 }), policy).flaw).toMatch(
      /was acknowledged, and its id is that of entry 9 with the code .{19} now$/,
    );
    const exchange = {
      ...entry,
      kind: entryKinds.exchange,
      counterparty: undefined,
      asset: "XYZ",
      outcome: 13,
    } as const;
    expect(lostFinding({ ...toldEntry, entry: exchange }, "", policy).flaw).toContain(
      "an exchange of 150000000 smallest units of XYZ of ada that failed by rule 13",
    );
    expect(lostFinding(toldPending, "Why.", policy)).toEqual({
      place: "acknowledged pending transaction id",
      flaw: "a transfer of 0.00000001 TOKEN_STANDARD from ada to eve was acknowledged and is gone. Why.",
    });
  });
});

describe("an acknowledgement", () => {
  const replay: Outcome = { kind: "entry", entry, isReplay: true };

  test("tells of what was written, of entries told again once, and of what is pending", () => {
    const written = {
      batch: { number: 3, hash: Buffer.alloc(32) },
      entries: [{ id: "new", bytes: bytesOf({ id: "new" }) }],
    };
    const fresh: Outcome = { kind: "entry", entry: { ...entry, id: "new" }, isReplay: false };
    const pending: Outcome = { kind: "pending", transfer: { ...transfer, id: "pending" }, isReplay: false };
    const kept = acknowledgedBy([fresh, fresh, replay, replay, pending, { kind: "conflict" }], written);
    expect(kept && itemsOf(kept).map(({ id }) => id)).toEqual(["new", "id", "pending"]);
    expect(kept?.batch).toBe(written.batch);
  });

  test("of nothing stored is none", () => {
    expect(acknowledgedBy([{ kind: "conflict" }, { kind: "unknown" }], undefined)).toBeUndefined();
  });

  law("tells again exactly the entry that was stored", anyEntry, (any) => {
    const kept = acknowledgedBy([{ kind: "entry", entry: any, isReplay: true }], undefined);
    expect(kept?.entries).toEqual([entryBytes(any)]);
  });
});
