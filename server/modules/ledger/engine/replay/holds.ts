import { type Entry, entryKinds } from "../../domain/entry/entry.ts";
import { holdMsMax } from "../../domain/entry/transfer-order.ts";
import { holdAfter } from "../../domain/holds/changes.ts";
import { captureFee, expiryId, type Hold, holdStates, leftOf } from "../../domain/holds/hold.ts";

/** The holds derived from the entries of a ledger. Its memory grows with the number of open ones. */
export class ReplayedHolds {
  /** Open holds by id. */
  readonly open = new Map<string, Hold>();
  /** Holds that have ended. */
  ended = 0;
  #justEnded: Hold[] = [];
  /** Captures of the batch being replayed. */
  #captures: Entry[] = [];

  /** Returns the open hold that an entry changes. */
  before({ hold }: Entry): Hold | undefined {
    return hold === undefined ? undefined : this.open.get(hold.id);
  }

  /** Begins the next batch. */
  beginBatch(): void {
    this.#captures = [];
  }

  /**
   * Returns the sum captured of a hold before an entry of this batch.
   *
   * @param stored of a hold that has ended in an earlier batch
   */
  capturedBefore(id: string, sequence: number, stored: Pick<Hold, "captured"> | undefined): bigint {
    const known = this.open.get(id) ?? this.#justEnded.find((hold) => hold.id === id) ?? stored;
    const later = this.#captures.filter((entry) => entry.hold?.id === id && entry.sequence > sequence);
    return later.reduce((captured, { amount }) => captured - amount, known?.captured ?? 0n);
  }

  /** Applies an entry, and returns its contradictions to earlier entries. */
  apply(entry: Entry): string[] {
    if (entry.outcome !== 0 || entry.hold === undefined) return [];
    const before = this.before(entry);
    const flaws = entry.kind === entryKinds.hold ? flawsOfNew(entry, before) : flawsOfChange(entry, before);
    if (entry.kind === entryKinds.capture) this.#captures.push(entry);
    const after = holdAfter(entry, before);
    if (after === undefined) return flaws;
    if (after.state === holdStates.open) {
      this.open.set(after.id, after);
    } else {
      this.open.delete(after.id);
      this.ended++;
      this.#justEnded.push(after);
    }
    return flaws;
  }

  /** Returns the holds that have ended since the last call. */
  takeEnded(): readonly Hold[] {
    const ended = this.#justEnded;
    this.#justEnded = [];
    return ended;
  }

  /** Returns the sum that remains in open holds of each asset, including fees. */
  leftByAsset(): Map<string, bigint> {
    const sums = new Map<string, bigint>();
    for (const hold of this.open.values()) {
      const left = leftOf(hold);
      sums.set(hold.asset, (sums.get(hold.asset) ?? 0n) + left.amount + left.fee);
    }
    return sums;
  }
}

/** Returns the differences between a stored hold and the one derived from its entries. */
export function holdRowFlaws(stored: Hold | undefined, replayed: Hold): string[] {
  if (stored === undefined) return ["is not stored"];
  const names = Object.keys(replayed) as (keyof Hold)[];
  return names
    .filter((name) => stored[name] !== replayed[name])
    .map((name) => `has ${name} ${stored[name]}, by its entries ${replayed[name]}`);
}

function flawsOfNew({ hold, id, atMs }: Entry, before: Hold | undefined): string[] {
  const flaws: string[] = [];
  if (hold?.id !== id || hold.returned !== 0n) flaws.push("makes another hold than its own");
  if (before !== undefined) flaws.push("makes a hold that is there already");
  const lengthMs = (hold?.endsAtMs ?? 0) - atMs;
  if (lengthMs <= 0 || lengthMs > holdMsMax) flaws.push(`holds for ${lengthMs} ms, which is not allowed`);
  return flaws;
}

function flawsOfChange(entry: Entry, before: Hold | undefined): string[] {
  const { kind, owner, counterparty, asset, atMs, hold } = entry;
  if (before === undefined) return [`changes the hold ${hold?.id}, which is not open`];
  const flaws: string[] = [];
  const isOfHold = owner === before.recipient && counterparty === before.sender && asset === before.asset;
  if (!isOfHold || hold?.endsAtMs !== before.endsAtMs) flaws.push("has other terms than its hold");
  const isExpiry = entry.id === expiryId(before.id);
  // Administrators may release at any time; only signed requests have an order.
  const isInTime = isExpiry ? atMs >= before.endsAtMs : atMs < before.endsAtMs || entry.order === undefined;
  if (!isInTime) flaws.push(isExpiry ? "ends a hold before its time" : "changes a hold after its time");
  const more = kind === entryKinds.capture ? flawsOfCapture(entry, before) : flawsOfRelease(entry, before);
  return [...flaws, ...more];
}

function flawsOfCapture({ amount, fee, hold }: Entry, before: Hold): string[] {
  const left = leftOf(before);
  if (amount > left.amount) return [`captures ${amount}, its hold has ${left.amount} left`];
  const flaws: string[] = [];
  const due = captureFee(before, amount);
  if (fee !== due) flaws.push(`costs ${fee}, its part of the held fee is ${due}`);
  const rest = left.amount - amount + left.fee - fee;
  const returned = hold?.returned ?? 0n;
  if (returned !== 0n && returned !== rest) flaws.push(`returns ${returned}, its hold has ${rest} left`);
  return flaws;
}

function flawsOfRelease({ amount, fee, hold }: Entry, before: Hold): string[] {
  const left = leftOf(before);
  const isAll = amount === left.amount && fee === left.fee && hold?.returned === left.amount + left.fee;
  return isAll ? [] : [`returns ${hold?.returned}, its hold has ${left.amount + left.fee} left`];
}
