import { expect, onTestFinished, test } from "vitest";
import { migrations } from "../../server/database/migrations/index.ts";
import { openMysql } from "../../server/database/mysql/mysql.ts";
import { openSqlite } from "../../server/database/sqlite/sqlite.ts";
import { onEveryDatabase, type TestLocation } from "../support/database/databases.ts";

/** Opens a database with the migrations up to the named one. */
async function openedAt({ dataDirectory, databaseServer }: TestLocation, last: string) {
  const known = migrations.slice(0, migrations.findIndex(({ name }) => name.startsWith(last)) + 1);
  const source = await (databaseServer === undefined
    ? openSqlite(dataDirectory, [], { known })
    : openMysql(databaseServer, [], { known }));
  onTestFinished(async () => {
    if (source.isInitialized) await source.destroy();
  });
  return source;
}

onEveryDatabase("the migration", (engine) => {
  test("GatherSessions keeps sessions as ended ones, and its undo restores sessions and events", async () => {
    const location = await engine.createForTest();
    const before = await openedAt(location, "CreateHostAccounts");
    const digest = Buffer.alloc(32, 7);
    const session = ["s", digest, "i", "app", "key", 2, "[]", 1_000, 2_000, 9_000];
    await before.query(
      "INSERT INTO sessions (id, digest, identity_id, client_id, key_id, auth_level, permissions, created_at, " +
        "last_used_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      session,
    );
    await before.query("INSERT INTO rotation_states VALUES ('i', 'app', 1, 77, 'jti')");
    await before.query("INSERT INTO authentication_events VALUES ('e', 'i', 1000, 'app', 2, 's')");
    await before.destroy();

    const after = await openedAt(location, "GatherSessions");
    const [kept] = await after.query("SELECT * FROM sessions");
    expect(kept).toMatchObject({ id: "s", identity_id: "i", client_id: "app", key_id: "key", permissions: "[]" });
    expect(Buffer.compare(kept.digest, digest)).toBe(0);
    expect([kept.auth_level, kept.created_at, kept.revoked_at].map(Number)).toEqual([2, 1_000, 1_000]);
    const states = await after.query("SELECT last_n FROM rotation_states WHERE identity_id = 'i'");
    expect(states.map(({ last_n }: { last_n: unknown }) => Number(last_n))).toEqual([77]);

    await after.undoLastMigration({ transaction: "none" });
    const [event] = await after.query("SELECT * FROM authentication_events");
    expect([event.identity_id, event.session_id, Number(event.happened_at)]).toEqual(["i", "s", 1_000]);
    expect(await after.query("SELECT id FROM sessions")).toEqual([{ id: "s" }]);
    await after.runMigrations({ transaction: "none" });
    expect(await after.query("SELECT id FROM sessions")).toEqual([{ id: "s" }]);
  });

  test("KeepEarlierSecrets and TellEventsApart keep a secret's overlap, and the ids of events that were told", async () => {
    const location = await engine.createForTest();
    const before = await openedAt(location, "CreateProcesses");
    const insert = (id: string, generation: number, untilMs: number) =>
      before.query(
        "INSERT INTO webhooks (id, owner, url, state, cursor_text, generation, overlap_until, failures, next_at, lease, " +
          "lease_until, created_at) VALUES (?, 'ada', 'u', 'active', 'c', ?, ?, 0, 0, '', 0, 0)",
        [id, generation, untilMs],
      );
    await insert("one", 1, 0);
    await insert("two", 3, 1_700_000_000_000);
    await before.query("INSERT INTO ledger_entries (sequence, id, bytes) VALUES (7, 'e', ?)", [Buffer.alloc(1)]);
    await before.destroy();

    const after = await openedAt(location, "TellEventsApart");
    const kept = await after.query("SELECT earlier_secrets, plain_ids_until FROM webhooks ORDER BY id");
    expect(kept.map((row: { earlier_secrets: string }) => JSON.parse(row.earlier_secrets))).toEqual([
      [],
      [{ generation: 2, rotation: "", untilMs: 1_700_000_000_000 }],
    ]);
    expect(kept.map((row: { plain_ids_until: unknown }) => Number(row.plain_ids_until))).toEqual([7, 7]);
    await after.undoLastMigration({ transaction: "none" });
    await after.undoLastMigration({ transaction: "none" });
    expect(await after.query("SELECT COUNT(*) AS count FROM webhooks")).toHaveLength(1);
  });

  test("RenameAnonymousPlan renames the plan of keys that have it, and no other", async () => {
    const location = await engine.createForTest();
    const before = await openedAt(location, "CreateAuditLog");
    for (const plan of ["visitor", "developer"]) {
      await before.query(
        "INSERT INTO api_keys (id, name, digest, plan, permissions, created_at) VALUES (?, 'k', ?, ?, '[]', 1)",
        [plan, Buffer.from(plan), plan],
      );
    }
    const plans = async (source: typeof before) =>
      (await source.query("SELECT id, plan FROM api_keys ORDER BY id")) as unknown;
    await before.destroy();

    const after = await openedAt(location, "RenameAnonymousPlan");
    expect(await plans(after)).toEqual([
      { id: "developer", plan: "developer" },
      { id: "visitor", plan: "anonymous" },
    ]);
    await after.undoLastMigration({ transaction: "none" });
    expect(await plans(after)).toEqual(["developer", "visitor"].map((plan) => ({ id: plan, plan })));
  });

  test("GatherPostings keeps earlier postings, and its undo moves recent ones into place", async () => {
    const location = await engine.createForTest();
    const before = await openedAt(location, "GatherSessions");
    await before.query("INSERT INTO ledger_postings VALUES (1, 2, 0, 1, -5)");
    await before.destroy();

    const after = await openedAt(location, "GatherPostings");
    const placed = async () => after.query("SELECT account, amount FROM ledger_postings ORDER BY account");
    const table = engine.kind === "sqlite" ? "ledger_recent_postings" : "ledger_postings";
    await after.query(`INSERT INTO ${table} VALUES (9, 3, 0, 1, 5)`);
    await after.undoLastMigration({ transaction: "none" });
    const both = [
      { account: 1n, amount: -5n },
      { account: 9n, amount: 5n },
    ];
    expect(await placed()).toEqual(both);
    await after.runMigrations({ transaction: "none" });
    expect(await placed()).toEqual(both);
  });
});
