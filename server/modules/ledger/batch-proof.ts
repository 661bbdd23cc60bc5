import { entryBytes, entryDigest } from "./domain/entry/chain.ts";
import type { Batch, Entry } from "./domain/entry/entry.ts";
import { postingsOf } from "./domain/entry/postings.ts";
import type { Ledger } from "./domain/requests.ts";
import { type Finding, findingText } from "./engine/replay/audit.ts";
import { batchFlaw } from "./engine/replay/batch-flaw.ts";
import { entryFlaws } from "./engine/replay/entry-flaws.ts";
import { entriesOf } from "./engine/replay/replay.ts";

export interface ProofDeps {
  readonly ledger: Pick<Ledger, "batchOf" | "batchesAfter" | "entriesAfter">;
  /** Checks the order of an entry against its signature and the entry. */
  readonly orderFlaw: (entry: Entry) => Promise<string | undefined>;
}

/** The batch of an entry, with the digests of all its entries. */
export interface ProvenBatch {
  readonly batch: Batch;
  readonly digests: readonly Uint8Array[];
}

/**
 * Reads the batch of the entry that is stored under an id, and checks the entry and its order against it.
 *
 * @throws Error if the ledger is not as it was written
 */
export type ProveBatch = (id: string, entry: Entry) => Promise<ProvenBatch>;

export function batchProof({ ledger, orderFlaw }: ProofDeps): ProveBatch {
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
    return { batch, digests };
  };
}

function tampered(finding: Finding): Error {
  return new Error(`no receipt is signed: ${findingText(finding)}; run \`platonic ledger check\``);
}
