import type { Database } from "../../database/source.ts";
import { storedProcesses } from "../../modules/processes/store/processes.ts";
import { type Finding, findings } from "./finding.ts";

const of = findings("clock");

/** Difference from the database's clock that is worth a look, and the one from which tokens are refused. */
const noticeableMs = 1_000;
const harmfulMs = 30_000;
/** A step of the clock that is not the rounding of two readings. */
const stepMs = 100;

/** Compares the clock of this machine with that of the database. */
export async function lookAtClock(database: Database): Promise<readonly Finding[]> {
  const beforeMs = Date.now();
  const databaseMs = (await storedProcesses(database).now()).getTime();
  const afterMs = Date.now();
  const uncertainMs = (afterMs - beforeMs) / 2;
  const aheadMs = Math.round(beforeMs + uncertainMs - databaseMs);
  const apartMs = Math.max(0, Math.abs(aheadMs) - Math.ceil(uncertainMs));
  if (apartMs === 0) return [of.ok("this machine and the database have the same time")];
  const message = `this machine is ${Math.abs(aheadMs)} ms ${aheadMs < 0 ? "behind" : "ahead of"} the database`;
  const advice = "synchronize both machines by NTP";
  if (apartMs >= harmfulMs) return [of.failed(message, advice)];
  return [apartMs >= noticeableMs ? of.warning(message, advice) : of.ok(message)];
}

/** Begins to watch for steps of the clock; the returned function tells whether there was one. */
export function watchSteps(now = Date.now, monotonic = () => performance.now()): () => readonly Finding[] {
  const originMs = now() - monotonic();
  return () => {
    const steppedMs = Math.round(now() - monotonic() - originMs);
    if (Math.abs(steppedMs) < stepMs) return [];
    const message = `the clock was set ${Math.abs(steppedMs)} ms ${steppedMs < 0 ? "back" : "forward"} meanwhile`;
    return [of.warning(message, "let NTP slew the clock, not step it")];
  };
}
