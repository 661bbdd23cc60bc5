import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { create, toBinary } from "@bufbuild/protobuf";
import { WatchAllResponseSchema } from "#contract/wallet/v1/event_service_pb.js";
import { TransferOrderSchema } from "#contract/wallet/v1/transaction_pb.js";
import { limits } from "../../server/core/limits.ts";
import type { Database } from "../../server/database/source.ts";
import { Feed } from "../../server/modules/events/feed/feed.ts";
import { Relay } from "../../server/modules/events/feed/relay.ts";
import {
  type EventMessage,
  type LedgerEvents,
  ledgerEvents,
} from "../../server/modules/events/operations/ledger-events.ts";
import { openDeliveryThread } from "../../server/modules/events/webhooks/delivery/thread.ts";
import { storedWebhooks } from "../../server/modules/events/webhooks/store/webhooks.ts";
import { orderDigest } from "../../server/modules/ledger/domain/entry/digests.ts";
import type { Ledger, TransferRequest } from "../../server/modules/ledger/domain/requests.ts";
import { compileWriter } from "../../server/rpc/codec/dialect/writer.ts";
import type { Pace } from "../harness/contest.ts";
import type { Finding } from "../harness/finding.ts";
import { collectGarbage } from "../harness/garbage.ts";
import { quantile, spreadOf } from "../harness/measure.ts";
import { spreadText } from "../report/lines.ts";
import { openOwnDatabase } from "../vault/vault.ts";
import { addWallets, benchLedger, policy, rateOf, spread, transfers } from "./fixture.ts";

/** Numbers of wallets, of which as many are watched: the fewer there are, the more of all entries are told. */
const walletCounts = [1_000, 10_000];
const watchersCount = 100;
const webhooksCount = 10;
const perMeasurement = 60_000;
/**
 * Transfers after readers have come or gone, until the rate stays as it is, in pieces. Code is compiled anew, and with 30000
 * of them the ratio is lower by 0.03.
 */
const settling = 160_000;
const perPiece = 40_000;
/** Transfers of a round by which the time to an event is measured, and those before them in which code is compiled. */
const timed = 20_000;
const warming = 15_000;
const atOnce = 2_048;
const leastRatio = 0.9;
const latencyMsMax = 50;

const write = compileWriter(WatchAllResponseSchema);

/** Transfers per second while events are told, by those while nobody watches; and how late an event is at half of that rate. */
export async function watchedLedger(pace: Pace): Promise<Finding> {
  const measured = new Map<number, Round[]>();
  for (const wallets of walletCounts) {
    const { database, remove } = await openOwnDatabase();
    try {
      measured.set(wallets, await roundsOn(database, wallets, pace.rounds));
    } finally {
      await remove();
    }
  }
  return findingOf(measured, pace.rounds);
}

interface Round {
  readonly alone: number;
  readonly watched: number;
  /** Milliseconds from the order to its event. */
  readonly latencies: readonly number[];
}

async function roundsOn(database: Database, wallets: number, count: number): Promise<Round[]> {
  let known: Ledger | undefined;
  const rows = {
    entriesAfter: (after: number, most: number) => (known as Ledger).entriesAfter(after, most),
    lastSequence: () => (known as Ledger).lastSequence(),
  };
  const feed = new Feed({ rows, pollMs: limits.eventPollMs, report: raise });
  const ledger = await benchLedger(database, { follower: feed });
  known = ledger;
  const source = { database, feed, ledger, events: ledgerEvents({ feed, ledger, policy }) };
  const told = { ...source, deliveries: openDeliveries(source) };
  const owners = await addWallets(database, ledger, wallets);
  const rounds: Round[] = [];
  while (rounds.length < count) {
    // Nobody watches, twice somebody does, nobody: the ledger grows, and the machine changes, for both alike.
    await settle();
    const before = await rate(perMeasurement);
    const audience = await openAudience(told, owners, () => {});
    await settle();
    const watched = together(await rate(perMeasurement), await rate(perMeasurement));
    await audience.close();
    await settle();
    const alone = together(before, await rate(perMeasurement));
    rounds.push({ alone, watched, latencies: await latenciesAt(watched / 2) });
  }
  await told.deliveries.close();
  feed.close();
  await ledger.close();
  return rounds;

  /** Makes transfers that are not measured. */
  async function settle(): Promise<void> {
    for (let made = 0; made < settling; made += perPiece) await rate(perPiece);
  }

  function rate(count: number): Promise<number> {
    return rateOf(ledger, withoutGarbage(prepared(count, owners)), atOnce);
  }

  /** Milliseconds from each order to its event, at a steady rate. */
  async function latenciesAt(rate: number): Promise<number[]> {
    const sentMs = new Map<string, number>();
    const latencies: number[] = [];
    // Another audience, which has nothing left to tell of the load before.
    const audience = await openAudience(told, owners, ({ entry }) => {
      const atMs = sentMs.get(entry?.transaction?.id ?? "");
      if (atMs !== undefined) latencies.push(performance.now() - atMs);
    });
    await atRate(withoutGarbage(prepared(warming + timed, owners)), rate, async (request, index) => {
      if (index >= warming) sentMs.set(request.id, performance.now());
      await ledger.submit(request);
    });
    await audience.close();
    return latencies;
  }
}

/** Rate of two measurements of as many transfers. */
function together(first: number, second: number): number {
  return 2 / (1 / first + 1 / second);
}

/** Returns what was prepared, without the garbage of it. */
function withoutGarbage(requests: TransferRequest[]): TransferRequest[] {
  collectGarbage();
  // Memory is freed in the background. The second time waits until it is; else the measurement would.
  collectGarbage();
  return requests;
}

/** Transfers with orders that can be read, as events tell of their times. */
function prepared(count: number, owners: readonly string[]): TransferRequest[] {
  return transfers(count, spread(owners)).map((request) => {
    const { id, owner: sender, recipient, description } = request;
    const terms = {
      id,
      sender,
      recipient,
      description,
      tokenType: 1,
      amount: "0.00001",
      createdAt: BigInt(Date.now()),
    };
    const order = toBinary(TransferOrderSchema, create(TransferOrderSchema, terms));
    return { ...request, order, requestDigest: orderDigest(order) };
  });
}

/** A ledger whose events are told. */
interface Told {
  readonly database: Database;
  readonly feed: Feed;
  readonly ledger: Ledger;
  readonly events: LedgerEvents;
  readonly deliveries: Deliveries;
}

/** Readers of a tenth of the wallets, each of which gets its events as text, and endpoints of ten of them. */
async function openAudience(
  told: Told,
  owners: readonly string[],
  onEvent: (event: EventMessage) => void,
): Promise<{ close(): Promise<void> }> {
  const over = new AbortController();
  const started: Promise<void>[] = [];
  const reading = owners.slice(0, watchersCount).map(async (owner) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    started.push(promise);
    const question = { owner, cursor: undefined, heartbeatMs: 15_000, signal: over.signal };
    for await (const event of told.events.watch(question)) {
      resolve();
      write(event);
      onEvent(event);
    }
  });
  await Promise.all(started);
  const removeEndpoints = await told.deliveries.add(owners.slice(0, webhooksCount));
  return {
    async close() {
      over.abort();
      await Promise.all(reading);
      await removeEndpoints();
    },
  };
}

/** Endpoints that answer at once. One thread delivers in all rounds, as it does for as long as a service runs. */
interface Deliveries {
  /** Adds an endpoint for each wallet; resolves to a function that removes them, once events are delivered to all. */
  add(owners: readonly string[]): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

function openDeliveries({ database, feed, ledger, events }: Omit<Told, "deliveries">): Deliveries {
  const webhooks = storedWebhooks(database);
  let onKept: (id: string) => void = () => {};
  const thread = openDeliveryThread({
    webhooks: {
      ...webhooks,
      async keep(id, ...kept) {
        const isKept = await webhooks.keep(id, ...kept);
        onKept(id);
        return isKept;
      },
    },
    openRelay: (pass) => new Relay({ feed, ledger, policy, beatMs: limits.eventRelayMs }, pass),
    task: {
      master: Buffer.alloc(32),
      allowsAny: true,
      timeoutMs: limits.webhookTimeoutMs,
      pollMs: limits.webhookPollMs,
      renewMs: limits.webhookRenewMs,
    },
    now: Date.now,
    report: raise,
    onFailure: raise,
    program: new URL("./delivery-worker.ts", import.meta.url),
  });
  return {
    async add(owners) {
      const cursor = await events.end();
      const times = { failures: 0, failingSinceMs: undefined, nextAtMs: 0, createdAtMs: 0 };
      const fixed = {
        url: "",
        state: "active",
        cursor,
        generation: 1,
        rotation: "",
        earlierSecrets: [],
        plainIdsUntil: 0,
        ...times,
      } as const;
      const added = owners.map((owner) => ({ id: randomUUID(), owner, ...fixed }));
      const waiting = new Set<string>(added.map(({ id }) => id));
      const { promise: allBegan, resolve } = Promise.withResolvers<void>();
      onKept = (id) => {
        waiting.delete(id);
        if (waiting.size === 0) resolve();
      };
      for (const webhook of added) await webhooks.create(webhook, 1);
      // Does not wait for the next look.
      thread.changed("");
      await allBegan;
      return async () => {
        for (const { owner, id } of added) {
          await webhooks.remove(owner, id);
          thread.changed(id);
        }
      };
    },
    close: thread.close,
  };
}

/** Does something with each item at a steady rate per second. */
async function atRate<Item>(
  items: readonly Item[],
  rate: number,
  act: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  const startedMs = performance.now();
  const acts: Promise<void>[] = [];
  while (acts.length < items.length) {
    const due = Math.min(items.length, Math.floor(((performance.now() - startedMs) * rate) / 1_000));
    while (acts.length < due) acts.push(act(items[acts.length] as Item, acts.length));
    await delay(1);
  }
  await Promise.all(acts);
}

function raise(error: unknown): never {
  throw error;
}

function findingOf(measured: ReadonlyMap<number, readonly Round[]>, rounds: number): Finding {
  const sizes = [...measured].map(([wallets, own]) => ({
    wallets,
    alone: spreadOf(own.map(({ alone }) => alone)),
    watched: spreadOf(own.map(({ watched }) => watched)),
    ratio: spreadOf(own.map(({ alone, watched }) => watched / alone)),
    p99: spreadOf(own.map(({ latencies }) => quantile(latencies.toSorted(ascending), 0.99))),
  }));
  return {
    title: "Events of the ledger",
    how:
      `Transfers between wallets in SQLite, ${atOnce} in flight, alone and with ${watchersCount} readers of a wallet each and ` +
      `${webhooksCount} webhooks, whose receivers answer at once; readers get each event as JSON. One thread does all of it but ` +
      `deliveries, which have a thread of their own; signing and posting is left out. ` +
      `The fewer wallets there are, the more of the entries are told: one for each five transfers with ${walletCounts[0]} wallets. ` +
      `Then half of that rate, for the time from an order to its event, of ${timed} after ${warming} others. ${rounds} rounds of ${2 * perMeasurement} of each, in turns, each ${settling} transfers after readers and webhooks have come or gone.`,
    columns: ["wallets", "nobody watches, per second", "watched, per second"],
    rows: sizes.map(({ wallets, alone, watched }) => [String(wallets), spreadText(alone, 0), spreadText(watched, 0)]),
    verdicts: sizes.flatMap(({ wallets, ratio, p99 }) => [
      {
        what: `transfers while ${watchersCount} of ${wallets} wallets are watched, compared with nobody watching`,
        figure: spreadText(ratio, 2),
        target: `at least ${leastRatio}`,
        isReached: ratio.median >= leastRatio,
        isUncertain: ratio.max >= leastRatio && ratio.min < leastRatio,
      },
      {
        what: `from an order to its event at half load, ${wallets} wallets, 99th percentile`,
        figure: `${spreadText(p99, 1)} ms`,
        target: `at most ${latencyMsMax} ms`,
        isReached: p99.median <= latencyMsMax,
        isUncertain: p99.min <= latencyMsMax && p99.max > latencyMsMax,
      },
    ]),
  };
}

const ascending = (a: number, b: number) => a - b;
