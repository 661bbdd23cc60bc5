import type { AssetCode } from "../../domain/assets.ts";
import { orderDigest } from "../../domain/entry/digests.ts";
import { type Batch, type Entry, entryKinds, type Posting, transactionErrors } from "../../domain/entry/entry.ts";
import { isOfTransferOrder, kindFacts } from "../../domain/entry/kinds.ts";
import { isAmount } from "../../domain/money.ts";

/** Finds contradictions within an entry, independent of the rest of the ledger. */
export function entryFlaws(entry: Entry, sequence: number, batch: Batch, postings: readonly Posting[]): string[] {
  const flaws: string[] = [];
  if (entry.sequence !== sequence) flaws.push(`has sequence ${entry.sequence}`);
  if (entry.atMs !== batch.atMs) flaws.push("is not of the time of its batch");
  if (!outcomesOf[entry.kind](entry.outcome)) flaws.push(`has outcome ${entry.outcome}, which its kind has not`);
  if (entry.outcome === 0 && !isAmount(entry.amount)) flaws.push(`moves ${entry.amount}, which is no amount`);
  if (entry.order !== undefined && Buffer.compare(orderDigest(entry.order), entry.requestDigest) !== 0) {
    flaws.push("is not of the order that it keeps");
  }
  if (!isSignedAsItsKind(entry)) flaws.push("has no order, key and signature");
  if (kindFacts[entry.kind].namesHold !== (entry.hold !== undefined))
    flaws.push("names a hold, or none, unlike its kind");
  if (!isReversalAsItsKind(entry)) flaws.push("gives something back, or not, unlike its kind");
  if (!isLinkedAsItsOutcome(entry)) flaws.push("is linked, or not, unlike its outcome");
  if (entry.kind === entryKinds.exchange && entry.outcome === 0 && !isExchange(entry)) {
    flaws.push("does not exchange what it says");
  }
  for (const [asset, sum] of sumsOf(postings)) if (sum !== 0n) flaws.push(`moves ${sum} of ${asset} in all, not 0`);
  return flaws;
}

const outcomesOf: Readonly<Record<Entry["kind"], (outcome: number) => boolean>> = {
  [entryKinds.transfer]: (outcome) => outcome <= 6 || outcome === linkedFailed || ofReversals.has(outcome),
  [entryKinds.exchange]: (outcome) => outcome === 0 || (outcome > 10 && outcome < 15),
  [entryKinds.deposit]: (outcome) => outcome === 0,
  [entryKinds.withdrawal]: (outcome) => outcome === 0,
  [entryKinds.void]: (outcome) => outcome === 6,
  [entryKinds.hold]: (outcome) => outcome <= 6 || outcome === linkedFailed,
  [entryKinds.capture]: (outcome) => outcome <= 8 && outcome !== 4 && outcome !== 6,
  [entryKinds.release]: (outcome) => [0, 1, 7, 8].includes(outcome),
  [entryKinds.reversal]: (outcome) => outcome === 0,
};

/** Whether an entry has the order, key and signature that its kind needs, and both parties. */
function isSignedAsItsKind(entry: Entry): boolean {
  const { kind, outcome, counterparty, order, keyId, signature } = entry;
  if (isOfTransferOrder({ kind })) return isOrdered(entry);
  if (kindFacts[kind].order === undefined) return true;
  if (outcome === 0 && counterparty === undefined) return false;
  const parts = [order, keyId, signature].filter((part) => part !== undefined).length;
  // Administrators, and the end of its time, release a hold without an order.
  return parts === 3 || (parts === 0 && kind === entryKinds.release && outcome === 0);
}

const linkedFailed = transactionErrors.TX_ERROR_LINKED_FAILED;

/** Whether an entry of a linked set, and only such an entry, names the one that failed first. */
function isLinkedAsItsOutcome({ kind, outcome, linked }: Entry): boolean {
  if (linked === undefined) return outcome !== linkedFailed;
  return isOfTransferOrder({ kind }) && (outcome === linkedFailed) === (linked.failed !== "");
}

const ofReversals = new Set<number>([
  transactionErrors.TX_ERROR_REVERSAL_INVALID,
  transactionErrors.TX_ERROR_REVERSAL_EXCEEDED,
]);

/** Whether an entry that gives something back, and only such an entry, says what; and charges no fee for it. */
function isReversalAsItsKind({ kind, outcome, counterparty, reverses, fee }: Entry): boolean {
  if (kind === entryKinds.reversal) return reverses !== undefined && counterparty !== undefined && fee === 0n;
  if (kind !== entryKinds.transfer) return reverses === undefined;
  return reverses === undefined ? !ofReversals.has(outcome) : outcome !== 0 || fee === 0n;
}

function isOrdered({ counterparty, order, keyId, signature }: Entry): boolean {
  return counterparty !== undefined && order !== undefined && keyId !== undefined && signature !== undefined;
}

function isExchange({ asset, amount, exchanged }: Entry): boolean {
  return exchanged?.source === asset && exchanged.sourceAmount === amount && exchanged.fee < amount;
}

function sumsOf(postings: readonly Posting[]): Map<AssetCode, bigint> {
  const sums = new Map<AssetCode, bigint>();
  for (const { asset, amount } of postings) sums.set(asset, (sums.get(asset) ?? 0n) + amount);
  return sums;
}
