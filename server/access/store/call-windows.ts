import type { EntityManager } from "typeorm";
import { createGroupCommit } from "../../core/batching/group-commit.ts";
import {
  type Lease,
  type LeaseRequest,
  leaseFrom,
  type SharedWindows,
  type StoredWindow,
} from "../../core/fixed-window/shared-windows.ts";
import { type Dialect, placeholders } from "../../database/dialect.ts";
import type { Database } from "../../database/source.ts";

const kind = "calls ";

const columns = ["name", "uses", "ends_at", "wanted"];

/** Most keys that are read at once; the others follow. */
const wantedMax = 1_000;

interface Row {
  readonly name: string;
  readonly uses: unknown;
  readonly ends_at: unknown;
  readonly now_ms: unknown;
}

/** Windows of calls in a database, by its own clock. A key has at most 100 characters. */
export function storedCallWindows(database: Database): SharedWindows {
  const { dialect, manager } = database;
  return {
    lease: createGroupCommit((requests: readonly LeaseRequest[]) => leaseAll(database, requests)),

    async putBack(unused) {
      const statement = "UPDATE use_windows SET uses = uses - ?, wanted = 0 WHERE name = ? AND ends_at = ?";
      // Every process locks rows in this order.
      const inOrder = [...unused].sort((one, other) => (one.key < other.key ? -1 : 1));
      await database.transact(async (writer) => {
        for (const { key, windowId, count } of inOrder)
          await writer.query(statement, [count, `${kind}${key}`, windowId]);
      });
    },

    async wanted() {
      const rows: Pick<Row, "name">[] = await manager.query(
        `SELECT name FROM use_windows WHERE wanted = 1 AND ends_at > ${dialect.nowMs} AND name LIKE ? LIMIT ${wantedMax}`,
        [`${kind}%`],
      );
      return rows.map(({ name }) => name.slice(kind.length));
    },

    async removeEnded() {
      const statement = `DELETE FROM use_windows WHERE ends_at < ${dialect.nowMs} AND name LIKE ?`;
      await database.transact((writer) => writer.query(statement, [`${kind}%`]));
    },
  };
}

/** Leases to all requests in one transaction, in which no other process changes their windows. */
function leaseAll(database: Database, requests: readonly LeaseRequest[]): Promise<Lease[]> {
  return database.transact(async (writer) => {
    const windows = await lockedWindows(writer, database.dialect, requests);
    const leases = requests.map((request) => {
      const window = windows.get(request.key) as ChangedWindow;
      const { lease, stored, isShort } = leaseFrom(window, request, window.nowMs);
      windows.set(request.key, { ...window, ...stored, isShort });
      return lease;
    });
    await write(writer, [...windows], database.dialect.overwrite(columns.slice(1)));
    return leases;
  });
}

interface ChangedWindow extends StoredWindow {
  readonly nowMs: number;
  readonly isShort: boolean;
}

/** Locks the windows of requests by writing to them, which makes those that are missing. */
async function lockedWindows(
  writer: EntityManager,
  dialect: Dialect,
  requests: readonly LeaseRequest[],
): Promise<Map<string, ChangedWindow>> {
  const keys = [...new Set(requests.map(({ key }) => key))].sort();
  await write(
    writer,
    keys.map((key) => [key, { uses: 0, endsAtMs: 0, isShort: false }]),
    dialect.increase(["uses"]),
  );
  const { sql, values } = dialect.list(keys.map((key) => `${kind}${key}`));
  const select = `SELECT name, uses, ends_at, ${dialect.nowMs} AS now_ms FROM use_windows WHERE name IN (${sql}) ORDER BY name`;
  const rows: Row[] = await writer.query(select, [...values]);
  return new Map(
    rows.map(({ name, uses, ends_at, now_ms }) => [
      name.slice(kind.length),
      { uses: Number(uses), endsAtMs: Number(ends_at), nowMs: Number(now_ms), isShort: false },
    ]),
  );
}

/** Writes windows, in the given order. */
async function write(
  writer: EntityManager,
  windows: readonly (readonly [string, Omit<ChangedWindow, "nowMs">])[],
  onConflict: string,
): Promise<void> {
  const values = windows.flatMap(([key, { uses, endsAtMs, isShort }]) => [
    `${kind}${key}`,
    uses,
    endsAtMs,
    Number(isShort),
  ]);
  const rows = placeholders(windows.length, columns.length);
  await writer.query(`INSERT INTO use_windows (${columns.join(", ")}) VALUES ${rows} ${onConflict}`, values);
}
