import type { Ledger, TransferRequest } from "../../server/modules/ledger/domain/book.ts";
import { defaultPolicy } from "../../server/modules/ledger/domain/default-policy.ts";
import { treeSignatures } from "../../server/modules/ledger/domain/entry/order-tree.ts";
import { readOrder } from "../../server/modules/ledger/operations/transfers/orders.ts";
import type { Pace } from "../harness/contest.ts";
import type { Finding } from "../harness/finding.ts";
import { spreadOf } from "../harness/measure.ts";
import { pinGenerator, pinTo } from "../harness/servers.ts";
import { benchLedger, rateOf } from "../ledger/scene.ts";
import { spellSpread } from "../report/lines.ts";
import { batchLoad } from "./load.ts";
import { type SignedBody, signedBatches } from "./orders.ts";
import { bothProcessors, openTransferScene, type TransferScene } from "./scene.ts";

const sendersCount = 256;
const batchSize = 1_000;
const perRound = 20;
const batchesAtOnce = 4;
const target = 0.6;

/** Transfers a second of those that come a thousand under one signature by gRPC, by what the ledger's executor does. */
export async function transferBatchRate({ rounds: count }: Pace): Promise<Finding> {
  const scene = await openTransferScene(sendersCount);
  pinTo(bothProcessors);
  const ledger = await benchLedger(scene.database, { policy: defaultPolicy });
  try {
    return findingOf(await roundsOn(scene, ledger, count));
  } finally {
    pinGenerator();
    await ledger.close();
    await scene.close();
  }
}

/** A second. */
interface Round {
  readonly transfers: number;
  readonly executor: number;
}

async function roundsOn(
  { server, senders, requireEntries }: TransferScene,
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
  // The first warms up.
  return rounds.slice(1);
}

/** As the operation hands them to the ledger. */
function requestsOf({ orders, signature, sender }: SignedBody): TransferRequest[] {
  const signatures = treeSignatures(orders, signature);
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
      `Calls of gRPC with ${batchSize} transfers under one signature, ${batchesAtOnce} calls under way at a time, each from one of ${sendersCount} senders to ` +
      "others at random; stored durably in SQLite when they are answered. The server and the process that sends share both processors. Beside it the " +
      "ledger's executor alone, in this process, on the same database and with as many such transfers under way, read and checked before. At the end " +
      `every transfer that was answered is looked for in the ledger. ${rounds.length} rounds of ${perRound} calls in turns.`,
    columns: ["what", "transfers a second"],
    rows: [
      ["calls in bulk", spellSpread(spreadOf(rounds.map(({ transfers }) => transfers)), 0)],
      ["executor alone", spellSpread(spreadOf(rounds.map(({ executor }) => executor)), 0)],
    ],
    verdicts: [
      {
        what: "transfers in bulk by gRPC, by the executor alone",
        figure: spellSpread(ratio, 2),
        target: `at least ${target}`,
        isReached: ratio.median >= target,
        isUncertain: ratio.max >= target && ratio.min < target,
      },
    ],
  };
}
