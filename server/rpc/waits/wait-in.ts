import type { Context } from "../operations.ts";
import type { Waiting } from "./call-wait.ts";

/** Waits for work as part of a call: under its caller's credentials, and without the places that it takes. */
export function waitIn<Value>(context: Context, work: Waiting<Value>): Promise<Value> {
  return context.wait?.(work) ?? work(context.signal ?? new AbortController().signal);
}
