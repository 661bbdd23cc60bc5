import { type EntityManager, type FindOptionsWhere, In, IsNull, Not } from "typeorm";
import { identityPrincipalId } from "../domain/principal-ids.ts";
import { noteAccessChange } from "./access-changes.ts";
import { type SessionRow, sessionRows } from "./session-row.ts";

/** Revokes the chosen sessions of an identity that are open, and those derived from them. Returns their number. */
export async function revokeSessions(
  manager: EntityManager,
  identityId: string,
  chosen: FindOptionsWhere<SessionRow>,
  at: Date,
): Promise<number> {
  const where = { ...chosen, identityId, revokedAt: IsNull() };
  let { affected: ended = 0 } = await manager.update(sessionRows, where, { revokedAt: at });
  for (;;) {
    const ids = await orphans(manager, identityId);
    if (ids.length === 0) break;
    await manager.update(sessionRows, { id: In(ids) }, { revokedAt: at });
    ended += ids.length;
  }
  if (ended > 0) await noteAccessChange(manager, identityPrincipalId(identityId));
  return ended;
}

/**
 * Records that a session's identity has proven itself with a factor that had last been proven at `provenBefore`.
 * Returns the identity; undefined if the proof on which the session rests is older than that: someone else may have
 * enrolled or proven the factor since.
 */
export async function proveSession(
  manager: EntityManager,
  id: string,
  at: Date,
  provenBefore: Date,
): Promise<string | undefined> {
  const row = await manager.findOneBy(sessionRows, { id });
  if (row === null) return undefined;
  const restsOn = await lastProof(manager, row);
  if (restsOn === undefined || restsOn < provenBefore) return undefined;
  await manager.update(sessionRows, { id }, { provenAt: at });
  return row.identityId;
}

/** Longest chain of sessions, each derived from the next, that a factor can prove. */
const ancestorsMax = 20;

/**
 * Returns the time of the proof on which a session rests: its own, or that on which its parent rested when it was derived.
 * The opening of a derived session proves nothing, since whoever has stolen its parent can open it; nor do later proofs of
 * the parent. Undefined if an ancestor is unknown.
 */
async function lastProof(manager: EntityManager, session: SessionRow): Promise<Date | undefined> {
  let row = session;
  let until: Date | undefined;
  for (let ancestors = 0; ancestors <= ancestorsMax; ancestors += 1) {
    const { parentId, provenAt, createdAt } = row;
    if (provenAt !== null && (until === undefined || provenAt <= until)) return provenAt;
    if (parentId === null) return createdAt;
    until = createdAt;
    const parent = await manager.findOneBy(sessionRows, { id: parentId });
    if (parent === null) return undefined;
    row = parent;
  }
  return undefined;
}

/** Ids of the sessions that are open although their parents are revoked. */
async function orphans(manager: EntityManager, identityId: string): Promise<string[]> {
  const derived = await manager.findBy(sessionRows, { identityId, revokedAt: IsNull(), parentId: Not(IsNull()) });
  if (derived.length === 0) return [];
  const parentIds = [...new Set(derived.map(({ parentId }) => parentId as string))];
  const revoked = await manager.findBy(sessionRows, { id: In(parentIds), revokedAt: Not(IsNull()) });
  const revokedIds = new Set(revoked.map(({ id }) => id));
  return derived.filter(({ parentId }) => revokedIds.has(parentId as string)).map(({ id }) => id);
}
