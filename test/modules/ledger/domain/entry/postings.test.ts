import { describe, expect } from "vitest";
import { entryKinds, systemOwners } from "../../../../../server/modules/ledger/domain/entry/entry.ts";
import { postingsOf } from "../../../../../server/modules/ledger/domain/entry/postings.ts";
import { law } from "../../../../support/laws/law.ts";
import { anyEntry } from "../arbitraries.ts";

describe("the postings of an entry", () => {
  law("add up to zero in each asset, whatever the entry says, and none of them is zero", anyEntry, (entry) => {
    const sums = new Map<string, bigint>();
    for (const { asset, amount } of postingsOf(entry)) {
      expect(amount).not.toBe(0n);
      sums.set(asset, (sums.get(asset) ?? 0n) + amount);
    }
    for (const sum of sums.values()) expect(sum).toBe(0n);
  });

  law("are none where it was refused or sealed", anyEntry, (entry) => {
    if (entry.outcome !== 0) expect(postingsOf(entry)).toEqual([]);
    expect(postingsOf({ ...entry, kind: entryKinds.void, exchanged: undefined })).toEqual([]);
  });

  law("touch nobody's accounts but those it names and the system's", anyEntry, (entry) => {
    const named = [entry.owner, entry.counterparty, ...Object.values(systemOwners)];
    for (const { owner } of postingsOf(entry)) expect(named).toContain(owner);
  });
});
