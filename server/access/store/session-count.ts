import { uuidV7 } from "../../core/uuid.ts";
import type { Database } from "../../database/source.ts";
import { sessionIdleMs, sessionMs } from "../domain/session-expiry.ts";

/** Rows of one query. On SQLite, queries take time of all others. */
const rowsAtOnce = 2_000;

/** Difference of the clocks of processes that open sessions. */
const clocksMs = 60_000;

const countText = `
  SELECT COUNT(*) AS rows_read, MAX(id) AS last_id,
    COUNT(CASE WHEN revoked_at IS NULL AND expires_at > ? AND last_used_at > ? THEN 1 END) AS open_sessions
  FROM (
    SELECT id, revoked_at, expires_at, last_used_at FROM sessions WHERE id > ? ORDER BY id LIMIT ?
  ) AS some`;

/** Returns how many sessions are open at a time. */
export async function countOpenSessions({ manager }: Pick<Database, "manager">, nowMs: number): Promise<number> {
  // Ids grow with time, and no session lives longer.
  let after = uuidV7(nowMs - sessionMs - clocksMs, new Uint8Array(10));
  for (let open = 0; ; ) {
    const values = [nowMs, nowMs - sessionIdleMs, after, rowsAtOnce];
    const [row]: { rows_read: bigint; last_id: string | null; open_sessions: bigint }[] = await manager.query(
      countText,
      values,
    );
    open += Number(row?.open_sessions);
    if (row === undefined || row.last_id === null || Number(row.rows_read) < rowsAtOnce) return open;
    after = row.last_id;
  }
}
