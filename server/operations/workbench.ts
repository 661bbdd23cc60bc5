import { Piscina } from "piscina";
import { type Facts, Fault, type Reason } from "../domain/fault.ts";
import { type GeocodeFunctions, geocodeFunctions } from "./geocode-functions.ts";

/** Where the work of an operation is done: here, or on another thread when it would keep other calls waiting. */
export interface Workbench {
  run<Name extends keyof GeocodeFunctions>(
    name: Name,
    request: Parameters<GeocodeFunctions[Name]>[0],
    /** How many numbers the work goes through, weighted by what each costs: about a microsecond each. */
    cost: number,
    signal: AbortSignal | undefined,
  ): ReturnType<GeocodeFunctions[Name]> | Promise<ReturnType<GeocodeFunctions[Name]>>;
  close(): Promise<void>;
}

/** What a worker answers: a fault cannot be thrown across threads as it is. */
export type WorkerReply =
  | { readonly result: unknown }
  | { readonly fault: { readonly reason: Reason; readonly message: string; readonly facts: Facts } };

/** Work above this is handed to another thread; below, handing it over would cost more than doing it. */
const costMax = 2000;

/** A workbench with so many worker threads. They start when the first large request comes. */
export function createWorkbench(threads: number): Workbench {
  const pool = new Piscina({
    filename: new URL("./worker.ts", import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 60_000,
    // Beyond this many waiting requests the limits per key have long said no.
    maxQueue: 1024,
  });
  const runElsewhere = async (name: string, request: unknown, signal: AbortSignal | undefined): Promise<never> => {
    const reply = (await pool.run({ name, request }, { signal: signal ?? null })) as WorkerReply;
    if ("fault" in reply) throw new Fault(reply.fault.reason, reply.fault.message, reply.fault.facts);
    return reply.result as never;
  };
  return {
    run: (name, request, cost, signal) =>
      cost > costMax ? runElsewhere(name, request, signal) : (geocodeFunctions[name](request as never) as never),
    close: () => pool.close(),
  };
}
