import { expect, test } from "vitest";
import { sessionIdleMs, sessionMs } from "../../../server/access/domain/session-expiry.ts";
import { countOpenSessions } from "../../../server/access/store/session-count.ts";
import { sessionColumns } from "../../../server/access/store/session-row.ts";
import { toSessionRow } from "../../../server/access/store/sessions.ts";
import { newUuidV7 } from "../../../server/core/uuid.ts";
import { insertRows } from "../../../server/database/statements.ts";
import { onEveryDatabase } from "../../support/database/databases.ts";

const nowMs = Date.parse("2026-03-01T12:00:00Z");

function session(createdMs: number, usedMs: number, revokedMs?: number) {
  const stored = {
    id: newUuidV7(createdMs),
    identityId: "somebody",
    clientId: "app",
    address: undefined,
    keyId: "key",
    authLevel: 1,
    permissions: [],
    ownPermissions: undefined,
    parentId: undefined,
    provenAt: undefined,
    createdAt: new Date(createdMs),
    lastUsedAt: new Date(usedMs),
    expiresAt: new Date(createdMs + sessionMs),
    revokedAt: revokedMs === undefined ? undefined : new Date(revokedMs),
  };
  return toSessionRow(stored, Buffer.alloc(32));
}

onEveryDatabase("open sessions", ({ open }) => {
  test("are those that are neither revoked nor expired nor idle, however many there are", async () => {
    const database = await open();
    expect(await countOpenSessions(database, nowMs)).toBe(0);
    const opened = Array.from({ length: 4_500 }, (_, index) => session(nowMs - index, nowMs - index));
    const ended = [
      session(nowMs - sessionMs, nowMs),
      session(nowMs - 2 * sessionMs, nowMs),
      session(nowMs - sessionIdleMs, nowMs - sessionIdleMs),
      session(nowMs - 5, nowMs, nowMs - 1),
    ];
    const last = session(nowMs - sessionMs + 1, nowMs - sessionIdleMs + 1);
    const rows = [...opened, ...ended, last];
    await database.transact(async (manager) => {
      for (let at = 0; at < rows.length; at += 500) await insertRows(manager, sessionColumns, rows.slice(at, at + 500));
    });
    expect(await countOpenSessions(database, nowMs)).toBe(4_501);
  });
});
