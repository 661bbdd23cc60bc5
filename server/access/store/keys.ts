import { IsNull } from "typeorm";
import type { Database } from "../../database/source.ts";
import { selectRows } from "../../database/statements.ts";
import type { ApiKey, Keys } from "../domain/keys.ts";
import { type ApiKeyRow, apiKeyColumns, apiKeyRows } from "./api-key-row.ts";

/** The API keys of a database. */
export function storedKeys(database: Database): Keys {
  const rows = database.manager.getRepository(apiKeyRows);
  const listeners = new Set<(key: ApiKey) => void>();
  return {
    create(key, digest, activeMax = Number.POSITIVE_INFINITY) {
      const row = toRow(key, digest);
      return database.transact(async (manager) => {
        if (
          activeMax < Number.POSITIVE_INFINITY &&
          (await manager.countBy(apiKeyRows, { revokedAt: IsNull() })) >= activeMax
        )
          return false;
        await manager.insert(apiKeyRows, row);
        return true;
      });
    },

    async findByDigest(digest) {
      const [row] = await selectRows(database.manager, apiKeyColumns, "digest = ?", [Buffer.from(digest)]);
      return row && toKey(row);
    },

    async list() {
      const all = await rows.find({ order: { createdAt: "DESC", id: "DESC" } });
      return all.map(toKey);
    },

    async isEmpty() {
      return !(await rows.exists());
    },

    async revoke(id, at) {
      const row = await database.transact(async (manager) => {
        await manager.update(apiKeyRows, { id, revokedAt: IsNull() }, { revokedAt: at });
        return manager.findOneBy(apiKeyRows, { id });
      });
      if (row === null) return undefined;
      const key = toKey(row);
      for (const listener of listeners) listener(key);
      return key;
    },

    async recordUses(uses) {
      if (uses.size === 0) return;
      await database.transact(async (manager) => {
        for (const [id, at] of uses) {
          const atMs = BigInt(at.getTime());
          await manager.query(
            "UPDATE api_keys SET last_used_at = ? WHERE id = ? AND (last_used_at IS NULL OR last_used_at < ?)",
            [atMs, id, atMs],
          );
        }
      });
    },

    onRevoked(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function toRow(key: ApiKey, digest: Uint8Array): ApiKeyRow {
  return {
    ...key,
    digest: Buffer.from(digest),
    permissions: [...key.permissions],
    lastUsedAt: key.lastUsedAt ?? null,
    revokedAt: key.revokedAt ?? null,
  };
}

function toKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    plan: row.plan,
    permissions: row.permissions,
    createdAt: row.createdAt,
    lastUsedAt: row.lastUsedAt ?? undefined,
    revokedAt: row.revokedAt ?? undefined,
  };
}
