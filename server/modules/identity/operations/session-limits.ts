import type { RenewedSession, Session } from "../../../access/domain/sessions.ts";
import { commonGrants } from "../../../rpc/principal.ts";
import type { ParentSession } from "../domain/authentications.ts";

/** Limits a session by the one that requested its token: it has no higher level, no more rights, and no later end. */
export function derivedFrom(parent: ParentSession, session: Session): Session {
  return {
    ...session,
    authLevel: Math.min(session.authLevel, parent.authLevel),
    permissions: commonGrants(session.permissions, parent.permissions),
    ownPermissions: confined(session.ownPermissions, parent.ownPermissions),
    parentId: parent.id,
    provenAt: undefined,
    expiresAt: earlier(session.expiresAt, parent.expiresAt),
  };
}

/**
 * Renews a session by what a token would open: it gets the level and the end of that, but no more rights than it had, and
 * remains within the bounds of the session that requested its token, if there was one. Its token proves no more than before:
 * whoever has stolen it did not authenticate.
 */
export function renewedBy(opened: Session, held: Session): RenewedSession {
  const isDerived = held.parentId !== undefined;
  return {
    id: held.id,
    keyId: opened.keyId,
    authLevel: isDerived ? Math.min(opened.authLevel, held.authLevel) : opened.authLevel,
    permissions: commonGrants(opened.permissions, held.permissions),
    ownPermissions: confined(opened.ownPermissions, held.ownPermissions),
    expiresAt: isDerived ? earlier(opened.expiresAt, held.expiresAt) : opened.expiresAt,
  };
}

/** Returns the record of an authentication that has renewed a session: one that was never open, with that as its parent. */
export function recordOfRenewal(opened: Session, { id: parentId, authLevel }: RenewedSession): Session {
  const { createdAt: at } = opened;
  return { ...opened, authLevel, parentId, provenAt: undefined, expiresAt: at, revokedAt: at };
}

function earlier(some: Date, other: Date): Date {
  return some < other ? some : other;
}

function confined(
  some: readonly string[] | undefined,
  others: readonly string[] | undefined,
): readonly string[] | undefined {
  if (some === undefined || others === undefined) return some ?? others;
  return commonGrants(some, others);
}
