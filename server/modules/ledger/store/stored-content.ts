import type { EntityManager } from "typeorm";
import { placeholders, type StoredRow } from "../../../database/dialect.ts";
import type { Held } from "../engine/journal/verdict.ts";

/** Looks up acknowledged results. */
export interface StoredContent {
  /** Returns the hashes of the stored batches, by number. */
  batches(numbers: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>>;
  /** Returns the content stored under each id. */
  held(ids: readonly string[]): Promise<ReadonlyMap<string, Held>>;
}

export function storedContent(manager: EntityManager): StoredContent {
  async function among(selection: string, names: readonly (string | number)[]): Promise<StoredRow[]> {
    return names.length === 0 ? [] : manager.query(`${selection} IN ${placeholders(1, names.length)}`, [...names]);
  }

  return {
    async batches(numbers) {
      const rows = await among("SELECT number, hash FROM ledger_batches WHERE number", numbers);
      return new Map(rows.map(({ number, hash }) => [Number(number), hash as Uint8Array]));
    },

    async held(ids) {
      // Pending transactions first: one that is processed between the two reads is found by both.
      const pending = await among("SELECT id FROM pending_transfers WHERE id", ids);
      const entries = await among("SELECT id, bytes FROM ledger_entries WHERE id", ids);
      const entryOf = new Map(entries.map(({ id, bytes }) => [id as string, bytes as Uint8Array]));
      const arePending = new Set(pending.map(({ id }) => id as string));
      return new Map(ids.map((id) => [id, { entry: entryOf.get(id), isPending: arePending.has(id) }]));
    },
  };
}
