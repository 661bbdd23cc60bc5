import { defaultPolicy } from "../../server/modules/ledger/domain/default-policy.ts";
import { orderTree } from "../../server/modules/ledger/domain/entry/order-tree.ts";
import type { Ledger, TransferRequest } from "../../server/modules/ledger/domain/requests.ts";
import { readOrder } from "../../server/modules/ledger/orders/transfer-orders.ts";
import type { Pace } from "../harness/contest.ts";
import type { Finding } from "../harness/finding.ts";
import { spreadOf } from "../harness/measure.ts";
import { pinGenerator, pinTo } from "../harness/servers.ts";
import { benchLedger, rateOf } from "../ledger/fixture.ts";
import { spreadText } from "../report/lines.ts";
import { bothProcessors, openTransferFixture, type TransferFixture } from "./fixture.ts";
import { batchLoad } from "./load.ts";
import { type SignedBody, signedBatches } from "./orders.ts";

const sendersCount = 256;
const batchSize = 1_000;
const perRound = 20;
const batchesAtOnce = 4;
const target = 0.6;

/** Transfers per second in gRPC calls of a thousand under one signature, compared with the ledger's executor alone. */
export async function transferBatchRate({ rounds: count }: Pace): Promise<Finding> {
  const fixture = await openTransferFixture(sendersCount);
  pinTo(bothProcessors);
  const ledger = await benchLedger(fixture.database, { policy: defaultPolicy });
  try {
    return findingOf(await roundsOn(fixture, ledger, count));
  } finally {
    pinGenerator();
    await ledger.close();
    await fixture.close();
  }
}

/** Rate per second. */
interface Round {
  readonly transfers: number;
  readonly executor: number;
}

async function roundsOn(
  { server, senders, requireEntries }: TransferFixture,
  ledger: Ledger,
  count: number,
): Promise<Round[]> {
  const [first] = signedBatches(senders, 1, batchSize) as [SignedBody];
  const send = await batchLoad(server, first);
  const ids = [...first.ids];
  const rounds: Round[] = [];
  for (let round = 0; round <= count; round++) {
    const [bodies, others] = [signedBatches(senders, perRound, batchSize), signedBatches(senders, perRound, batchSize)];
    const requests = others.flatMap(requestsOf);
    const startedMs = performance.now();
    await send(bodies, batchesAtOnce);
    const transfers = (perRound * batchSize * 1000) / (performance.now() - startedMs);
    rounds.push({ transfers, executor: await rateOf(ledger, requests, batchesAtOnce * batchSize) });
    ids.push(...[...bodies, ...others].flatMap((body) => body.ids));
  }
  await requireEntries(ids);
  // The first round warms up.
  return rounds.slice(1);
}

/** Requests in the form that the operation submits to the ledger. */
function requestsOf({ orders, signature, sender }: SignedBody): TransferRequest[] {
  const signatures = orderTree(orders).signatures(signature);
  return orders.map((order, index) => {
    const signed = { order, keyId: sender.keyId, signature: signatures[index] as Uint8Array };
    const read = readOrder(signed, sender.id, defaultPolicy);
    if (read === undefined) throw new Error("a good order was not read");
    return { ...read, kind: "transfer", isSigned: true };
  });
}

function findingOf(rounds: readonly Round[]): Finding {
  const ratio = spreadOf(rounds.map(({ transfers, executor }) => transfers / executor));
  return {
    title: "Transfers in bulk",
    how:
      `gRPC calls with ${batchSize} transfers under one signature, ${batchesAtOnce} calls in flight, each from one of ${sendersCount} senders to random ` +
      "others; durable in SQLite when they are answered. The server and the sender share both processors. Compared with the ledger's executor " +
      "alone, in this process, on the same database and with as many such transfers in flight, decoded and verified in advance. At the end every " +
      `transfer with a response is looked up in the ledger. ${rounds.length} rounds of ${perRound} calls in turns.`,
    columns: ["load", "transfers per second"],
    rows: [
      ["calls in bulk", spreadText(spreadOf(rounds.map(({ transfers }) => transfers)), 0)],
      ["executor alone", spreadText(spreadOf(rounds.map(({ executor }) => executor)), 0)],
    ],
    verdicts: [
      {
        what: "transfers in bulk over gRPC, compared with the executor alone",
        figure: spreadText(ratio, 2),
        target: `at least ${target}`,
        isReached: ratio.median >= target,
        isUncertain: ratio.max >= target && ratio.min < target,
      },
    ],
  };
}
