import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import {
  isAt,
  ledgerStart,
  type Position,
  type ReadCursor,
  readCursor,
  writeCursor,
} from "../../../../server/modules/events/feed/cursor.ts";
import { Feed } from "../../../../server/modules/events/feed/feed.ts";
import { RelayedFeed } from "../../../../server/modules/events/feed/relayed-feed.ts";
import { type LedgerEvent, type WatchDeps, watch } from "../../../../server/modules/events/feed/watch.ts";
import { standardAsset } from "../../../../server/modules/ledger/domain/assets.ts";
import { entryBytes, readEntry } from "../../../../server/modules/ledger/domain/entry/chain.ts";
import { asRequestDigest } from "../../../../server/modules/ledger/domain/entry/digests.ts";
import { type Entry, entryKinds } from "../../../../server/modules/ledger/domain/entry/entry.ts";
import { walletsOf } from "../../../../server/modules/ledger/domain/entry/postings.ts";
import type { WrittenEntries } from "../../../../server/modules/ledger/domain/follower.ts";
import type { Ledger } from "../../../../server/modules/ledger/domain/requests.ts";
import { onEveryDatabase } from "../../../support/database/databases.ts";
import { policy } from "../../../support/ledger/constants.ts";
import { openLedgerFixture } from "../../../support/ledger/ledger-fixture.ts";
import { relayedByMessages } from "../../../support/ledger/relayed.ts";
import { deposit, transfer, withdrawal } from "../../../support/ledger/requests.ts";

const runs = Number(process.env["LAW_RUNS"] ?? 10);

/** A feed of a ledger in this process. It looks for entries of others only when it is told to. */
function openFeed(ledger: () => Ledger): Feed {
  const feed = new Feed({
    rows: {
      entriesAfter: (sequence, count) => ledger().entriesAfter(sequence, count),
      lastSequence: () => ledger().lastSequence(),
    },
    pollMs: 2,
    report: () => {},
  });
  onTestFinished(() => feed.close());
  return feed;
}

/** Reads a number of events, heartbeats left out, and breaks off. Positions are kept as clients keep them. */
async function read(
  deps: WatchDeps,
  { owner, from, count }: { owner: string | undefined; from: Position | undefined; count: number },
): Promise<{ events: LedgerEvent[]; place: Position | undefined }> {
  const over = new AbortController();
  const events: LedgerEvent[] = [];
  let place = from;
  const options = { owner, from: async () => from, heartbeatMs: 60_000, signal: over.signal };
  for await (const event of watch(deps, options, (told) => told)) {
    place = event.place;
    if (event.told !== undefined) events.push(event);
    if (events.length === count) break;
  }
  return { events, place };
}

const someEntry = {
  kind: entryKinds.deposit,
  outcome: 0,
  id: "own",
  atMs: 1,
  owner: "ada",
  asset: standardAsset,
  amount: 1n,
  fee: 0n,
  description: "",
  requestDigest: asRequestDigest(new Uint8Array(32)),
} as Entry;

const summary = ({ told }: LedgerEvent) => `${told?.entry.sequence} ${told?.owner}`;

/** Returns the events that must be told: each wallet of each entry after a sequence, in the order of the ledger. */
async function expected(ledger: Ledger, owner: string | undefined, after = 0): Promise<string[]> {
  const entries = (await ledger.entriesAfter(after, 10_000)).map(({ bytes }) => readEntry(bytes));
  return entries.flatMap((entry) =>
    walletsOf(entry)
      .filter((wallet) => owner === undefined || wallet === owner)
      .map((wallet) => `${entry.sequence} ${wallet}`),
  );
}

onEveryDatabase("events of a ledger", (engine) => {
  async function open(isTold = true) {
    let ledger: Ledger | undefined;
    const feed = openFeed(() => ledger as Ledger);
    const fixture = await openLedgerFixture(engine, isTold ? { follower: feed } : {});
    ledger = fixture.ledger;
    const relayed: RelayedFeed = new RelayedFeed(
      relayedByMessages({ feed, ledger, policy }, (passed) => relayed.passed(passed)),
    );
    const here = { feed, ledger };
    return {
      ...fixture,
      feed,
      here,
      deps: { "this thread": here, "another thread": { feed: relayed, ledger: relayed } },
    };
  }

  const threads = ["this thread", "another thread"] as const;

  test.each(threads)(
    "are told to each reader in %s completely and in order, however its stream is broken and whatever is written meanwhile",
    async (thread) => {
      const { ledger, addWallet, feed, deps } = await open();
      const owners = [await addWallet(1_000_000n), await addWallet(1_000_000n), await addWallet(1_000_000n)] as const;
      const amount = fc.bigInt({ min: 1n, max: 400_000n });
      const operation = fc.tuple(fc.nat(2), fc.nat(2), amount, fc.constantFrom("transfer", "deposit", "withdraw"));
      await fc.assert(
        fc.asyncProperty(
          fc.array(operation, { minLength: 1, maxLength: 12 }),
          fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 6 }),
          fc.option(fc.nat(2), { nil: undefined }),
          async (operations, breaks, watched) => {
            const owner = watched === undefined ? undefined : owners[watched];
            let place: Position | undefined = await feed.end();
            const before = await ledger.lastSequence();
            const submitted = operations.map(([from, to, sum, kind]) => {
              const [payer, payee] = [owners[from] as string, owners[to] as string];
              if (kind === "deposit") return ledger.submit(deposit(payer, sum));
              return ledger.submit(kind === "withdraw" ? withdrawal(payer, sum) : transfer(payer, payee, sum));
            });
            const told: string[] = [];
            const written = Promise.all(submitted);
            const all = () => expected(ledger, owner, before);
            for (let i = 0; ; i++) {
              if (i > breaks.length) await written;
              const missing = (await all()).length - told.length;
              if (missing <= 0) {
                if (i > breaks.length) break;
                continue;
              }
              const count = Math.min(missing, breaks[i % breaks.length] as number);
              const got = await read(deps[thread], { owner, from: place, count });
              told.push(...got.events.map(summary));
              place = got.place;
            }
            expect(told).toEqual(await all());
          },
        ),
        { numRuns: runs },
      );
    },
  );

  test("of other processes are told, too", async () => {
    const { addWallet, here, location } = await open(false);
    const owner = await addWallet(5n);
    const other = await openLedgerFixture(engine, {}, location);
    const first = await read(here, { owner, from: ledgerStart, count: 1 });
    const waiting = read(here, { owner, from: first.place, count: 2 });
    await other.ledger.submit(deposit(owner, 7n));
    await other.ledger.submit(deposit(owner, 8n));
    expect((await waiting).events.map(({ told }) => told?.entry.amount)).toEqual([7n, 8n]);
  });

  test("are told to a reader whose service stops as far as they have happened, and no later one is waited for", async () => {
    const { ledger, addWallet, here } = await open();
    const owner = await addWallet(5n);
    await ledger.submit(deposit(owner, 7n));
    const { signal } = new AbortController();
    const options = { owner, from: async () => ledgerStart, heartbeatMs: 2 ** 31 - 1, signal };
    const events = watch(here, { ...options, stopping: AbortSignal.abort() }, (event) => event);
    const told = async () => (await events.next()).value?.told?.entry.amount;
    expect([await told(), await told(), await told(), await told()]).toEqual([undefined, 5n, 7n, undefined]);
    await events.return();
  });

  test("are told in one order though this process and another write at once", async () => {
    const { ledger, addWallet, feed, here, location } = await open();
    const owner = await addWallet(1n);
    const other = await openLedgerFixture(engine, {}, location);
    const from = await feed.end();
    const waiting = read(here, { owner, from, count: 40 });
    const both = [ledger, other.ledger].map(async (one) => {
      for (let i = 0; i < 20; i++) await one.submit(deposit(owner, 1n));
    });
    await Promise.all(both);
    expect((await waiting).events.map(({ place }) => place.sequence)).toEqual(
      Array.from({ length: 40 }, (_, i) => 2 + i),
    );
  });

  test.each(threads)(
    "a reader in %s who takes nothing holds up no other, and keeps a bounded number in memory",
    async (thread) => {
      const { ledger, addWallet, feed, deps } = await open();
      const owner = await addWallet(1n);
      const over = new AbortController();
      const from = await feed.end();
      const options = { owner, from: async () => from, heartbeatMs: 60_000, signal: over.signal };
      const slow = watch(deps[thread], options, (told) => told);
      await slow.next();
      const first = slow.next();
      await ledger.submit(deposit(owner, 1n));
      expect((await first).value?.told?.entry.sequence).toBe(2);
      const count = 2_500;
      const quick = read(deps[thread], { owner, from, count: count + 1 });
      await Promise.all(Array.from({ length: count }, () => ledger.submit(deposit(owner, 1n))));
      expect((await quick).events.length).toBe(count + 1);
      const late: number[] = [];
      while (late.length < count) late.push((await slow.next()).value?.told?.entry.sequence ?? 0);
      expect(late).toEqual(Array.from({ length: count }, (_, i) => 3 + i));
      over.abort();
    },
  );

  test("a cursor of another process, which is ahead of this feed, goes on after itself", async () => {
    const { ledger, addWallet, feed, here, location } = await open();
    const owner = await addWallet(1n);
    const other = await openLedgerFixture(engine, {}, location);
    const leave = await feed.join({ push: () => {} }, owner);
    feed.close();
    for (let count = 0; count < 3; count++) await other.ledger.submit(deposit(owner, 1n));
    const [ahead] = await ledger.entriesAfter(2, 1);
    const { sequence, requestDigest: digest } = readEntry(ahead?.bytes as Uint8Array);
    const reading = read(here, { owner, from: { sequence, requestDigest: digest, told: 0 }, count: 2 });
    await ledger.submit(deposit(owner, 1n));
    expect((await reading).events.map(({ place }) => place.sequence)).toEqual([4, 5]);
    leave();
  });

  test.each(threads)("a wallet in which nothing happens gets a cursor that advances, in %s", async (thread) => {
    const { ledger, addWallet, feed, deps } = await open();
    const [idle, busy] = [await addWallet(), await addWallet()];
    const over = new AbortController();
    const from = await feed.end();
    const options = { owner: idle, from: async () => from, heartbeatMs: 1, signal: over.signal };
    const stream = watch(deps[thread], options, (told) => told);
    expect((await stream.next()).value).toEqual({ place: from });
    await ledger.submit(deposit(busy, 1n));
    let beat = await stream.next();
    while (beat.value?.place.sequence === from.sequence) beat = await stream.next();
    expect(writeCursor(beat.value?.place as Position)).toBe(writeCursor(await feed.end()));
    over.abort();
    expect((await stream.next()).done).toBe(true);
  });
});

test("an entry that was read from the database before its writer tells of it is taken in once", async () => {
  const entries = [1, 2, 3].map((sequence) => ({ ...someEntry, sequence, id: `entry ${sequence}` }));
  const stored = entries.slice(0, 2).map((entry) => ({ ...entry, bytes: entryBytes(entry) }));
  const entriesAfter = async (after: number) => stored.filter(({ sequence }) => sequence > after);
  const feed = new Feed({ rows: { entriesAfter, lastSequence: async () => 0 }, pollMs: 1, report: () => {} });
  onTestFinished(() => feed.close());
  const { promise: areRead, resolve } = Promise.withResolvers<void>();
  const got: number[] = [];
  const push = ({ sequence }: Entry) => {
    got.push(sequence);
    if (sequence === 2) resolve();
  };
  await feed.join({ push }, "ada");
  await areRead;
  const followed = entries.map((entry) => ({ entry, bytes: entryBytes(entry) }));
  feed.written({ firstSequence: 1, last: entries[2] as Entry, followed, version: feed.version });
  expect(got).toEqual([1, 2, 3]);
});

test("who joins while a batch is written misses nothing of it", async () => {
  const entry = { ...someEntry, sequence: 1 };
  const { promise: isRead, resolve } = Promise.withResolvers<number>();
  const entriesAfter = async (sequence: number) => {
    resolve(sequence);
    return [];
  };
  const feed = new Feed({ rows: { entriesAfter, lastSequence: async () => 0 }, pollMs: 60_000, report: () => {} });
  onTestFinished(() => feed.close());
  await feed.join({ push: () => {} }, "bob");
  const { version } = feed;
  expect(feed.isFollowed(entry)).toBe(false);
  await feed.join({ push: () => {} }, "ada");
  feed.written({ firstSequence: 1, last: entry, followed: [], version });
  expect(feed.reached.sequence).toBe(0);
  expect(await isRead).toBe(0);
});

test("a feed looks for entries of others, unless it has got one of its own process since the last look", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let looks = 0;
  const entriesAfter = async () => {
    looks++;
    return [];
  };
  const feed = new Feed({ rows: { entriesAfter, lastSequence: async () => 0 }, pollMs: 50, report: () => {} });
  onTestFinished(() => feed.close());
  await feed.join({ push: () => {} }, "ada");
  const own = (sequence: number): WrittenEntries => ({
    firstSequence: sequence,
    last: { ...ledgerStart, sequence },
    followed: [],
    version: feed.version,
  });
  await vi.advanceTimersByTimeAsync(50);
  expect(looks).toBe(1);
  feed.written(own(1));
  await vi.advanceTimersByTimeAsync(50);
  expect(looks).toBe(1);
  await vi.advanceTimersByTimeAsync(50);
  expect(looks).toBe(2);
  // Another process has written the entry between.
  feed.written(own(3));
  await vi.advanceTimersByTimeAsync(0);
  expect(looks).toBe(3);
});

test("cursors are read as they were written, and nothing else is a cursor", () => {
  const requestDigest = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(asRequestDigest);
  const place = fc.record({ sequence: fc.nat(), requestDigest, id: fc.uuid(), told: fc.nat(255) });
  fc.assert(
    fc.property(place, fc.nat(23), fc.string({ minLength: 1, maxLength: 1 }), (given, at, letter) => {
      const text = writeCursor(given);
      const read = readCursor(text);
      expect(read).toMatchObject({ sequence: given.sequence, told: given.told });
      expect(read !== undefined && isAt(read, given)).toBe(true);
      const changed = text.slice(0, at) + letter + text.slice(at + 1);
      const other = readCursor(changed);
      // A changed cursor is of another place, or of another entry.
      if (changed !== text && other !== undefined) {
        expect(other.sequence === given.sequence && other.told === given.told && isAt(other, given)).toBe(false);
      }
    }),
  );
  for (const text of ["", "x", "AQ", `${writeCursor(ledgerStart)}A`, "Aw".padEnd(24, "A")]) {
    expect(readCursor(text)).toBeUndefined();
  }
});

test("a cursor of the first version, which holds a digest of its entry's id, is read", () => {
  const read = readCursor("AQAAAAAAAAAFAGWuQRRTOL6F") as ReadCursor;
  expect(read).toMatchObject({ sequence: 5, told: 0 });
  const requestDigest = asRequestDigest(Buffer.alloc(32));
  expect(isAt(read, { id: "0192d3a0-0000-7000-8000-000000000005", requestDigest })).toBe(true);
  expect(isAt(read, { id: "0192d3a0-0000-7000-8000-000000000006", requestDigest })).toBe(false);
});
