import { planted } from "../domain/entry/batch-tree.ts";
import { batchHash, entryBytes, entryDigest, firstPreviousHash } from "../domain/entry/chain.ts";
import type { Draft } from "../domain/entry/decision.ts";
import type { EntryDigest } from "../domain/entry/digests.ts";
import type { Entry } from "../domain/entry/entry.ts";
import type { FollowedEntry, Follower } from "../domain/follower.ts";
import type { Policy } from "../domain/policy.ts";
import type { RatesWith } from "../domain/rates/rates.ts";
import type { Outcome, Request } from "../domain/requests.ts";
import type { decide } from "../engine/decide/decide.ts";
import type { Chained, Decided, NewEntry, Stored } from "./batch-store.ts";
import { overlayOf } from "./overlay.ts";

/** Inputs of the decisions of a batch. */
export interface Rules {
  readonly policy: Policy;
  readonly rates: RatesWith;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly decide: typeof decide;
  readonly follower?: Follower | undefined;
}

export interface DecidedBatch extends Decided {
  /** Outcome of each request, in the order of the requests. */
  readonly outcomes: readonly Outcome[];
  /** The last new entry. */
  readonly last: Entry | undefined;
  /** New entries that are followed, in order. */
  readonly followed: readonly FollowedEntry[];
}

/** Decides requests in order, each on the state after the previous ones. */
export function decideBatch(requests: readonly Request[], stored: Stored, rules: Rules): DecidedBatch {
  // The time of the ledger never decreases, whatever the clocks of its processes.
  const atMs = Math.max(rules.now(), stored.last?.atMs ?? 0);
  const overlay = overlayOf(stored, rules.rates);
  const entries: NewEntry[] = [];
  const followed: FollowedEntry[] = [];
  let sequence = stored.last?.lastSequence ?? 0;
  let last: Entry | undefined;

  function outcomeOf(request: Request): Outcome {
    const decision = rules.decide(request, overlay.view, rules.policy, atMs);
    if (decision.kind === "answer") return decision.outcome;
    if (decision.kind === "pending") {
      overlay.create(decision.transfer);
      return { kind: "pending", transfer: decision.transfer, isReplay: false };
    }
    if (decision.kind === "entries") {
      return { kind: "entries", entries: decision.drafts.map((draft) => enter(draft).entry), isReplay: false };
    }
    const { draft, settlesPending, usesQuote } = decision;
    const { entry, digest } = enter(draft);
    if (settlesPending) overlay.settle(entry.id);
    if (usesQuote !== undefined) overlay.useQuote(usesQuote);
    return { kind: "entry", entry, isReplay: false, entryDigest: digest };
  }

  function enter(draft: Draft): { readonly entry: Entry; readonly digest: EntryDigest } {
    const entry: Entry = { ...draft, sequence: ++sequence };
    overlay.enter(entry);
    const bytes = entryBytes(entry);
    const digest = entryDigest(bytes);
    entries.push({ sequence, id: entry.id, bytes, entryDigest: digest });
    last = entry;
    if (rules.follower?.isFollowed(entry)) followed.push({ entry, bytes });
    return { entry, digest };
  }

  const outcomes = requests.map(outcomeOf);
  const records = requests.flatMap(({ record }, index) => {
    const outcome = outcomes[index] as Outcome;
    return record !== undefined && outcome.kind === "entry" && !outcome.isReplay ? [record] : [];
  });
  return {
    ...overlay.changes(),
    outcomes,
    records,
    last,
    followed,
    chained: chain({ entries, reversals: overlay.reversals }, stored, atMs),
  };
}

function chain(written: Omit<Chained, "batch" | "frontier">, stored: Stored, atMs: number): Chained | undefined {
  const { entries } = written;
  const { last } = stored;
  const [first] = entries;
  if (first === undefined) return undefined;
  const number = (last?.number ?? 0) + 1;
  const previousHash = last?.hash ?? firstPreviousHash;
  const digests = entries.map((entry) => entry.entryDigest);
  const hash = batchHash(number, previousHash, digests);
  const { batch, frontier } = planted(stored.frontier(), hash, digests);
  const [firstSequence, lastSequence] = [first.sequence, first.sequence + entries.length - 1];
  return {
    batch: { number, firstSequence, lastSequence, previousHash, hash, atMs, ...batch },
    frontier,
    ...written,
  };
}
