import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { entryBytes, entryDigest } from "../../../../server/modules/ledger/domain/entry/chain.ts";
import { orderDigest } from "../../../../server/modules/ledger/domain/entry/digests.ts";
import type { Entry, PendingTransfer } from "../../../../server/modules/ledger/domain/entry/entry.ts";
import type { Outcome, Request } from "../../../../server/modules/ledger/domain/requests.ts";
import {
  packOutcomes,
  packRequests,
  unpackOutcomes,
  unpackRequests,
} from "../../../../server/modules/ledger/thread/packing.ts";
import { law } from "../../../support/laws/law.ts";
import {
  create,
  deposit,
  exchange,
  execute,
  transfer,
  voidTransaction,
  withdrawal,
} from "../../../support/ledger/requests.ts";
import { anyEntry } from "../domain/arbitraries.ts";

const anyBytes = fc.uint8Array({ maxLength: 300 });
const signed = fc.record({ order: anyBytes, signature: anyBytes, amount: fc.bigInt({ min: 0n, max: 2n ** 62n }) });
const plain = [
  deposit("ada", 5n),
  withdrawal("ada", 5n),
  exchange("ada", 5n),
  execute("ada", "some-id"),
  voidTransaction("ada", "some-id"),
];

const anyRequest: fc.Arbitrary<Request> = fc.oneof(
  fc.constantFrom<Request>(...plain),
  signed.map(({ amount, ...bytes }) => ({ ...transfer("ada", "eve", amount), ...bytes })),
  signed.map(({ amount, ...bytes }) => ({ ...create("ada", "eve", amount), ...bytes })),
  fc.array(signed, { minLength: 1, maxLength: 3 }).map((some): Request => {
    const orders = some.map(({ amount, ...bytes }) => ({ ...transfer("ada", "eve", amount), ...bytes }));
    return { kind: "linked", id: orders[0]?.id ?? "", owner: "ada", orders };
  }),
);

const anyPending: fc.Arbitrary<PendingTransfer> = signed.map((parts) => ({
  ...parts,
  id: "some-id",
  sender: "ada",
  recipient: "eve",
  asset: "PLT",
  fee: 1n,
  description: "",
  keyId: "key",
  createdAtMs: 5,
}));

const anyOutcome: fc.Arbitrary<Outcome> = fc.oneof(
  fc.record({ kind: fc.constant("entry" as const), entry: anyEntry, isReplay: fc.boolean() }),
  fc.record({ entry: anyEntry, isReplay: fc.boolean() }).map(
    ({ entry, isReplay }): Outcome => ({
      kind: "entry",
      entry,
      isReplay,
      entryDigest: entryDigest(entryBytes(entry)),
    }),
  ),
  fc.record({ kind: fc.constant("entries" as const), entries: fc.array(anyEntry), isReplay: fc.boolean() }),
  fc.record({ kind: fc.constant("pending" as const), transfer: anyPending, isReplay: fc.boolean() }),
  fc.constantFrom<Outcome>(
    { kind: "unlinked", index: 2, error: 3 },
    { kind: "nothing", reason: "wallet invalid" },
    { kind: "unsigned", error: 2 },
    { kind: "conflict" },
    { kind: "unknown" },
    { kind: "refused", reason: "too much" },
  ),
);

describe("a message between threads", () => {
  law("has the requests that were packed", fc.array(anyRequest), (requests) => {
    const unpacked = unpackRequests(structuredClone(packRequests(requests)), () => undefined);
    expect(comparable(unpacked)).toEqual(comparable(requests));
  });

  law("has the outcomes that were packed, and tells which entries are new", fc.array(anyOutcome), (outcomes) => {
    const told: Entry[] = [];
    const unpacked = unpackOutcomes(structuredClone(packOutcomes(outcomes, entryBytes)), (entry, bytes) => {
      expect(comparable(entryBytes(entry))).toEqual(comparable(bytes));
      told.push(entry);
    });
    expect(comparable(unpacked)).toEqual(comparable(outcomes));
    expect(comparable(told)).toEqual(comparable(outcomes.flatMap(newEntries)));
  });

  it("asks for the writes that accompany a request, which is known by its index", () => {
    const record = () => (function* () {})();
    const requests = [
      deposit("ada", 1n),
      { ...deposit("ada", 2n), record, requestDigest: orderDigest(new Uint8Array()) },
    ];
    const asked: number[] = [];
    const unpacked = unpackRequests(structuredClone(packRequests(requests)), (index) => {
      asked.push(index);
      return record;
    });
    expect(asked).toEqual([1]);
    expect(unpacked.map((request) => request.record)).toEqual([undefined, record]);
  });
});

/** Returns a value that tells values apart, but not two classes of byte strings or absent members from undefined ones. */
function comparable(value: unknown): unknown {
  const text = JSON.stringify(value, function (this: Record<string, unknown>, key, converted: unknown) {
    const member = this[key];
    if (typeof member === "bigint") return `${member}n`;
    return member instanceof Uint8Array ? `0x${Buffer.from(member).toString("hex")}` : converted;
  });
  return JSON.parse(text);
}

function newEntries(outcome: Outcome): readonly Entry[] {
  if (outcome.kind === "entry" && !outcome.isReplay) return [outcome.entry];
  return outcome.kind === "entries" && !outcome.isReplay ? outcome.entries : [];
}
