import { timingSafeEqual } from "node:crypto";
import { type EntityManager, IsNull, LessThan, MoreThan, Not } from "typeorm";
import type { Database } from "../../database/source.ts";
import { selectRows } from "../../database/statements.ts";
import { sessionIdleMs } from "../domain/session-expiry.ts";
import type { Session, SessionChoice, Sessions } from "../domain/sessions.ts";
import { revokeSessions } from "./session-changes.ts";
import { type SessionRow, sessionColumns, sessionRows } from "./session-row.ts";

/** The sessions of a database. */
export function storedSessions(database: Database): Sessions {
  const listeners = new Set<(identityId: string) => void>();
  const tell = (identityId: string) => {
    for (const listener of listeners) listener(identityId);
  };
  return {
    ...readSessions(database),

    async revoke(identityId, id, at, alongside) {
      const row = await database.transact(async (manager) => {
        await revokeSessions(manager, identityId, { id }, at);
        const found = await manager.findOneBy(sessionRows, { id, identityId });
        if (found !== null) await alongside?.(manager);
        return found;
      });
      tell(identityId);
      return row === null ? undefined : toSession(row);
    },

    async revokeAll(identityId, which, at, alongside) {
      const ended = await database.transact(async (manager) => {
        const count = await revokeSessions(manager, identityId, chosenBy(which), at);
        await alongside?.(manager);
        return count;
      });
      tell(identityId);
      return ended;
    },

    ending: (identityId, which, at) => async (transaction) => {
      await revokeSessions(transaction as EntityManager, identityId, chosenBy(which), at);
    },

    changed: tell,

    async recordUses(uses) {
      if (uses.size === 0) return;
      await database.transact(async (manager) => {
        for (const [id, at] of uses) {
          const atMs = BigInt(at.getTime());
          await manager.query("UPDATE sessions SET last_used_at = ? WHERE id = ? AND last_used_at < ?", [
            atMs,
            id,
            atMs,
          ]);
        }
      });
    },

    onRevoked(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function chosenBy({ exceptId }: SessionChoice) {
  return exceptId === undefined ? {} : { id: Not(exceptId) };
}

function readSessions(database: Database): Pick<Sessions, "find" | "listOpen" | "list"> {
  const rows = database.manager.getRepository(sessionRows);
  return {
    async find(id, digest) {
      const [row] = await selectRows(database.manager, sessionColumns, "id = ?", [id]);
      return row !== undefined && timingSafeEqual(row.digest, digest) ? toSession(row) : undefined;
    },

    async listOpen(identityId, at) {
      const found = await rows.find({
        where: {
          identityId,
          revokedAt: IsNull(),
          expiresAt: MoreThan(at),
          lastUsedAt: MoreThan(new Date(at.getTime() - sessionIdleMs)),
        },
        order: { createdAt: "DESC", id: "DESC" },
      });
      return found.map(toSession);
    },

    async list(identityId, before, count) {
      const found = await rows.find({
        where: { identityId, ...(before !== undefined && { id: LessThan(before) }) },
        order: { id: "DESC" },
        take: count,
      });
      return found.map(toSession);
    },
  };
}

export function toSessionRow(session: Session, digest: Uint8Array): SessionRow {
  return {
    ...session,
    digest: Buffer.from(digest),
    address: session.address ?? null,
    permissions: [...session.permissions],
    ownPermissions: session.ownPermissions === undefined ? null : [...session.ownPermissions],
    parentId: session.parentId ?? null,
    provenAt: session.provenAt ?? null,
    revokedAt: session.revokedAt ?? null,
  };
}

function toSession({ digest, ...row }: SessionRow): Session {
  const { address, ownPermissions, parentId, provenAt, revokedAt } = row;
  return {
    ...row,
    address: address ?? undefined,
    ownPermissions: ownPermissions ?? undefined,
    parentId: parentId ?? undefined,
    provenAt: provenAt ?? undefined,
    revokedAt: revokedAt ?? undefined,
  };
}
