import type { Logger } from "pino";
import type { Policy } from "../domain/policy.ts";
import type { AcknowledgedItem } from "../engine/journal/acknowledged.ts";
import { elsewhereFinding, type Held, lostFinding, verdictOn } from "../engine/journal/verdict.ts";
import type { Finding } from "../engine/replay/audit.ts";
import type { StoredContent } from "../store/stored-content.ts";
import { isInsideSet } from "./linked-sets.ts";
import { pagesOf } from "./pages.ts";
import type { Reapply } from "./reapplication.ts";

export interface LossDeps {
  readonly lookup: StoredContent;
  readonly reapply: Reapply;
  readonly policy: Policy;
  readonly log: Pick<Logger, "error" | "warn">;
}

/** Looks up acknowledged results, reapplies lost ones, and returns findings by id for those that do not hold. */
export async function lossesAmong(told: readonly AcknowledgedItem[], deps: LossDeps): Promise<Map<string, Finding>> {
  const findings = new Map<string, Finding>();
  for (const page of pagesOf(told, isInsideSet)) {
    for (const [id, finding] of await lossesInPage(page, deps)) findings.set(id, finding);
  }
  return findings;
}

async function lossesInPage(
  told: readonly AcknowledgedItem[],
  { lookup, reapply, policy, log }: LossDeps,
): Promise<[string, Finding][]> {
  const ids = told.map(({ id }) => id);
  const before = await lookup.held(ids);
  const lost = told.filter((one) => verdictOn(one, before.get(one.id) as Held) === "lost");
  const answers = await reapply(lost);
  const reasons = new Map(lost.map(({ id }, index) => [id, answers[index]]));
  for (const [id, reason] of reasons) {
    if (reason === undefined) log.warn({ id }, "the database had lost an acknowledged result; it was reapplied");
  }
  const after = lost.length === 0 ? before : await lookup.held(ids);
  return told.flatMap((one): [string, Finding][] => {
    const held = after.get(one.id) as Held;
    const verdict = verdictOn(one, held);
    if (verdict === "lost") return [[one.id, lostFinding(one, reasons.get(one.id) ?? "", policy)]];
    if (verdict === "elsewhere") return [[one.id, elsewhereFinding(one, held.entry as Uint8Array, policy)]];
    return [];
  });
}
