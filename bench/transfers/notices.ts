import { createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { EventService } from "#contract/wallet/v1/event_service_pb.js";
import type { Pace } from "../harness/contest.ts";
import type { Finding } from "../harness/finding.ts";
import { type Spread, spreadOf } from "../harness/measure.ts";
import { apiKey } from "../harness/servers.ts";
import { spreadText } from "../report/lines.ts";
import { openTransferFixture, type TransferFixture } from "./fixture.ts";
import { transferLoad } from "./load.ts";
import { type SignedBody, signedTransfers, transferRequest } from "./orders.ts";

const watchersCount = 16;
const perRound = 1_000;
const targetMs = 100;

/** Time from the sending of a payment until its recipient, on a connection of another thread or of the same, has its event. */
export async function noticeLatency({ rounds }: Pace): Promise<Finding> {
  const rows: [threads: number, p50: Spread, p99: Spread, longest: Spread][] = [];
  for (const threads of [1, 2]) {
    const fixture = await openTransferFixture(watchersCount, undefined, { THREADS: String(threads) });
    try {
      const all = await roundsOn(fixture, rounds);
      const part = (share: number) =>
        spreadOf(all.map((times) => times[Math.floor(share * (times.length - 1))] as number));
      rows.push([threads, part(0.5), part(0.99), part(1)]);
    } finally {
      await fixture.close();
    }
  }
  return findingOf(rows, rounds);
}

/** Returns the times of each round, in milliseconds, the shortest first. */
async function roundsOn({ server, senders, requireEntries }: TransferFixture, count: number): Promise<number[][]> {
  const arrivals = new Map<string, (atMs: number) => void>();
  const watching = new AbortController();
  const streams = senders.map(({ id }) =>
    watch(server.port, id, watching.signal, (id) => arrivals.get(id)?.(performance.now())),
  );
  const [first] = signedTransfers(senders, 1) as [SignedBody];
  const send = await transferLoad(server, first, transferRequest, 1);
  const ids = [...first.ids];
  const rounds: number[][] = [];
  for (let round = 0; round <= count; round++) {
    const times: number[] = [];
    for (const body of signedTransfers(senders, perRound)) {
      const [id] = body.ids as [string];
      ids.push(id);
      const { promise, resolve } = Promise.withResolvers<number>();
      arrivals.set(id, resolve);
      const sentMs = performance.now();
      await send([body], 1);
      times.push((await promise) - sentMs);
      arrivals.delete(id);
    }
    rounds.push(times.toSorted((a, b) => a - b));
  }
  watching.abort();
  await Promise.allSettled(streams);
  await requireEntries(ids);
  // The first round warms up.
  return rounds.slice(1);
}

/** Reads the events of a wallet on a connection of its own, and tells the payments that it has received. */
async function watch(
  port: number,
  identityId: string,
  signal: AbortSignal,
  received: (id: string) => void,
): Promise<void> {
  const headers = { authorization: `Bearer ${apiKey}` };
  const events = createClient(EventService, createGrpcTransport({ baseUrl: `http://127.0.0.1:${port}` }));
  for await (const { entry } of events.watch({ identityId, fromStart: true }, { headers, signal })) {
    const transaction = entry?.transaction;
    if (transaction?.recipient === identityId) received(transaction.id);
  }
}

function findingOf(
  rows: readonly [threads: number, p50: Spread, p99: Spread, longest: Spread][],
  rounds: number,
): Finding {
  return {
    title: "Events of payments",
    how:
      `Signed transfers over gRPC, one after the other, between ${watchersCount} wallets, each of which watches its events on a connection of its own. ` +
      "Milliseconds from the sending of a payment until its recipient has the event: verified, durable in SQLite, and told by the thread that has " +
      "the recipient's connection. Server and clients share both processors. " +
      `${rounds} rounds of ${perRound}.`,
    columns: ["threads with the port", "p50", "p99", "longest"],
    rows: rows.map(([threads, ...times]) => [String(threads), ...times.map((time) => spreadText(time, 1))]),
    verdicts: rows.map(([threads, , p99]) => ({
      what: `event of a payment, ${threads === 1 ? "1 thread" : `${threads} threads`}, p99`,
      figure: `${spreadText(p99, 1)} ms`,
      target: `at most ${targetMs} ms`,
      isReached: p99.median <= targetMs,
      isUncertain: p99.min <= targetMs && p99.max > targetMs,
    })),
  };
}
