import type { Context } from "../operations.ts";
import { neverStopping, type Waiting } from "./call-wait.ts";

/**
 * Waits for work as part of a call: only while its caller's credentials are valid, and without occupying the call's
 * slots.
 */
export function waitIn<Value>(context: Context, work: Waiting<Value>): Promise<Value> {
  return context.wait?.(work) ?? work(context.signal ?? new AbortController().signal, neverStopping);
}
