import { randomBytes } from "node:crypto";
import { uuidV7 } from "../../core/uuid.ts";
import { type Refusal, refusalsMax } from "../domain/usage.ts";

/** A refusal that has no id yet. */
export type NewRefusal = Omit<Refusal, "id">;

/**
 * Holds the last refusals of each caller in memory, as many as are kept, so that a flood of refused calls takes no more
 * room.
 */
export class PendingRefusals {
  readonly #callers = new Map<string, { readonly kept: NewRefusal[]; count: number }>();
  readonly #totalMax: number;
  #total = 0;

  /** @param totalMax most refusals of all callers together */
  constructor(totalMax: number) {
    this.#totalMax = totalMax;
  }

  /** Adds a refusal in place of the caller's oldest one. Returns false if there is no room for another caller's. */
  add(id: string, refusal: NewRefusal): boolean {
    let ring = this.#callers.get(id);
    const hasRoom = this.#total < this.#totalMax;
    if (ring === undefined) {
      if (!hasRoom) return false;
      ring = { kept: [], count: 0 };
      this.#callers.set(id, ring);
    }
    if (ring.kept.length < refusalsMax && hasRoom) {
      ring.kept.push(refusal);
      this.#total++;
    } else {
      ring.kept[ring.count % ring.kept.length] = refusal;
    }
    ring.count++;
    return true;
  }

  /** Removes and returns all refusals, those of a caller oldest first. */
  drain(): Refusal[] {
    const drained: Refusal[] = [];
    for (const { kept, count } of this.#callers.values()) {
      const oldest = count % kept.length;
      const ordered = count > kept.length ? [...kept.slice(oldest), ...kept.slice(0, oldest)] : kept;
      drained.push(...ordered.map((refusal, index) => ({ ...refusal, id: refusalId(refusal.atMs, index) })));
    }
    this.#callers.clear();
    this.#total = 0;
    return drained;
  }
}

/** Makes ids of refusals that sort by time, and within a millisecond by the index. */
function refusalId(atMs: number, index: number): string {
  const bytes = randomBytes(10);
  bytes.writeUInt16BE(index, 0);
  return uuidV7(atMs, bytes);
}
