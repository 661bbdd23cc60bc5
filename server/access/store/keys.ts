import { type EntityManager, type FindOptionsWhere, IsNull, LessThan } from "typeorm";
import type { Alongside } from "../../core/alongside.ts";
import type { Database } from "../../database/source.ts";
import { selectRows } from "../../database/statements.ts";
import type { ApiKey, KeyPage, Keys } from "../domain/keys.ts";
import { keyPrincipalId } from "../domain/principal-ids.ts";
import { noteAccessChange } from "./access-changes.ts";
import { type ApiKeyRow, apiKeyColumns, apiKeyRows } from "./api-key-row.ts";

/** The API keys of a database. */
export function storedKeys(database: Database): Keys {
  const listeners = new Set<(key: ApiKey) => void>();

  /** Changes a key, and returns its present state. */
  async function change(
    which: FindOptionsWhere<ApiKeyRow>,
    apply: (manager: EntityManager) => Promise<unknown>,
    alongside: Alongside | undefined,
    isChanged: (row: ApiKeyRow) => boolean = () => true,
  ): Promise<ApiKey | undefined> {
    const row = await database.transact(async (manager) => {
      await apply(manager);
      const row = await manager.findOneBy(apiKeyRows, which);
      if (row === null) return row;
      await noteAccessChange(manager, keyPrincipalId(row.id));
      if (isChanged(row)) await alongside?.(manager);
      return row;
    });
    if (row === null) return undefined;
    const key = toKey(row);
    for (const listener of listeners) listener(key);
    return key;
  }

  return {
    ...readKeys(database),

    create(key, digest, activeMax = Number.POSITIVE_INFINITY, alongside) {
      const row = toRow(key, digest);
      return database.transact(async (manager) => {
        if (
          activeMax < Number.POSITIVE_INFINITY &&
          (await manager.countBy(apiKeyRows, { identityId: key.identityId, revokedAt: IsNull() })) >= activeMax
        )
          return false;
        await manager.insert(apiKeyRows, row);
        await alongside?.(manager);
        return true;
      });
    },

    revoke(id, at, identityId, alongside) {
      const which = { id, ...(identityId !== undefined && { identityId }) };
      return change(
        which,
        (manager) => manager.update(apiKeyRows, { ...which, revokedAt: IsNull() }, { revokedAt: at }),
        alongside,
      );
    },

    changePlan(id, plan, alongside) {
      return change(
        { id },
        (manager) => manager.update(apiKeyRows, { id, revokedAt: IsNull() }, { plan }),
        alongside,
        ({ revokedAt }) => revokedAt === null,
      );
    },

    recordUses: (uses) => (uses.size === 0 ? Promise.resolve() : database.transact((manager) => write(manager, uses))),

    onChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

async function write(manager: EntityManager, uses: ReadonlyMap<string, Date>): Promise<void> {
  for (const [id, at] of uses) {
    const atMs = BigInt(at.getTime());
    await manager.query(
      "UPDATE api_keys SET last_used_at = ? WHERE id = ? AND (last_used_at IS NULL OR last_used_at < ?)",
      [atMs, id, atMs],
    );
  }
}

function readKeys(database: Database): Pick<Keys, "findByDigest" | "find" | "list" | "isEmpty"> {
  const rows = database.manager.getRepository(apiKeyRows);
  return {
    async findByDigest(digest) {
      const [row] = await selectRows(database.manager, apiKeyColumns, "digest = ?", [Buffer.from(digest)]);
      return row && toKey(row);
    },

    async find(id) {
      const row = await rows.findOneBy({ id });
      return row === null ? undefined : toKey(row);
    },

    async list(page = {}) {
      const { count } = page;
      const found = await rows.find({
        where: conditionsOf(page),
        order: { createdAt: "DESC", id: "DESC" },
        ...(count !== undefined && { take: count }),
      });
      return found.map(toKey);
    },

    async isEmpty() {
      return !(await rows.exists());
    },
  };
}

/** Keys of the owner that come after a key in the list. */
function conditionsOf({ identityId, after }: KeyPage) {
  const owned = identityId !== undefined && { identityId };
  if (after === undefined) return { ...owned };
  const { id, createdAt } = after;
  return [
    { ...owned, createdAt: LessThan(createdAt) },
    { ...owned, createdAt, id: LessThan(id) },
  ];
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
    identityId: row.identityId,
  };
}
