import { Fault } from "../domain/fault.ts";
import { type GeocodeFunctions, geocodeFunctions } from "./geocode-functions.ts";
import type { WorkerReply } from "./workbench.ts";

/** The entry of a worker thread: runs one function by its name. */
export default function runTask(task: { readonly name: keyof GeocodeFunctions; readonly request: never }): WorkerReply {
  try {
    return { result: geocodeFunctions[task.name](task.request) };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { fault: { reason: error.reason, message: error.message, facts: error.facts } };
  }
}
