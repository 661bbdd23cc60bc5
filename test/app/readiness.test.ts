import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { DatabaseWatch } from "../../server/app/database-watch.ts";
import { createLog } from "../../server/app/log.ts";
import { createReadiness, problemOf } from "../../server/app/readiness.ts";
import { databaseOutage } from "../../server/database/outage.ts";
import { DatabaseUnavailable } from "../../server/database/unavailable.ts";
import { temporaryDatabase } from "../support/database/temporary-database.ts";

const hasSamePassphrase = async () => true;
const away = new DatabaseUnavailable(new Error("connect ECONNREFUSED"));

/** A watch on a database of which nothing is asked, a log, and a clock. */
function watched() {
  const lines: { level: number; msg: string; outage?: string; cause?: string; awayMs?: number }[] = [];
  const log = createLog("info", { write: (line: string) => void lines.push(JSON.parse(line)) });
  const clock = { nowMs: 0 };
  const outageOf = (error: unknown) => databaseOutage({ outageOf: () => undefined }, error);
  const watch = new DatabaseWatch({ log, outageOf, now: () => clock.nowMs });
  return { watch, log, lines, clock };
}

test("readiness makes a write, unless one was stored within a second and nothing failed since", async () => {
  const { watch, clock } = watched();
  const asked: string[] = [];
  const write = async () => {
    asked.push("write");
    watch.stored();
  };
  const read = async () => asked.push("read");
  const ready = createReadiness({ watch, read, write, hasSamePassphrase, folder: undefined });
  const look = async () => {
    expect(problemOf(await ready())).toBe(undefined);
    return asked.splice(0);
  };
  expect(await look()).toEqual(["write"]);
  clock.nowMs = 999;
  expect(await look()).toEqual(["read"]);
  clock.nowMs = 1_000;
  expect(await look()).toEqual(["write"]);
  watch.note(away);
  expect(await look()).toEqual(["write"]);
  expect(await look()).toEqual(["read"]);
});

test("a database that can be read and takes no writes is not ready, with the cause", async () => {
  const database = await temporaryDatabase();
  const log = createLog("silent", { write: () => {} });
  const outageOf = (error: unknown) => databaseOutage(database.dialect, error);
  const watch = new DatabaseWatch({ log, outageOf, now: () => 0 });
  await database.manager.query("CREATE TABLE numbers (n int)");
  const write = () => database.transact((own) => own.query("INSERT INTO numbers VALUES (1)"));
  const read = () => database.manager.query("SELECT n FROM numbers");
  const ready = createReadiness({ watch, read, write, hasSamePassphrase, folder: database.dataDirectory });
  expect(problemOf(await ready())).toBeUndefined();
  await database.manager.query("PRAGMA query_only = ON");
  expect(problemOf(await ready())).toBe("the database can only be read");
  await read();
  await database.manager.query("PRAGMA query_only = OFF");
  expect(problemOf(await ready())).toBeUndefined();
});

test("each check says for itself what is wrong, and those behind a database that stands still wait for it", async () => {
  const { watch } = watched();
  const write = async () => watch.stored();
  const found = async (deps: Partial<Parameters<typeof createReadiness>[0]>) => {
    const ready = createReadiness({ watch, read: write, write, hasSamePassphrase, folder: undefined, ...deps });
    return (await ready()).map(({ name, problem }) => `${name}: ${problem ?? "ok"}`);
  };
  expect(await found({})).toEqual(["files: ok", "database: ok", "vault: ok"]);
  expect(await found({ hasSamePassphrase: async () => false })).toEqual([
    "files: ok",
    "database: ok",
    expect.stringMatching(/^vault: the passphrase of the vault was changed/),
  ]);
  const fails = () => Promise.reject(away);
  expect(await found({ read: fails, write: fails })).toEqual([
    "files: ok",
    "database: the database is not available",
    "vault: ok",
  ]);
  const never = () => new Promise<never>(() => undefined);
  expect(await found({ read: never, write: never })).toEqual([
    "files: ok",
    "database: the database does not answer",
    "vault: the database does not answer",
  ]);
});

test("an outage has one line in the log with its cause, and one when it is over; other errors keep theirs", () => {
  const { watch, log, lines, clock } = watched();
  const quiet = watch.quieted(log);
  for (let n = 0; n < 1_000; n++) {
    quiet.error({ err: away }, "call failed");
    quiet.warn({ err: away }, "could not deliver events");
  }
  quiet.error({ err: new Error("a bug") }, "call failed");
  clock.nowMs = 30_000;
  watch.stored();
  watch.stored();
  expect(lines).toMatchObject([
    { level: 50, outage: "the database is not available", cause: expect.stringContaining("ECONNREFUSED") },
    { level: 50, msg: "call failed" },
    { level: 30, msg: "the database stores changes again", awayMs: 30_000 },
  ]);
});

test.skipIf(process.platform === "win32")("a process that can open no more files is not ready", async () => {
  const module = new URL("../../server/app/readiness.ts", import.meta.url).href;
  const script = `
    import { closeSync, openSync } from "node:fs";
    import { createReadiness, problemOf } from ${JSON.stringify(module)};
    const watch = { hasStoredWithin: () => true, note: () => undefined };
    const ready = createReadiness({ watch, read: async () => {}, write: async () => {}, hasSamePassphrase: async () => true, folder: undefined });
    const before = problemOf(await ready());
    const files = [];
    try { for (;;) files.push(openSync("/dev/null")); } catch {}
    const without = problemOf(await ready());
    closeSync(files.pop());
    console.log(JSON.stringify([before ?? "ready", without ?? "ready", problemOf(await ready()) ?? "ready"]));`;
  const { stdout } = await promisify(execFile)("sh", [
    "-c",
    'ulimit -n 100; exec "$0" --input-type=module -e "$1"',
    process.execPath,
    script,
  ]);
  expect(JSON.parse(stdout)).toEqual(["ready", "the service can open no more files", "ready"]);
});
