import { Fault } from "../../../core/fault.ts";
import { evidenceOfFactors, type Factor, type Verifications } from "../domain/factors.ts";
import {
  type Evidence,
  type Fall,
  fallsOf,
  isBelow,
  type Level,
  levelAbove,
  levelOf,
  missingFor,
  nextLevel,
  type Requirements,
} from "../domain/levels.ts";
import type { Subject } from "../domain/subject.ts";

export interface SubjectLevelsDeps {
  readonly verifications: Pick<Verifications, "factors">;
  readonly requirements: Requirements;
  /** Stores a level and its falls if the identity still has the level before. A lower one ends its sessions. */
  readonly setLevel: (
    identityId: string,
    from: Level | undefined,
    to: Level | undefined,
    falls: readonly Fall[],
  ) => Promise<boolean>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Level and factors of a subject. */
export interface Status {
  readonly level: Level | undefined;
  readonly factors: readonly Pick<Factor, "method" | "provenAt" | "expiresAt">[];
  readonly nextLevel: Level | undefined;
  /** Requirements of the next level that are not met. */
  readonly missing: readonly string[];
}

/** Levels of subjects. */
export interface SubjectLevels {
  status(subject: Subject): Promise<Status>;
  /** Moves a subject to the level that its evidence carries: up by one step at most, and down as far as needed. */
  adjust(subject: Subject): Promise<Subject>;
  /** Lowers the level of a subject to what its evidence still carries. */
  lower(subject: Subject): Promise<Subject>;
  /** @throws Fault STATE_INVALID when the level is not the next one, or a requirement is not met */
  moveTo(subject: Subject, level: Level): Promise<Status>;
}

export function subjectLevels({ verifications, requirements, setLevel, now }: SubjectLevelsDeps): SubjectLevels {
  async function evidenceOfSubject({ id }: Subject): Promise<Evidence[]> {
    return evidenceOfFactors(await verifications.factors(id));
  }

  /** Stores the level. The subject keeps the one before when another change was first. */
  async function change(subject: Subject, to: Level | undefined, evidence: readonly Evidence[]): Promise<Subject> {
    const falls = fallsOf(to, evidence, new Date(now()), requirements);
    return (await setLevel(subject.id, subject.level, to, falls)) ? { ...subject, level: to } : subject;
  }

  async function status({ id, level }: Subject): Promise<Status> {
    const factors = await verifications.factors(id);
    const next = levelAbove(level);
    const evidence = evidenceOfFactors(factors);
    const missing = next === undefined ? [] : missingFor(next, evidence, new Date(now()), requirements);
    return { level, factors, nextLevel: next, missing: missing.map(({ requirement }) => requirement) };
  }

  return {
    status,

    async adjust(subject) {
      const evidence = await evidenceOfSubject(subject);
      return change(subject, nextLevel(subject.level, evidence, new Date(now()), requirements), evidence);
    },

    async lower(subject) {
      const evidence = await evidenceOfSubject(subject);
      const carried = levelOf(evidence, new Date(now()), requirements);
      return change(subject, isBelow(carried, subject.level) ? carried : subject.level, evidence);
    },

    async moveTo(subject, level) {
      const { nextLevel: next, missing } = await status(subject);
      if (level === next) {
        if (missing.length > 0) {
          throw new Fault("STATE_INVALID", `${level} needs what is not proven: ${missing.join(", ")}.`);
        }
      } else if (!isBelow(level, subject.level)) {
        throw new Fault("STATE_INVALID", "Levels are reached one step at a time.");
      }
      const moved = await change(subject, level, await evidenceOfSubject(subject));
      if (moved.level !== level) throw new Fault("STATE_INVALID", "The level was changed meanwhile.");
      return status(moved);
    },
  };
}
