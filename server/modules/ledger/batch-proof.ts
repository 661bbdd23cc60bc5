import { entryBytes, entryDigest } from "./domain/entry/chain.ts";
import type { EntryDigest } from "./domain/entry/digests.ts";
import type { Batch, Entry } from "./domain/entry/entry.ts";
import { type Inclusion, isIncluded } from "./domain/entry/inclusion.ts";
import { postingsOf } from "./domain/entry/postings.ts";
import type { Ledger } from "./domain/requests.ts";
import { leafHash, levelsOf, siblingsOf } from "./domain/tree/hashes.ts";
import { type Finding, findingText } from "./engine/replay/audit.ts";
import { batchFlaw } from "./engine/replay/batch-flaw.ts";
import { entryFlaws } from "./engine/replay/entry-flaws.ts";
import { entriesOf } from "./engine/replay/replay.ts";
import { ledgerTree } from "./tree-proofs.ts";

export interface ProofDeps {
  readonly ledger: Pick<Ledger, "batchOf" | "batchesAfter" | "entriesAfter" | "batchesOf" | "lastBatch">;
  /** Checks the order of an entry against its signature and the entry. */
  readonly orderFlaw: (entry: Entry) => Promise<string | undefined>;
}

/** The batch of an entry, with the digests of all its entries. */
export interface ProvenBatch {
  readonly batch: Batch;
  readonly digests: readonly Uint8Array[];
  /** Undefined for a batch from before there was a tree. */
  readonly inclusion: Inclusion | undefined;
}

/**
 * Reads the batch of the entry that is stored under an id, and checks the entry and its order against it.
 *
 * @throws Error if the ledger is not as it was written
 */
export type ProveBatch = (id: string, entry: Entry) => Promise<ProvenBatch>;

export function batchProof({ ledger, orderFlaw }: ProofDeps): ProveBatch {
  const tree = ledgerTree(ledger);

  async function inclusionOf(entry: Entry, batch: Batch, digests: readonly EntryDigest[]) {
    if (batch.treeSize === 0) return undefined;
    const { head, path: batchPath } = await tree.inclusion(batch);
    const index = entry.sequence - batch.firstSequence;
    const entryPath = siblingsOf(index, levelsOf(digests.map(leafHash)));
    const inclusion: Inclusion = { index, entries: digests.length, entryPath, batchPath, head };
    if (isIncluded(digests[index] as EntryDigest, batch.hash, inclusion)) return inclusion;
    throw tampered({ place: `batch ${batch.number}`, flaw: "its part of the tree is not that of its entries" });
  }

  return async (id, entry) => {
    const { sequence } = entry;
    const place = `entry ${sequence}`;
    const batch = await ledger.batchOf(sequence);
    if (batch === undefined) throw tampered({ place, flaw: "is of no batch" });
    const rows = await entriesOf(ledger, batch);
    const row = rows.find((stored) => stored.sequence === sequence);
    const isItself = row?.id === id && entry.id === id && Buffer.compare(row.bytes, entryBytes(entry)) === 0;
    const flaw =
      (isItself ? undefined : "is not stored under its own id and sequence") ??
      entryFlaws(entry, sequence, batch, postingsOf(entry))[0] ??
      (await orderFlaw(entry));
    if (flaw !== undefined) throw tampered({ place, flaw });
    const digests = rows.map(({ bytes }) => entryDigest(bytes));
    const around = await ledger.batchesAfter(batch.number - 2, 3);
    const at = (number: number) => around.find((one) => one.number === number);
    const chainFlaw = batchFlaw(batch, { before: at(batch.number - 1), after: at(batch.number + 1) }, digests);
    if (chainFlaw !== undefined) throw tampered({ place: `batch ${batch.number}`, flaw: chainFlaw });
    return { batch, digests, inclusion: await inclusionOf(entry, batch, digests) };
  };
}

function tampered(finding: Finding): Error {
  return new Error(`no receipt is signed: ${findingText(finding)}; run \`platonic ledger check\``);
}
