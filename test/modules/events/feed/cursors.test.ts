import { expect, onTestFinished, test } from "vitest";
import { readCursor, writeCursor } from "../../../../server/modules/events/feed/cursor.ts";
import { type LedgerEvents, ledgerEvents } from "../../../../server/modules/events/operations/ledger-events.ts";
import { relayedEvents } from "../../../../server/modules/events/operations/relayed-events.ts";
import { entryDigest } from "../../../../server/modules/ledger/domain/entry/chain.ts";
import type { RequestDigest } from "../../../../server/modules/ledger/domain/entry/digests.ts";
import { onEveryDatabase } from "../../../support/database/databases.ts";
import { policy } from "../../../support/ledger/constants.ts";
import { cursorFlaw, openFollowedLedger } from "../../../support/ledger/feed-fixture.ts";
import { relayedByMessages } from "../../../support/ledger/relayed.ts";
import { deposit, transfer } from "../../../support/ledger/requests.ts";

onEveryDatabase("a cursor", (engine) => {
  async function open() {
    const fixture = await openFollowedLedger(engine);
    const { feed, ledger } = fixture;
    const over = new AbortController();
    onTestFinished(() => over.abort());
    const relayed = relayedEvents(relayedByMessages({ feed, ledger, policy }, (passed) => relayed.passed(passed)));
    const question = (owner: string | undefined, cursor?: string) => ({
      owner,
      cursor,
      heartbeatMs: 1,
      signal: over.signal,
    });
    const events = ledgerEvents({ feed, ledger, policy });
    const busy = await fixture.addWallet(1_000n);
    return { ...fixture, busy, events, relayed: relayed.events, question };
  }

  type Opened = Awaited<ReturnType<typeof open>>;

  /** Takes heartbeats until one is after everything that is written. */
  async function lastBeat({ ledger, busy, question }: Opened, events: Pick<LedgerEvents, "watch">, owner: string) {
    const stream = events.watch(question(owner));
    await stream.next();
    await ledger.submit(deposit(busy, 1n));
    const end = await ledger.lastSequence();
    for await (const { cursor } of stream) if (readCursor(cursor)?.sequence === end) return cursor;
    throw new Error("the stream has ended");
  }

  /** Each way in which a cursor is told to somebody on whose wallet nothing happens. */
  const sources: Record<string, (opened: Opened, idle: string) => Promise<string>> = {
    "of a heartbeat": (opened, idle) => lastBeat(opened, opened.events, idle),
    "of a heartbeat on another thread": (opened, idle) => lastBeat(opened, opened.relayed, idle),
    async "of an empty answer"({ events, question, feed, ledger, busy }, idle) {
      const leave = await feed.join({ push: () => {} }, idle);
      onTestFinished(leave);
      await ledger.submit(deposit(busy, 1n));
      return (await events.next({ ...question(idle), owner: idle, count: 10 })).cursor;
    },
    async "of the end of the ledger, while somebody reads"({ events, feed, ledger, busy }, idle) {
      const leave = await feed.join({ push: () => {} }, idle);
      onTestFinished(leave);
      await ledger.submit(deposit(busy, 1n));
      return events.end();
    },
    async "of the end of the ledger, while nobody reads"({ events, ledger, busy }) {
      await ledger.submit(deposit(busy, 1n));
      return events.end();
    },
  };

  test.each(Object.entries(sources))("%s is that of its entry in the database, and is accepted", async (_, source) => {
    const opened = await open();
    const { addWallet, location, ledger, events, question } = opened;
    const idle = await addWallet(1n);
    const cursor = await source(opened, idle);
    expect(await cursorFlaw(cursor, ledger)).toBeUndefined();
    await expect(events.requireCursor(cursor)).resolves.toBeUndefined();
    // Another process, and one after a restart, see what comes next, once.
    const { sequence } = await entry(ledger.submit(deposit(idle, 5n)));
    const other = await openFollowedLedger(engine, location);
    const there = ledgerEvents({ feed: other.feed, ledger: other.ledger, policy });
    for (const one of [events, there]) {
      const next = await one.next({ ...question(idle, cursor), owner: idle, count: 10 });
      expect(next.events.map((event) => Number(event.entry?.sequence))).toEqual([sequence]);
      expect(await cursorFlaw(next.cursor, ledger)).toBeUndefined();
    }
  });

  test("with the digest of the entry itself, as the end of the ledger had it once, is accepted while its entry stands", async () => {
    const { addWallet, busy: ada, ledger, events, question } = await open();
    const bob = await addWallet();
    const { sequence } = await entry(ledger.submit(transfer(ada, bob, 1n)));
    const [row] = await ledger.entriesAfter(sequence - 1, 1);
    const wrongMark = entryDigest(row?.bytes as Uint8Array) as unknown as RequestDigest;
    const cursor = writeCursor({ sequence, requestDigest: wrongMark, told: 0 });
    expect(await cursorFlaw(cursor, ledger)).toContain("another mark");
    const next = await entry(ledger.submit(transfer(ada, bob, 2n)));
    const { events: told } = await events.next({ ...question(bob, cursor), owner: bob, count: 10 });
    expect(told.map((event) => Number(event.entry?.sequence))).toEqual([next.sequence]);
    // That of another entry is not.
    const moved = writeCursor({ sequence: next.sequence, requestDigest: wrongMark, told: 0 });
    await expect(events.requireCursor(moved)).rejects.toMatchObject({ reason: "STATE_INVALID" });
  });
});

async function entry(outcome: Promise<unknown>) {
  return ((await outcome) as { readonly entry: { readonly sequence: number } }).entry;
}
