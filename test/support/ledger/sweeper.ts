/** A process that ends expired holds, and kills itself after the n-th occurrence of a step of a batch. */
import { openServiceDatabase } from "../../../server/app/tables.ts";
import type { DatabaseLocation } from "../../../server/database/source.ts";
import { holdExpiry } from "../../../server/modules/ledger/expiry.ts";
import { openLedger } from "../../../server/modules/ledger/store/ledger.ts";
import { policy, twoForOne } from "./constants.ts";
import type { StepKill } from "./worker-process.ts";

/** Parameters of this program. */
export interface Sweep {
  readonly location: DatabaseLocation;
  readonly nowMs: number;
  readonly batchMax: number;
  readonly killAt: StepKill;
}

const { location, nowMs, batchMax, killAt } = JSON.parse(process.argv[2] as string) as Sweep;
let stepsToGo = killAt.nth;
const now = () => nowMs;
const database = await openServiceDatabase(location);
const ledger = await openLedger(database, {
  policy,
  rates: () => twoForOne,
  now,
  batchMax,
  afterStep: (step) => {
    if (step === killAt.step && --stepsToGo === 0) process.kill(process.pid, "SIGKILL");
  },
});
const expiry = holdExpiry({ ledger, now, log: { warn: () => {} } });
await expiry.sweep();
await expiry.close();
await ledger.close();
await database.close();
