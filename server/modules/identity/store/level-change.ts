import { isDeepStrictEqual } from "node:util";
import type { EntityManager } from "typeorm";
import { type LevelFall, levelAt, levelEndsMs } from "../../../core/level-expiry.ts";
import { dialectOf } from "../../../database/dialects.ts";
import type { VerificationLevel } from "../domain/identities.ts";
import { identityRows } from "./identity-row.ts";

/** A verification level, with its falls if nothing else happens. */
export interface StoredLevel {
  readonly level: VerificationLevel;
  readonly levelFalls: readonly LevelFall<VerificationLevel>[];
}

/** The present level of an identity, locked against changes by other transactions. */
export interface LockedLevel {
  readonly level: VerificationLevel;
  /** Stores another level. Returns whether it is lower, or ends earlier, than the previous one. */
  replace(after: StoredLevel): Promise<boolean>;
}

/** Locks an identity until the transaction ends, and reads its level. Undefined when there is no such identity. */
export async function lockLevel(writer: EntityManager, id: string, at: Date): Promise<LockedLevel | undefined> {
  await writer.query(`SELECT id FROM identities WHERE id = ? ${dialectOf(writer).changeLock}`, [id]);
  const row = await writer.findOneBy(identityRows, { id });
  if (row === null) return undefined;
  const fallsBefore = (row.levelFalls ?? []) as StoredLevel["levelFalls"];
  const level = levelAt(row.level as VerificationLevel, fallsBefore, at.getTime());
  return {
    level,
    async replace(after) {
      if (after.level === row.level && isDeepStrictEqual(after.levelFalls, fallsBefore)) return false;
      const levelFalls = after.levelFalls.length === 0 ? null : after.levelFalls;
      const version = row.version + 1;
      await writer.update(identityRows, { id }, { level: after.level, levelFalls, version, updatedAt: at });
      return after.level < level || levelEndsMs(level, after.levelFalls) < levelEndsMs(level, fallsBefore);
    },
  };
}
