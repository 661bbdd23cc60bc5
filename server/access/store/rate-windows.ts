import { And, LessThan, LessThanOrEqual, MoreThan } from "typeorm";
import { limitReached } from "../../core/fixed-window/fixed-window.ts";
import type { CreateSharedLimiter } from "../../core/fixed-window/shared-limiter.ts";
import type { Database } from "../../database/source.ts";
import { type UseWindowRow, useWindowRows } from "./use-window-row.ts";

/** Shortest time between two removals of windows that have ended. */
const removalMs = 3_600_000;

/** Creates limiters that count in a database. A key has at most 64 characters. `now` gives milliseconds since 1970. */
export function storedLimiters(database: Database, now: () => number): CreateSharedLimiter {
  let removedAtMs = Number.NEGATIVE_INFINITY;

  async function removeEnded(nowMs: number): Promise<void> {
    if (Math.abs(nowMs - removedAtMs) < removalMs) return;
    removedAtMs = nowMs;
    await database.transact((writer) => writer.delete(useWindowRows, { endsAt: LessThan(new Date(nowMs)) }));
  }

  /** Begins a window with one use. Returns false if another writer was first. */
  async function begin(name: string, before: UseWindowRow | null, endsAt: Date): Promise<boolean> {
    if (before !== null) {
      const result = await database.transact((writer) =>
        writer.update(useWindowRows, { ...before }, { uses: 1, endsAt }),
      );
      return result.affected === 1;
    }
    try {
      await database.transact((writer) => writer.insert(useWindowRows, { name, uses: 1, endsAt }));
      return true;
    } catch (error) {
      if (database.dialect.isDuplicateKey(error)) return false;
      throw error;
    }
  }

  return (kind, bounds) => ({
    /**
     * Counts a use. The loop ends, because in each round another writer has counted a use or begun a window, which is
     * bounded.
     */
    async consume(key) {
      const name = `${kind} ${key}`;
      for (;;) {
        const nowMs = now();
        const [at, endsAt] = [new Date(nowMs), new Date(nowMs + bounds.windowMs)];
        // A window that ends later than a new one would was begun before the clock was set back, and counts as ended.
        const open = { name, endsAt: And(MoreThan(at), LessThanOrEqual(endsAt)), uses: LessThan(bounds.countMax) };
        const counted = await database.transact((writer) => writer.increment(useWindowRows, open, "uses", 1));
        if (counted.affected === 1) return;
        const before = await database.manager.findOneBy(useWindowRows, { name });
        if (before === null || before.endsAt <= at || before.endsAt > endsAt) {
          await removeEnded(nowMs);
          if (await begin(name, before, endsAt)) return;
        } else if (before.uses >= bounds.countMax) {
          throw limitReached(bounds, before.endsAt.getTime(), nowMs);
        }
      }
    },
  });
}
