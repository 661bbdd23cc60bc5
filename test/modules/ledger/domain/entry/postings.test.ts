import { describe, expect } from "vitest";
import { entryKinds, systemOwners } from "../../../../../server/modules/ledger/domain/entry/entry.ts";
import { postingsOf } from "../../../../../server/modules/ledger/domain/entry/postings.ts";
import { law } from "../../../../support/laws/law.ts";
import { anyEntry } from "../arbitraries.ts";

describe("the postings of an entry", () => {
  law("add up to zero in each asset for any entry, and none of them is zero", anyEntry, (entry) => {
    const sums = new Map<string, bigint>();
    for (const { asset, amount } of postingsOf(entry)) {
      expect(amount).not.toBe(0n);
      sums.set(asset, (sums.get(asset) ?? 0n) + amount);
    }
    for (const sum of sums.values()) expect(sum).toBe(0n);
  });

  law("are none when it was refused or is a void", anyEntry, (entry) => {
    if (entry.outcome !== 0) expect(postingsOf(entry)).toEqual([]);
    expect(postingsOf({ ...entry, kind: entryKinds.void, exchanged: undefined })).toEqual([]);
  });

  law("are of the accounts that it names and of the system only", anyEntry, (entry) => {
    const named = [entry.owner, entry.counterparty, ...Object.values(systemOwners)];
    for (const { owner } of postingsOf(entry)) expect(named).toContain(owner);
  });
});
