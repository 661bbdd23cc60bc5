import { type Acknowledged, type AcknowledgedItem, toldBy } from "../engine/journal/acknowledged.ts";
import type { StoredContent } from "../store/stored-content.ts";
import { pagesOf } from "./pages.ts";

/** Tells by the hashes of batches what the database holds: the hash of a batch is of everything before it, too. */
export interface Proof {
  /** Whether the last batch that was found is still there, and so everything that was found before. */
  isStillThere(): Promise<boolean>;
  forget(): void;
  /** Returns what was told with batches that are not stored as they were written, or without a batch. */
  unproven(kept: readonly Acknowledged[]): Promise<AcknowledgedItem[]>;
}

export function proofBy(lookup: Pick<StoredContent, "batches">): Proof {
  let head: Acknowledged["batch"];

  return {
    async isStillThere() {
      if (head === undefined) return false;
      return isEqual((await lookup.batches([head.number])).get(head.number), head.hash);
    },
    forget() {
      head = undefined;
    },
    async unproven(kept) {
      const left: AcknowledgedItem[] = [];
      for (const page of pagesOf(kept)) {
        const hashes = await lookup.batches(page.flatMap(({ batch }) => batch?.number ?? []));
        for (const one of page) {
          const { batch } = one;
          const isThere = batch !== undefined && isEqual(hashes.get(batch.number), batch.hash);
          if (isThere) head = batch;
          // No hash is of pending transactions.
          left.push(...toldBy(isThere ? { ...one, entries: [] } : one));
        }
      }
      return left;
    },
  };
}

function isEqual(found: Uint8Array | undefined, hash: Uint8Array): boolean {
  return found !== undefined && Buffer.compare(found, hash) === 0;
}
