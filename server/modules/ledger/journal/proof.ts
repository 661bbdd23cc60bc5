import { type Acknowledged, type AcknowledgedItem, itemsOf } from "../engine/journal/acknowledged.ts";
import type { StoredContent } from "../store/stored-content.ts";
import { pagesOf } from "./pages.ts";

/** Determines from the hashes of batches what the database holds: the hash of a batch covers everything before it. */
export interface Proof {
  /** Whether the last batch that was found is still there, and therefore everything before it. */
  isStillThere(): Promise<boolean>;
  forget(): void;
  /** Returns the results acknowledged without a batch, or with batches that are not stored as written. */
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
          // Pending transactions are not hashed.
          left.push(...itemsOf(isThere ? { ...one, entries: [] } : one));
        }
      }
      return left;
    },
  };
}

function isEqual(found: Uint8Array | undefined, hash: Uint8Array): boolean {
  return found !== undefined && Buffer.compare(found, hash) === 0;
}
