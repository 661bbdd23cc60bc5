import type { Batch, PendingTransfer } from "../../../../../server/modules/ledger/domain/entry/entry.ts";
import type { PlacedPosting } from "../../../../../server/modules/ledger/domain/entry/placed-posting.ts";
import { postingsOf } from "../../../../../server/modules/ledger/domain/entry/postings.ts";
import type { Hold } from "../../../../../server/modules/ledger/domain/holds/hold.ts";
import type {
  AccountName,
  AccountRow,
  LedgerRows,
  ReversalRow,
  StoredEntry,
} from "../../../../../server/modules/ledger/domain/rows.ts";
import type { MemoryLedger } from "../memory-ledger.ts";

/** The rows of a MemoryLedger, which tests may change. */
export class MemoryRows implements LedgerRows {
  readonly batches: Batch[];
  readonly entries: StoredEntry[];
  readonly accounts: AccountRow[];
  readonly postings: (AccountName & PlacedPosting)[];
  readonly pending: PendingTransfer[];
  readonly holds: Hold[];
  readonly reversals: ReversalRow[];
  isTurnStored = true;
  /** Last sequence numbers that are returned before the true one. */
  readonly earlierEnds: number[] = [];
  /** The largest page that was read, by kind of row. */
  readonly mostAtOnce = new Map<string, number>();

  constructor(ledger: MemoryLedger) {
    this.batches = ledger.batches.map(({ batch }) => batch);
    const written = ledger.batches.flatMap(({ bytes }) => bytes);
    this.entries = ledger.entries.map(({ sequence, id }, index) => {
      return { sequence, id, bytes: written[index] as Uint8Array };
    });
    this.accounts = [...ledger.accounts].map(([name, facts]) => {
      const [owner = "", asset = ""] = name.split(" ");
      return { owner, asset, ...facts, isCustomer: owner.startsWith("@") ? 0 : 1 };
    });
    this.postings = ledger.entries.flatMap((entry) =>
      postingsOf(entry).map((posting, leg) => ({ ...posting, leg, sequence: entry.sequence, kind: entry.kind })),
    );
    this.holds = [...ledger.holds.values()];
    this.reversals = [...ledger.reversals];
    this.pending = [...ledger.waiting.values()];
  }

  async entriesAfter(sequence: number, count: number) {
    return this.#page("entries", this.entries, (row) => row.sequence > sequence, count);
  }

  async batchesAfter(number: number, count: number) {
    return this.#page("batches", this.batches, (row) => row.number > number, count);
  }

  async lastSequence() {
    return this.earlierEnds.shift() ?? this.batches.at(-1)?.lastSequence ?? 0;
  }

  async accountsAfter(after: AccountName | undefined, count: number) {
    const isAfter = (row: AccountName) => after === undefined || keyOf(row) > keyOf(after);
    const inOrder = this.accounts.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    return this.#page("accounts", inOrder, isAfter, count);
  }

  async account(name: AccountName) {
    return this.accounts.find((row) => keyOf(row) === keyOf(name));
  }

  async postingsAfter(
    owner: string,
    asset: string,
    after: Pick<PlacedPosting, "sequence" | "leg"> | undefined,
    count: number,
  ) {
    const isAfter = ({ sequence, leg }: PlacedPosting) =>
      after === undefined || sequence > after.sequence || (sequence === after.sequence && leg > after.leg);
    const own = this.postings.filter((row) => keyOf(row) === keyOf({ owner, asset }));
    return this.#page("postings", own, isAfter, count);
  }

  async changesBetween() {
    return [];
  }

  async changesStored() {
    return undefined;
  }

  async accountNames() {
    return new Map();
  }

  async postedAccountAfter(id: bigint | undefined) {
    const names = [...new Set(this.postings.map(keyOf))];
    const next = Number(id ?? 0n);
    const name = names[next];
    if (name === undefined) return undefined;
    return { id: BigInt(next + 1), isStored: this.accounts.some((row) => keyOf(row) === name) };
  }

  async pendingAfter(id: string, count: number) {
    return this.#page("pending", this.pending, (row) => row.id > id, count);
  }

  async holdsAfter(id: string, count: number) {
    const inOrder = this.holds.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    return this.#page("holds", inOrder, (row) => row.id > id, count);
  }

  async holdsOfIds(ids: readonly string[]) {
    return this.holds.filter(({ id }) => ids.includes(id));
  }

  async accountsHeldOtherwise() {
    return this.accounts.filter(({ owner, asset, held }) => {
      const own = this.holds.filter((hold) => hold.sender === owner && hold.asset === asset && hold.state === 1);
      return held !== own.reduce((sum, hold) => sum + hold.amount + hold.fee - hold.captured - hold.capturedFee, 0n);
    });
  }

  async entryOf(id: string) {
    return this.entries.find((row) => row.id === id);
  }

  async reversalsAfter(after: Pick<ReversalRow, "reversed" | "sequence"> | undefined, count: number) {
    const placeOf = ({ reversed, sequence }: Pick<ReversalRow, "reversed" | "sequence">) =>
      `${reversed} ${String(sequence).padStart(20, "0")}`;
    const inOrder = this.reversals.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
    const isAfter = (row: ReversalRow) => after === undefined || placeOf(row) > placeOf(after);
    return this.#page("reversals", inOrder, isAfter, count);
  }

  async reversalsUpTo(id: string, sequence: number, count: number) {
    return this.reversals
      .filter((row) => row.reversed === id && row.sequence <= sequence)
      .reverse()
      .slice(0, count);
  }

  async hasTurn() {
    return this.isTurnStored;
  }

  #page<Row>(kind: string, rows: readonly Row[], isAfter: (row: Row) => boolean, count: number): Row[] {
    this.mostAtOnce.set(kind, Math.max(count, this.mostAtOnce.get(kind) ?? 0));
    return rows.filter(isAfter).slice(0, count);
  }
}

function keyOf({ owner, asset }: AccountName): string {
  return `${owner} ${asset}`;
}
