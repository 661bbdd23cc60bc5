import type { Reason } from "../../core/fault.ts";
import { FixedWindow } from "../../core/fixed-window/fixed-window.ts";
import { windows } from "../../core/fixed-window/windows.ts";
import type { Observation } from "../pipeline.ts";

/** Reasons for refusing attackers who lack credentials or send too many calls. */
const refusals: ReadonlySet<Observation["reason"]> = new Set<Reason>([
  "AUTHENTICATION_REQUIRED",
  "INVALID_API_KEY",
  "RATE_LIMIT_EXCEEDED",
]);

/**
 * Selects which refusals, and which calls without a rate limit, are logged: the first of each second, so that an attack
 * does not fill the disk. The number of the others is reported with the first such call of a later second.
 */
export class RefusalSample {
  readonly #window = new FixedWindow(windows.loggedRefusals.windowMs);
  readonly #report: (omitted: number) => void;

  constructor(report: (omitted: number) => void) {
    this.#report = report;
  }

  includes(reason: Observation["reason"], nowMs: number, isUnlimited = false): boolean {
    if (!isUnlimited && !refusals.has(reason)) return true;
    const { countMax } = windows.loggedRefusals;
    const omitted = this.#window.count - countMax;
    if (this.#window.hasEnded(nowMs) && omitted > 0) this.#report(omitted);
    return this.#window.record(nowMs) <= countMax;
  }
}
