import type { Entry } from "../../../ledger/domain/entry/entry.ts";
import { kindsWhere } from "../../../ledger/domain/entry/kinds.ts";
import type { Ledger } from "../../../ledger/domain/requests.ts";

/** Exchanges of a wallet, newest first. */
export interface ExchangePage {
  readonly found: readonly Entry[];
  /** Sequence number at which the next page begins; undefined at the beginning of the ledger. */
  readonly end: number | undefined;
}

/** Reads at most `count` successful exchanges before a sequence number, those made for transfers and holds included. */
export async function exchangesBefore(
  ledger: Pick<Ledger, "history">,
  owner: string,
  before: number | undefined,
  count: number,
): Promise<ExchangePage> {
  const found: Entry[] = [];
  let beforeSequence = before;
  for (let round = 0; round < roundsMax; round++) {
    const range = { owner, beforeSequence, fromMs: undefined, untilMs: undefined };
    const entries = await ledger.history({ ...range, kinds, count });
    for (const entry of entries) {
      if (found.length === count) return { found, end: beforeSequence };
      if (entry.owner === owner && entry.outcome === 0 && entry.exchanged !== undefined) found.push(entry);
      beforeSequence = entry.sequence;
    }
    if (entries.length < count) return { found, end: undefined };
  }
  return { found, end: beforeSequence };
}

const kinds = kindsWhere(({ mayExchange }) => mayExchange);

/** Limits the pages read for one call on a wallet with many transfers and few exchanges. */
const roundsMax = 20;
