import type { Migration, QueryRunner } from "typeorm";
import { expect, it, onTestFinished } from "vitest";
import { openMysql } from "../../../server/database/mysql/mysql.ts";
import { LeaseLost, MigrationLease, none } from "../../../server/database/mysql/schema/lease.ts";
import { applyMigration } from "../../../server/database/mysql/schema/resumable-migration.ts";
import { mariadb, onMariadb } from "../../support/database/databases.ts";

onMariadb("the lease on changes of the schema", () => {
  /** Leases of two processes on one database. */
  async function twoProcesses() {
    const { manager } = await mariadb.open();
    const source = manager.connection;
    const lease = () => new MigrationLease((sql, values) => source.query(sql, values), 60);
    const expire = () => source.query("UPDATE migration_lease SET held_until = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND");
    const tables = async () =>
      (await source.query("SHOW TABLES LIKE 'made_%'")).flatMap((row: object) => Object.values(row));
    return { source, leases: [lease(), lease()] as const, expire, tables };
  }

  it("is held by one process until it is released or expires", async () => {
    const { leases, expire } = await twoProcesses();
    const [ada, eve] = leases;
    expect(await ada.take()).toEqual(none);
    expect(await eve.take()).toBeUndefined();
    expect(await ada.take()).toEqual(none);
    await ada.release();
    expect(await eve.take()).toEqual(none);
    expect(await ada.take()).toBeUndefined();
    await expire();
    expect(await ada.take()).toEqual(none);
    expect(await eve.isHeld()).toBe(false);
  });

  it("is taken by the next process after whichever statement the first one ended", async () => {
    const { source, leases } = await twoProcesses();
    const [next] = leases;
    const statements: string[] = [];
    for (let hasTaken = false; !hasTaken; ) {
      const end = statements.length;
      await source.query("DROP TABLE migration_lease");
      statements.length = 0;
      const first = new MigrationLease(async (sql, values) => {
        if (statements.push(sql) > end) throw new Error("the process has ended");
        return source.query(sql, values);
      }, -1);
      hasTaken = (await first.take().catch(() => undefined)) !== undefined;
      expect(await next.take(), `ended after ${end} statements`).toEqual(none);
    }
    expect(statements.join()).toMatch(/CREATE .*INSERT /);
  });

  it("makes a second start wait", async () => {
    const location = await mariadb.createForTest();
    const server = location.databaseServer as NonNullable<typeof location.databaseServer>;
    const source = await openMysql(server, [], { known: [] });
    onTestFinished(() => source.destroy());
    const lease = new MigrationLease((sql, values) => source.query(sql, values), 60);
    while ((await lease.take()) === undefined);
    const start = mariadb.open(location);
    const others =
      "SELECT COUNT(*) AS count FROM INFORMATION_SCHEMA.PROCESSLIST WHERE DB = DATABASE() AND ID <> CONNECTION_ID()";
    while ((await source.query(others))[0].count === 0n);
    expect((await source.query("SHOW TABLES")).flatMap(Object.values)).toEqual(["migration_lease"]);
    await lease.release();
    expect((await (await start).manager.query("SELECT name FROM migrations")).length).toBeGreaterThan(0);
  });

  it("has a holder that was overtaken stop before its next statement, and the other one continue there", async () => {
    const { source, leases, expire, tables } = await twoProcesses();
    const [slow, next] = leases;
    let isOvertaken = false;
    async function up(runner: QueryRunner) {
      await runner.query("CREATE TABLE made_first (n int)");
      await runner.query("INSERT INTO made_first VALUES (1)");
      if (!isOvertaken) {
        isOvertaken = true;
        await expire();
        expect(await next.take()).toEqual({ migration: "Make1", statement: 3 });
      }
      await runner.query("CREATE TABLE made_second (n int)");
    }
    const migration = { name: "Make1", timestamp: 1, instance: { up } } as unknown as Migration;
    const runner = source.createQueryRunner();
    await slow.take();
    await expect(applyMigration(runner, migration, { lease: slow, begun: none, notes: [] })).rejects.toThrow(LeaseLost);
    expect(await tables()).toEqual(["made_first"]);
    await applyMigration(runner, migration, { lease: next, begun: { migration: "Make1", statement: 3 }, notes: [] });
    await runner.release();
    expect(await tables()).toEqual(["made_first", "made_second"]);
    expect(await source.query("SELECT n FROM made_first")).toEqual([{ n: 1n }]);
  });

  it("undoes rows that an overtaken holder wrote", async () => {
    const { source, leases, expire } = await twoProcesses();
    const [slow, next] = leases;
    await source.query("CREATE TABLE made_rows (n int)");
    async function up(runner: QueryRunner) {
      await expire();
      await next.take();
      await runner.query("INSERT INTO made_rows VALUES (1)");
    }
    const migration = { name: "Make1", timestamp: 1, instance: { up } } as unknown as Migration;
    const runner = source.createQueryRunner();
    await slow.take();
    await expect(applyMigration(runner, migration, { lease: slow, begun: none, notes: [] })).rejects.toThrow(LeaseLost);
    await runner.release();
    expect(await source.query("SELECT n FROM made_rows")).toEqual([]);
  });

  it("does not take a table of somebody else for its own", async () => {
    const { source, leases } = await twoProcesses();
    const [lease] = leases;
    await source.query("CREATE TABLE made_first (n int)");
    const up = (runner: QueryRunner) => runner.query("CREATE TABLE made_first (other int)");
    const migration = { name: "Make1", timestamp: 1, instance: { up } } as unknown as Migration;
    const runner = source.createQueryRunner();
    await lease.take();
    await expect(applyMigration(runner, migration, { lease, begun: none, notes: [] })).rejects.toThrow(
      "already exists",
    );
    await runner.release();
  });
});
