import { type EntityManager, Not } from "typeorm";
import { proveSession, revokeSessions } from "../../../access/store/session-changes.ts";
import type { Alongside } from "../../../core/alongside.ts";
import type { Sealer } from "../../../core/sealed-column.ts";
import type { Database } from "../../../database/source.ts";
import { lockLevel, type VerificationLevel } from "../../identity/index.ts";
import type { Challenge } from "../domain/challenge.ts";
import { evidenceOfFactors } from "../domain/factors.ts";
import { type EvidenceName, type Level, levels } from "../domain/levels.ts";
import type { Method } from "../domain/methods.ts";
import type {
  Conflict,
  FactorChange,
  LevelAfter,
  SessionChange,
  Settlement,
  Settlements,
} from "../domain/settlement.ts";
import { cancelChallenges, replaceChallengeRow, toChallengeRow } from "./challenge-rows.ts";
import {
  type FactorRowChange,
  factorRowsOf,
  proveFactorRow,
  removeFactorRow,
  toFactorProof,
  toRemovedRow,
} from "./factor-rows.ts";
import type { ReviewRow } from "./review-row.ts";
import { keepReviewRow, toReviewRow } from "./reviews.ts";
import { type VerificationChallengeRow, verificationGuessRows } from "./verification-row.ts";

/** The settlements of a database. `changed` is called for each identity whose sessions were revoked or proven. */
export function storedSettlements(
  database: Database,
  vault: Sealer,
  changed: (identityId: string) => void,
): Settlements {
  return {
    async prepare(settlement, levelAfter, at) {
      const sealed = await seal(settlement, vault, at);
      return async (transaction) => {
        await write(transaction as EntityManager, sealed, levelAfter, at);
      };
    },

    async settle(settlement, levelAfter, at) {
      const sealed = await seal(settlement, vault, at);
      try {
        const { levels: after, touched } = await database.transact((writer) => write(writer, sealed, levelAfter, at));
        for (const identityId of touched) changed(identityId);
        return after;
      } catch (error) {
        if (error instanceof Conflicting) return error.conflict;
        // A process of an earlier version does not lock an identity before it stores a new factor.
        if (database.dialect.isDuplicateKey(error)) return sealed.review?.revision === 1 ? "review" : "factor";
        throw error;
      }
    },
  };
}

/** A settlement as rows. They are sealed before the transaction, in which nothing else may be read. */
interface SealedSettlement {
  readonly challenge: { readonly before: Challenge; readonly row: VerificationChallengeRow } | undefined;
  readonly review: ReviewRow | undefined;
  readonly factors: readonly (FactorRowChange & { readonly isRemoval: boolean })[];
  /** In locking order, which is the same for all. */
  readonly identityIds: readonly string[];
  readonly sessions: SessionChange | undefined;
  readonly notice: Alongside | undefined;
  readonly record: Alongside | undefined;
}

async function seal(
  { challenge, review, factors = [], identityId, sessions, notice, record }: Settlement,
  vault: Sealer,
  at: Date,
): Promise<SealedSettlement> {
  const ids = [...factors.map((factor) => factor.identityId), ...(identityId === undefined ? [] : [identityId])];
  return {
    challenge: challenge && { before: challenge.before, row: await toChallengeRow(challenge.after, vault) },
    review: review && (await toReviewRow(review, vault)),
    factors: await Promise.all(factors.map((change) => sealFactor(change, vault, at))),
    identityIds: [...new Set(ids)].toSorted(),
    sessions,
    notice,
    record,
  };
}

async function sealFactor(change: FactorChange, vault: Sealer, at: Date) {
  if (!("isRemoved" in change)) return { ...(await toFactorProof(change, vault)), isRemoval: false };
  return { row: await toRemovedRow({ ...change, at }, vault), before: undefined, isRemoval: true };
}

async function write(
  writer: EntityManager,
  { challenge, review, factors, identityIds, sessions, notice, record }: SealedSettlement,
  levelAfter: LevelAfter,
  at: Date,
) {
  const locked = new Map<string, Awaited<ReturnType<typeof lockLevel>>>();
  for (const id of identityIds) locked.set(id, await lockLevel(writer, id, at));
  if (challenge && !(await replaceChallengeRow(writer, challenge.before, challenge.row))) {
    throw new Conflicting("challenge");
  }
  if (review && !(await keepReviewRow(writer, review))) throw new Conflicting("review");
  for (const { isRemoval, ...change } of factors) {
    const isStored = isRemoval ? await removeFactor(writer, change) : await proveFactorRow(writer, change);
    if (!isStored) throw new Conflicting("factor");
  }
  const after = new Map<string, Level | undefined>();
  const touched = new Set<string>();
  for (const id of identityIds) {
    const before = locked.get(id);
    if (before === undefined) continue;
    const { level, falls } = levelAfter(levelOf(before.level), await evidenceOf(writer, id));
    const levelFalls = falls.map((fall) => [fall.at.getTime(), numberOf(fall.level)] as const);
    after.set(id, level);
    // Sessions opened at the previous level may have more rights, or a later end, than the present one gives.
    if (!(await before.replace({ level: numberOf(level), levelFalls }))) continue;
    await revokeSessions(writer, id, {}, at);
    touched.add(id);
  }
  if (sessions && (await changeSessions(writer, sessions, at))) touched.add(sessions.identityId);
  await notice?.(writer);
  await record?.(writer);
  return { levels: after, touched };
}

/** Removes a factor, its lock after wrong answers, and any challenge that would prove it. */
async function removeFactor(writer: EntityManager, { row }: FactorRowChange): Promise<boolean> {
  const { identityId, name: method } = row;
  await cancelChallenges(writer, identityId, method as Method);
  await writer.update(verificationGuessRows, { identityId, method }, { consecutive: 0 });
  return removeFactorRow(writer, row);
}

async function evidenceOf(writer: EntityManager, identityId: string) {
  const rows = await factorRowsOf(writer, identityId);
  return evidenceOfFactors(
    rows.map(({ methods, provenAt, expiresAt }) => ({
      evidence: methods as EvidenceName[],
      provenAt,
      expiresAt: expiresAt ?? undefined,
    })),
  );
}

/** Returns whether sessions were changed. */
async function changeSessions(
  writer: EntityManager,
  { identityId, sessionId, endsOthers = false, provenBefore }: SessionChange,
  at: Date,
): Promise<boolean> {
  if (endsOthers) await revokeSessions(writer, identityId, { id: Not(sessionId) }, at);
  const proven = provenBefore && (await proveSession(writer, sessionId, at, provenBefore));
  return endsOthers || proven !== undefined;
}

function levelOf(level: VerificationLevel): Level | undefined {
  return level === 0 ? undefined : levels[level - 1];
}

function numberOf(level: Level | undefined): VerificationLevel {
  return (level === undefined ? 0 : levels.indexOf(level) + 1) as VerificationLevel;
}

/** Rolls back a transaction because another writer came first. */
class Conflicting extends Error {
  readonly conflict: Conflict;

  constructor(conflict: Conflict) {
    super(conflict);
    this.conflict = conflict;
  }
}
