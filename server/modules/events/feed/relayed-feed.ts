import { readEntry } from "../../ledger/domain/entry/chain.ts";
import type { Ledger, Stretch } from "../../ledger/domain/requests.ts";
import type { StoredEntry } from "../../ledger/domain/rows.ts";
import type { Position } from "./cursor.ts";
import { type EventFeed, type Reader, Readers } from "./readers.ts";
import type { Passed, RelayQuestions } from "./relay.ts";
import { unpack } from "./transferable.ts";

/** The feed of another thread, with the part of its ledger that events need. */
export class RelayedFeed implements EventFeed, Pick<Ledger, "between" | "entriesAfter"> {
  readonly #relay: RelayQuestions;
  readonly #readers = new Readers();
  #lastId = 0;
  #reached: Position | undefined;

  constructor(relay: RelayQuestions) {
    this.#relay = relay;
  }

  async join(reader: Reader, owner: string | undefined): Promise<() => void> {
    const remove = this.#readers.add(reader, owner);
    const id = ++this.#lastId;
    try {
      await this.#relay.follow(id, owner);
    } catch (error) {
      remove();
      throw error;
    }
    return () => {
      remove();
      void this.#relay.unfollow(id);
    };
  }

  get reached(): Position {
    if (this.#reached === undefined) throw new Error("the relay must pass on a position before it answers");
    return this.#reached;
  }

  /** Takes in entries from the relay. */
  passed({ entries, reached }: Passed): void {
    for (const bytes of unpack(entries)) this.#readers.push({ entry: readEntry(bytes), bytes });
    this.#reached = reached;
  }

  async between(owner: string | undefined, after: number, until: number, count: number): Promise<Stretch> {
    const { entries, reached } = await this.#relay.between(owner, after, until, count);
    return { entries: unpack(entries).map(readEntry), reached };
  }

  entriesAfter(sequence: number, count: number): Promise<StoredEntry[]> {
    return this.#relay.entriesAfter(sequence, count);
  }
}
