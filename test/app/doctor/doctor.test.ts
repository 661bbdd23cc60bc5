import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { loadConfig } from "../../../server/app/config.ts";
import { lookAtClock, watchSteps } from "../../../server/app/doctor/clock.ts";
import { examine } from "../../../server/app/doctor/doctor.ts";
import { openServiceDatabase } from "../../../server/app/tables.ts";
import { onEveryDatabase } from "../../support/database/databases.ts";
import { temporaryDatabase, temporaryDirectory } from "../../support/database/temporary-database.ts";
import { startServer } from "../../support/server.ts";

const stretching = { iterations: 1_000, iterationsMin: 1_000 };

/** Returns the findings of an installation, as `state check: message`. */
async function examined(environment: Record<string, string>): Promise<string[]> {
  const findings = await examine(loadConfig({ PORT: "0", ...environment }), { stretching });
  for (const { state, advice } of findings) expect(advice === undefined).toBe(state === "ok");
  return findings.map(({ state, check, message }) => `${state} ${check}: ${message}`);
}

/** Starts a service with a backup; returns its settings, also after it was closed. */
async function served() {
  const server = await startServer();
  const settings = { DATA_DIR: server.dataDirectory, PORT: new URL(server.url).port };
  await server.post("/v1/admin/backups", {});
  return { server, settings };
}

describe("an installation", () => {
  test("whose service runs is examined beside it, which changes nothing and disturbs nobody", async () => {
    const { server, settings } = await served();
    onTestFinished(() => server.close());
    const files = () => readdirSync(settings.DATA_DIR).sort();
    const before = files();
    const found = await examined(settings);
    expect(found).toEqual([
      expect.stringMatching(/^ok database: SQLite 3/),
      expect.stringMatching(/^ok schema: it is that of version /),
      expect.stringMatching(new RegExp(`^ok processes: ${process.pid} on .* ready\\)$`)),
      "ok clock: this machine and the database have the same time",
      expect.stringMatching(/^warning vault: .*vault.passphrase opens it, and lies with the data/),
      "ok audit: 3 records are as they were written; the backup agrees",
      expect.stringMatching(/^ok disk: DATA_DIR/),
      expect.stringMatching(/^ok disk: BACKUP_DIR/),
      expect.stringMatching(/^warning disk: DATA_DIR and BACKUP_DIR are on one file system/),
      expect.stringMatching(/^ok port: version .* is ready at port/),
      "ok tls: the port has none: a proxy in front of it may",
      expect.stringMatching(/^warning mail: MAIL_URL is not set/),
      "ok issuers: JWT_ISSUERS names none",
      "ok webhooks: events are posted to https URLs with public addresses",
      "ok redis: REDIS_URL is not set: the process alone on SQLite counts the calls of plans",
      expect.stringMatching(/^ok backup: platonic-.*\.backup restores; it is 0 hours old$/),
    ]);
    expect(files()).toEqual(before);
    expect((await server.post("/v1/admin/backups", {})).status).toBe(200);
  });

  test("is examined with another passphrase, a damaged backup and a port that another program has", async () => {
    const data = temporaryDirectory();
    const { server, settings } = await served();
    copyFileSync(join(settings.DATA_DIR, "platonic.sqlite"), join(data, "platonic.sqlite"));
    copyFileSync(join(settings.DATA_DIR, "platonic.sqlite-wal"), join(data, "platonic.sqlite-wal"));
    const [name = ""] = readdirSync(join(settings.DATA_DIR, "backups"));
    const bytes = readFileSync(join(settings.DATA_DIR, "backups", name));
    await server.close();
    mkdirSync(join(data, "backups"));
    writeFileSync(join(data, "backups", name), bytes.subarray(0, -1));
    const passphraseFile = join(data, "other");
    writeFileSync(passphraseFile, "another passphrase of a vault", { mode: 0o600 });
    const stranger = createServer((_, response) => response.end("hello"));
    await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void stranger.close());
    const PORT = String((stranger.address() as AddressInfo).port);
    const found = await examined({ DATA_DIR: data, VAULT_PASSPHRASE_FILE: passphraseFile, PORT });
    expect(found.filter((line) => line.startsWith("failed"))).toEqual([
      `failed vault: ${passphraseFile} does not open it: the passphrase, or other root secret, is not that of this vault`,
      `failed port: another program answers at port ${PORT} of 127.0.0.1`,
      expect.stringMatching(/^failed backup: platonic-.* does not restore: /),
    ]);
  });

  test("without a database is one that has not started yet, and none is made", async () => {
    const folder = temporaryDirectory();
    const found = await examined({ DATA_DIR: join(folder, "data") });
    expect(found[0]).toMatch(/^warning database: there is no database in .* yet$/);
    expect(found.filter((line) => line.startsWith("failed"))).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("names a restore that has not ended", async () => {
    const folder = temporaryDirectory();
    mkdirSync(join(folder, ".restoring-4194305-0a1b2c3d"));
    const [first] = await examined({ DATA_DIR: folder });
    expect(first).toMatch(/^failed database: a restore into .* has not ended, and the service does not start on it$/);
  });

  test("says of a schema whether it is older or newer, and what to do", async () => {
    const { dataDirectory, manager } = await temporaryDatabase();
    const schema = async (more = {}) => (await examined({ DATA_DIR: dataDirectory, ...more }))[1];
    await manager.query("DELETE FROM migrations WHERE name LIKE 'CreateOwnerNotices%'");
    expect(await schema()).toMatch(/^warning schema: the schema is older .* CreateOwnerNotices\d+$/);
    expect(await schema({ MIGRATE_ON_START: "false" })).toMatch(/^failed schema: the schema is older/);
    await manager.query("INSERT INTO migrations (timestamp, name) VALUES (1999999999999, 'Later1999999999999')");
    expect(await schema()).toMatch(/^failed schema: the schema is newer .* does not know Later1999999999999$/);
  });

  test("whose file is no database says so, and everything else is told all the same", async () => {
    const folder = temporaryDirectory();
    writeFileSync(join(folder, "platonic.sqlite"), "this is no database, by far".repeat(100));
    const found = await examined({ DATA_DIR: folder });
    expect(found[0]).toMatch(/^failed database: .*the file of the database is damaged/);
    expect(found.some((line) => line.startsWith("ok webhooks"))).toBe(true);
  });
});

onEveryDatabase("a database that is examined", (engine) => {
  test("can be read, and takes no change", async () => {
    const location = await engine.createForTest();
    await (await openServiceDatabase(location)).close();
    const found = await examined(location.environment);
    for (const pattern of [/^ok database: /, /^ok schema: /, /^ok clock: /])
      expect(found).toContainEqual(expect.stringMatching(pattern));
    const reader = await openServiceDatabase(location, { isForReading: true });
    onTestFinished(() => reader.close());
    await expect(reader.manager.query("DELETE FROM migrations")).rejects.toThrow(/read.?only/i);
    await expect(reader.transact((own) => own.query("DELETE FROM migrations"))).rejects.toThrow(/read.?only/i);
  });
});

test("the clock is compared with the database's, and watched for steps", async () => {
  const database = await temporaryDatabase();
  const behind = async (ms: number) => {
    const dialect = { ...database.dialect, nowMs: `${database.dialect.nowMs} + ${ms}` };
    const [finding] = await lookAtClock({ ...database, dialect } as typeof database);
    return finding?.state;
  };
  expect([await behind(0), await behind(5_000), await behind(-60_000)]).toEqual(["ok", "warning", "failed"]);
  const clock = { now: 5_000, monotonic: 0 };
  const steps = watchSteps(
    () => clock.now,
    () => clock.monotonic,
  );
  Object.assign(clock, { now: 6_000, monotonic: 1_000 });
  expect(steps()).toEqual([]);
  clock.now -= 700;
  expect(steps()).toMatchObject([{ state: "warning", message: "the clock was set 700 ms back meanwhile" }]);
});
