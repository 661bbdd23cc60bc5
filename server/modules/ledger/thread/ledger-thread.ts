import type { MessagePort } from "node:worker_threads";
import type { Entry } from "../domain/entry/entry.ts";
import type { Policy } from "../domain/policy.ts";
import { decide } from "../engine/decide/decide.ts";
import { quotedRates } from "../rates/quoted-rates.ts";
import { batchWriter } from "../store/batch-writer.ts";
import type { Rules } from "../store/decide-batch.ts";
import { type BatchPart, measuredBatches } from "../store/measured-batches.ts";
import { formOfStoreError } from "./error-form.ts";
import type { BatchAnswer, BatchOrder, FromLedger, LedgerTask, RulesForm, ToLedger } from "./messages.ts";
import { type OpenedPlace, openPlace } from "./opened-place.ts";
import { packOutcomes, unpackRequests } from "./packing.ts";
import { askedRecords } from "./records.ts";

/**
 * Runs the ledger's thread: opens the database, and answers the batches of the main thread one after the other.
 *
 * @param ratesOf combines the rates of a batch; for tests
 */
export async function runLedgerThread(
  port: MessagePort | null,
  task: LedgerTask,
  ratesOf = quotedRates,
): Promise<void> {
  const place = await openPlace(task.place);
  const write = batchesOf(place, task, ratesOf);
  const end = async () => {
    await place.close();
    task.records.port.close();
    port?.close();
  };
  port?.on("message", async (order: ToLedger) => {
    if (order === "close") return end();
    if ("lost" in order) return place.loseHost(order.lost);
    if (order.host !== undefined) place.useHost(order.host);
    const answer: FromLedger = { ...(await write(order)), statements: place.measured() };
    port.postMessage(answer, "outcomes" in answer ? [answer.outcomes.bytes.buffer] : []);
    // Another thread has a connection that works.
    if ("error" in answer && answer.error.outage === "stopped") await end();
  });
}

/** Returns the function that decides and writes a batch by the connection of this thread. */
function batchesOf({ store: unmeasured }: OpenedPlace, { records }: LedgerTask, ratesOf: typeof quotedRates) {
  const recordOf = askedRecords(records);
  let steps: [BatchPart, number][] = [];
  const store = measuredBatches(unmeasured, {
    step: (part, ms) => void steps.push([part, ms]),
    written() {},
    failed() {},
  });
  let current: RulesForm | undefined;
  return async (order: BatchOrder): Promise<BatchAnswer | { readonly error: ReturnType<typeof formOfStoreError> }> => {
    const { requests, calls, nowMs, rules = current } = order;
    try {
      if (rules === undefined) throw new Error("the first batch came without rules");
      current = rules;
      steps = [];
      const unpacked = unpackRequests(requests, recordOf);
      const writer = batchWriter(store, rulesOf(rules, nowMs, ratesOf));
      const read = await writer.write(unpacked, calls ?? unpacked.map(() => undefined));
      const { outcomes, chained } = read();
      const first = chained?.batch.firstSequence ?? 0;
      const bytesOf = ({ sequence }: Entry) => chained?.entries[sequence - first]?.bytes as Uint8Array;
      return { outcomes: packOutcomes(outcomes, bytesOf), batch: chained?.batch, steps, sizeMax: store.sizeMax };
    } catch (error) {
      return { error: formOfStoreError(error) };
    }
  };
}

function rulesOf({ exchangeBasisPoints, assets, rates }: RulesForm, nowMs: number, ratesOf: typeof quotedRates): Rules {
  const policy: Policy = { exchangeBasisPoints, assets: new Map(assets.map((asset) => [asset.code, asset])) };
  return { policy, rates: ratesOf(rates, nowMs), now: () => nowMs, decide };
}
