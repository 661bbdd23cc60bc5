import { onTestFinished } from "vitest";
import { readCursor } from "../../../server/modules/events/feed/cursor.ts";
import { Feed } from "../../../server/modules/events/feed/feed.ts";
import { readEntry } from "../../../server/modules/ledger/domain/entry/chain.ts";
import type { Ledger } from "../../../server/modules/ledger/domain/requests.ts";
import type { TestDatabase, TestLocation } from "../database/databases.ts";
import { openLedgerFixture } from "./ledger-fixture.ts";

/**
 * Opens a ledger whose feed follows its writes, as in the service: on a new database, or like another process on the
 * given one.
 */
export async function openFollowedLedger(engine: TestDatabase, given?: TestLocation) {
  let ledger: Ledger | undefined;
  const opened = () => ledger as Ledger;
  const feed = new Feed({
    rows: {
      entriesAfter: (sequence, count) => opened().entriesAfter(sequence, count),
      lastSequence: () => opened().lastSequence(),
    },
    pollMs: 2,
    report: () => {},
  });
  onTestFinished(() => feed.close());
  const fixture = await openLedgerFixture(engine, { follower: feed }, given);
  ledger = fixture.ledger;
  return { ...fixture, feed };
}

/**
 * Returns how a cursor differs from that of an entry in the database; undefined if it does not. Bytes 36 to 68 of an
 * entry are the digest of its request.
 */
export async function cursorFlaw(cursor: string, ledger: Pick<Ledger, "entriesAfter">): Promise<string | undefined> {
  const read = readCursor(cursor);
  if (read === undefined) return `${cursor} is no cursor`;
  if (read.sequence === 0) return undefined;
  const [row] = await ledger.entriesAfter(read.sequence - 1, 1);
  if (row === undefined || readEntry(row.bytes).sequence !== read.sequence) return `there is no entry ${read.sequence}`;
  const mark = Buffer.from(row.bytes.subarray(36, 44)).toString("latin1");
  return read.mark === mark ? undefined : `the cursor after ${read.sequence} has another mark than its entry`;
}
