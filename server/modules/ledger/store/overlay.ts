import type { AssetCode } from "../domain/assets.ts";
import type { View } from "../domain/book.ts";
import { type Entry, entryKinds, type PendingTransfer, type Posting } from "../domain/entry/entry.ts";
import type { RatesWith, RateTable } from "../domain/rates/rates.ts";
import type { ChangedAccount, Stored } from "./batch-store.ts";

/** Stored state, overlaid with the decisions of the current batch. */
export interface Overlay {
  readonly view: View;
  /** Applies the postings of an entry; returns their accounts. */
  enter(entry: Entry, postings: readonly Posting[]): ChangedAccount[];
  create(transfer: PendingTransfer): void;
  settle(id: string): void;
  useQuote(id: string): void;
  /** Returns the differences from the stored state. */
  changes(): {
    readonly accounts: readonly ChangedAccount[];
    readonly created: readonly PendingTransfer[];
    readonly settled: readonly string[];
    readonly usedQuotes: readonly string[];
  };
}

export function overlayOf(stored: Stored, ratesWith: RatesWith): Overlay {
  const entries = new Map<string, Entry>();
  const accounts = new Map<string, OpenAccount[]>();
  const created = new Map<string, PendingTransfer>();
  const settled = new Set<string>();
  const usedQuotes = new Set<string>();
  let rates: RateTable | undefined;

  function account(owner: string, asset: AssetCode): OpenAccount {
    const ofOwner = accounts.get(owner);
    const known = ofOwner?.find((one) => one.asset === asset);
    if (known !== undefined) return known;
    const { id, balance, spentDay, spent } = stored.account(owner, asset) ?? nothing;
    const opened = { id, owner, asset, balance, spentDay, spent, isChanged: false };
    if (ofOwner === undefined) accounts.set(owner, [opened]);
    else ofOwner.push(opened);
    return opened;
  }

  return {
    view: {
      entry: (id) => entries.get(id) ?? stored.entry(id),
      pending: (id) => created.get(id) ?? (settled.has(id) ? undefined : stored.pending(id)),
      wallet: (owner) => stored.wallet(owner),
      account,
      rate(source, target) {
        rates ??= ratesWith(stored.rates());
        return rates(source, target);
      },
      quote: (id) => (usedQuotes.has(id) ? undefined : stored.quote(id)),
    },

    enter(entry, postings) {
      entries.set(entry.id, entry);
      const touched = postings.map(({ owner, asset, amount }) => {
        const open = account(owner, asset);
        open.balance += amount;
        open.isChanged = true;
        return open;
      });
      if (entry.kind === entryKinds.transfer && entry.outcome === 0) spend(account(entry.owner, entry.asset), entry);
      return touched;
    },

    create: (transfer) => void created.set(transfer.id, transfer),

    settle(id) {
      // A transfer created in this batch was never stored.
      if (!created.delete(id)) settled.add(id);
    },

    useQuote: (id) => void usedQuotes.add(id),

    changes: () => ({
      accounts: [...accounts.values()].flat().filter(({ isChanged }) => isChanged),
      created: [...created.values()],
      settled: [...settled],
      usedQuotes: [...usedQuotes],
    }),
  };
}

const nothing = { id: undefined, balance: 0n, spentDay: 0, spent: 0n };

interface OpenAccount extends ChangedAccount {
  balance: bigint;
  spentDay: number;
  spent: bigint;
  isChanged: boolean;
}

const dayMs = 86_400_000;

function spend(open: OpenAccount, { amount, atMs }: Entry): void {
  const day = Math.floor(atMs / dayMs);
  open.spent = (open.spentDay === day ? open.spent : 0n) + amount;
  open.spentDay = day;
}
