import type { BarePosting } from "../domain/accounts/packed-postings.ts";
import type { AssetCode } from "../domain/assets.ts";
import { type Entry, entryKinds, type PendingTransfer, type Posting } from "../domain/entry/entry.ts";
import { countedIds } from "../domain/entry/payments.ts";
import { postingsOf } from "../domain/entry/postings.ts";
import { heldBy, holdAfter, isSpending, spentAfter, spentAfterReturn } from "../domain/holds/changes.ts";
import type { Hold } from "../domain/holds/hold.ts";
import type { RatesWith, RateTable } from "../domain/rates/rates.ts";
import type { View } from "../domain/requests.ts";
import type { ChangedAccount, NewReversal, Stored } from "./batch-store.ts";

/** Stored state, overlaid with the decisions of the current batch. */
export interface Overlay {
  readonly view: View;
  /** Applies an entry. */
  enter(entry: Entry): void;
  create(transfer: PendingTransfer): void;
  settle(id: string): void;
  useQuote(id: string): void;
  /** Reversals of the batch, in order. */
  readonly reversals: readonly NewReversal[];
  /** Returns the differences from the stored state. */
  changes(): {
    readonly accounts: readonly ChangedAccount[];
    readonly created: readonly PendingTransfer[];
    readonly settled: readonly string[];
    readonly usedQuotes: readonly string[];
    readonly holds: readonly Hold[];
  };
}

export function overlayOf(stored: Stored, ratesWith: RatesWith): Overlay {
  const entries = new Map<string, Entry>();
  const created = new Map<string, PendingTransfer>();
  const settled = new Set<string>();
  const usedQuotes = new Set<string>();
  const entryOf = (id: string) => entries.get(id) ?? stored.entry(id);
  const reversals = reversalsOn(stored, entryOf);
  let rates: RateTable | undefined;

  const { account, changed } = openAccounts(stored);
  const holds = overlaidHolds(stored, account);
  return {
    view: {
      entry: entryOf,
      pending: (id) => created.get(id) ?? (settled.has(id) ? undefined : stored.pending(id)),
      wallet: (owner) => stored.wallet(owner),
      account,
      rate(source, target) {
        rates ??= ratesWith(stored.rates());
        return rates(source, target);
      },
      quote: (id) => (usedQuotes.has(id) ? undefined : stored.quote(id)),
      hold: holds.view,
      reversed: reversals.reversed,
    },
    reversals: reversals.added,

    enter(entry) {
      const { sequence, kind } = entry;
      entries.set(entry.id, entry);
      const postings = postingsOf(entry);
      for (let leg = 0; leg < postings.length; leg++) {
        const { owner, asset, amount } = postings[leg] as Posting;
        const open = account(owner, asset);
        open.balance += amount;
        const posting = { sequence, leg, kind, amount };
        // Most accounts of a batch have one: an array that grows has room for 17.
        if (open.postings === nonePosted) open.postings = [posting];
        else open.postings.push(posting);
        open.isChanged = true;
      }
      if (isSpending(entry)) spend(account(entry.owner, entry.asset), entry);
      if (entry.hold !== undefined) holds.change(entry, entry.hold.id);
      reversals.add(entry);
    },

    create: (transfer) => void created.set(transfer.id, transfer),

    settle(id) {
      // A transfer created in this batch was never stored.
      if (!created.delete(id)) settled.add(id);
    },

    useQuote: (id) => void usedQuotes.add(id),

    changes: () => ({
      accounts: changed(),
      created: [...created.values()],
      settled: [...settled],
      usedQuotes: [...usedQuotes],
      holds: holds.changed(),
    }),
  };
}

/** Opens the accounts that the decisions of a batch ask for, each once. */
function openAccounts(stored: Pick<Stored, "account">) {
  const opened: OpenAccount[] = [];
  const lastOf = new Map<string, OpenAccount>();
  return {
    account(owner: string, asset: AssetCode): OpenAccount {
      const last = lastOf.get(owner);
      for (let one = last; one !== undefined; one = one.before) if (one.asset === asset) return one;
      const { id, balance, spentDay, spent, held } = stored.account(owner, asset) ?? nothing;
      const open: OpenAccount = {
        id,
        owner,
        asset,
        balance,
        spentDay,
        spent,
        held,
        postings: nonePosted,
        isChanged: false,
        isHeldChanged: false,
        before: last,
      };
      opened.push(open);
      lastOf.set(owner, open);
      return open;
    },
    /** Returns those that have changed, in the order in which they were opened. */
    changed: () => opened.filter(({ isChanged }) => isChanged),
  };
}

/** Counts what the entries of a batch give back, in addition to what is stored. */
function reversalsOn(stored: Pick<Stored, "reversed">, entryOf: (id: string) => Entry | undefined) {
  const added: NewReversal[] = [];
  const totals = new Map<string, bigint>();
  const reversed = (id: string) => totals.get(id) ?? stored.reversed(id);
  return {
    added,
    reversed,
    add({ reverses, outcome, sequence, amount }: Entry): void {
      if (outcome !== 0 || reverses === undefined) return;
      for (const id of countedIds(reverses, entryOf(reverses))) {
        const total = reversed(id) + amount;
        totals.set(id, total);
        added.push({ reversed: id, sequence, amount, total });
      }
    },
  };
}

const nonePosted: BarePosting[] = [];

const nothing = { id: undefined, balance: 0n, spentDay: 0, spent: 0n, held: 0n };

interface OpenAccount extends ChangedAccount {
  balance: bigint;
  spentDay: number;
  spent: bigint;
  held: bigint;
  postings: BarePosting[];
  isChanged: boolean;
  isHeldChanged: boolean;
  /** The account of the same owner that was opened before. */
  readonly before: OpenAccount | undefined;
}

function spend(open: OpenAccount, entry: Entry): void {
  const { spentDay, spent } = spentAfter(open, entry);
  open.spentDay = spentDay;
  open.spent = spent;
}

/** Stored holds, overlaid with the decisions of the current batch. */
function overlaidHolds(stored: Stored, account: (owner: string, asset: AssetCode) => OpenAccount) {
  const holds = new Map<string, Hold>();
  const view = (id: string) => holds.get(id) ?? stored.hold(id);
  return {
    view,

    /** Changes the hold of an entry, and its sender's held and sent sums. */
    change(entry: Entry, id: string): void {
      const held = heldBy(entry);
      if (held === undefined) return;
      const before = entry.kind === entryKinds.hold ? undefined : view(id);
      const after = holdAfter(entry, before);
      if (after !== undefined) holds.set(id, after);
      const sender = account(held.owner, entry.asset);
      sender.held += held.change;
      sender.isHeldChanged ||= held.change !== 0n;
      sender.isChanged = true;
      if (before !== undefined) Object.assign(sender, spentAfterReturn(sender, entry, before));
    },

    changed: () => [...holds.values()],
  };
}
