import { timingSafeEqual } from "node:crypto";
import { IsNull, LessThan, MoreThan } from "typeorm";
import type { Database } from "../../database/source.ts";
import { selectRows } from "../../database/statements.ts";
import { sessionIdleMs } from "../domain/session-expiry.ts";
import type { Session, Sessions } from "../domain/sessions.ts";
import { type SessionRow, sessionColumns, sessionRows } from "./session-row.ts";

/** The sessions of a database. */
export function storedSessions(database: Database): Sessions {
  const rows = database.manager.getRepository(sessionRows);
  const listeners = new Set<(identityId: string) => void>();
  const tell = (identityId: string) => {
    for (const listener of listeners) listener(identityId);
  };
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

    async revoke(identityId, id, at) {
      const row = await database.transact(async (manager) => {
        await manager.update(sessionRows, { id, identityId, revokedAt: IsNull() }, { revokedAt: at });
        return manager.findOneBy(sessionRows, { id, identityId });
      });
      tell(identityId);
      return row === null ? undefined : toSession(row);
    },

    async revokeAll(identityId, keyId, at) {
      const which = { identityId, revokedAt: IsNull(), ...(keyId !== undefined && { keyId }) };
      await database.transact((manager) => manager.update(sessionRows, which, { revokedAt: at }));
      tell(identityId);
    },

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

export function toSessionRow(session: Session, digest: Uint8Array): SessionRow {
  return {
    ...session,
    digest: Buffer.from(digest),
    permissions: [...session.permissions],
    revokedAt: session.revokedAt ?? null,
  };
}

function toSession({ digest, ...row }: SessionRow): Session {
  return { ...row, revokedAt: row.revokedAt ?? undefined };
}
