import { Fault } from "../../../core/fault.ts";
import { evidenceOfFactors, type Factor, type Verifications } from "../domain/factors.ts";
import {
  fallsOf,
  isBelow,
  type Level,
  levelAbove,
  levelOf,
  missingFor,
  nextLevel,
  type Requirements,
} from "../domain/levels.ts";
import type { LevelAfter, SettledLevels, Settlements } from "../domain/settlement.ts";
import type { Subject } from "../domain/subject.ts";
import { recoveryDigestsIn } from "./subject-factors.ts";

export interface SubjectLevelsDeps {
  readonly verifications: Pick<Verifications, "factors">;
  readonly settlements: Settlements;
  readonly requirements: Requirements;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Level and factors of a subject. */
export interface Status {
  readonly level: Level | undefined;
  readonly factors: readonly Pick<Factor, "method" | "provenAt" | "expiresAt">[];
  readonly nextLevel: Level | undefined;
  /** Unmet requirements of the next level. */
  readonly missing: readonly string[];
  /** Number of unused recovery codes; undefined if none were issued. */
  readonly recoveryCodesLeft: number | undefined;
}

/** Levels of subjects. */
export interface SubjectLevels {
  status(subject: Subject): Promise<Status>;
  /** The level that the evidence supports: up by one step at most, and down as far as needed. */
  readonly adjusted: LevelAfter;
  /** The level lowered to what the evidence still supports. */
  readonly lowered: LevelAfter;
  /** The unchanged level. */
  readonly kept: LevelAfter;
  /**
   * Moves a subject to the next level or a lower one; changes nothing for its present level.
   *
   * @throws Fault STATE_INVALID when the level is above the next one, or a requirement is not met
   */
  moveTo(subject: Subject, level: Level): Promise<Status>;
}

export function subjectLevels(deps: SubjectLevelsDeps): SubjectLevels {
  const { verifications, settlements, requirements, now } = deps;

  /** Returns the rule that derives a level from evidence, together with the falls of that level. */
  function withFalls(choose: (...before: Parameters<LevelAfter>) => Level | undefined): LevelAfter {
    return (before, evidence) => {
      const level = choose(before, evidence);
      return { level, falls: fallsOf(level, evidence, new Date(now()), requirements) };
    };
  }

  async function status({ id, level }: Subject): Promise<Status> {
    const factors = await verifications.factors(id);
    const next = levelAbove(level);
    const evidence = evidenceOfFactors(factors);
    const missing = next === undefined ? [] : missingFor(next, evidence, new Date(now()), requirements);
    const codes = factors.find(({ method }) => method === "RECOVERY_CODE");
    return {
      ...{ level, factors, nextLevel: next, missing: missing.map(({ requirement }) => requirement) },
      recoveryCodesLeft: codes && recoveryDigestsIn(codes.payload).length,
    };
  }

  return {
    status,
    adjusted: withFalls((level, evidence) => nextLevel(level, evidence, new Date(now()), requirements)),
    lowered: withFalls((level, evidence) => {
      const carried = levelOf(evidence, new Date(now()), requirements);
      return isBelow(carried, level) ? carried : level;
    }),

    kept: withFalls((level) => level),

    async moveTo(subject, to) {
      const chosen = withFalls((level, evidence) => {
        // The same level is requested again after an answer was lost.
        if (to === level || isBelow(to, level)) return to;
        if (to !== levelAbove(level)) throw new Fault("STATE_INVALID", "Levels are reached one step at a time.");
        const missing = missingFor(to, evidence, new Date(now()), requirements);
        if (missing.length === 0) return to;
        const names = missing.map(({ requirement }) => requirement).join(", ");
        throw new Fault("STATE_INVALID", `${to} needs what is not proven: ${names}.`);
      });
      const levels = (await settlements.settle({ identityId: subject.id }, chosen, new Date(now()))) as SettledLevels;
      return status({ ...subject, level: levels.get(subject.id) });
    },
  };
}
