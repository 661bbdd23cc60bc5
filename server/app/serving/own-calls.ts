import { createToldCallers } from "../../access/authentication/told-callers.ts";
import { createPlanLimiter } from "../../access/limits/plan-limiter.ts";
import { leasedCounts, sharedCounts } from "../../access/limits/shared-counts.ts";
import type { MainWindow } from "../../access/limits/thread-call-window.ts";
import type { SamplerSettings } from "../../core/tracing/sampler.ts";
import { createTracer } from "../../core/tracing/tracer.ts";
import { createPipeline, type Pipeline, type Refusals } from "../../rpc/pipeline.ts";
import { createCallTraces } from "../../rpc/telemetry/call-traces.ts";
import { errorOf } from "../../threads/serving/error-form.ts";
import type { Link } from "../../threads/serving/link.ts";
import { ObservedCalls } from "../../threads/serving/observed-calls.ts";
import { answerOwn } from "../../threads/serving/own-calls.ts";
import { delegateTo } from "../../threads/serving/tasks.ts";
import { pureMethods, pureTables } from "../pure-tables.ts";

/** Data that a thread needs to answer calls of pure operations by itself. */
export interface OwnCallsData {
  /** Memory of the number of changes of credentials. */
  readonly changes: SharedArrayBuffer;
  readonly keyPlace: string | undefined;
  /** Whether processes share the counts of calls. */
  readonly areLeased: boolean;
  /** Absent: no spans are recorded. */
  readonly sampler: SamplerSettings | undefined;
}

/** Calls in a thread that serves. */
export interface ThreadCalls {
  readonly pipeline: Pipeline & Refusals;
  /** Sends what is observed of calls, before the thread ends. */
  flush(): void;
}

/** Creates the pipeline of a thread that answers pure operations by itself; others are forwarded. */
export function openOwnCalls(
  link: Link,
  thread: number,
  data: OwnCallsData,
  forwarding: Pipeline & Refusals,
): ThreadCalls {
  const observed = new ObservedCalls(pureMethods, (group) => link.tell("observed", group));
  link.answer("observed.flush", () => {
    observed.flush();
    return undefined;
  });
  const callers = createToldCallers({
    changes: new Int32Array(data.changes),
    now: Date.now,
    async ask(authorization, address) {
      const told = await link.ask("caller", { authorization, address });
      if ("principal" in told) return told;
      throw errorOf(told);
    },
  });
  const limiter = createPlanLimiter({
    async openCounts(principalId) {
      const memory = await link.ask("counts", principalId);
      if (!data.areLeased) return sharedCounts(memory, thread, Date.now);
      return leasedCounts(memory, thread, mainWindow(link, principalId), Date.now);
    },
  });
  const traces = createCallTraces({ tracer: data.sampler && createTracer(data.sampler, observed.record) });
  const own = createPipeline({
    tables: pureTables,
    authenticate: callers.authenticate,
    anonymous: () => {
      throw new Error("no pure operation is open to callers without credentials");
    },
    openToAll: new Set(),
    keyPlace: data.keyPlace,
    limiter,
    delegate: delegateTo(link),
    traces,
    observe(observation) {
      traces.observe(observation);
      observed.observe(observation);
    },
    outageOf: () => undefined,
    now: () => performance.now(),
  });
  const pipeline = answerOwn({ methods: new Set(pureMethods), own, forwarding, callers });
  return { pipeline, flush: () => observed.flush() };
}

function mainWindow(link: Link, principalId: string): MainWindow {
  return {
    use: (countMax) => link.ask("use", { principalId, countMax }),
    tellLow: () => link.tell("uses.low", principalId),
  };
}
