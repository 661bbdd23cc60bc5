import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type HookDeps, lastHookSuccess, openHook } from "../../../server/modules/backup/hook.ts";
import { temporaryDirectory } from "../../support/database/temporary-database.ts";
import { until } from "../../support/until.ts";
import { openBackupFixture } from "./backup-fixture.ts";

/** A hook that is a script of a shell, and what it has logged. */
function hook(script: string, more: Partial<HookDeps> = {}) {
  const directory = temporaryDirectory();
  const program = join(directory, "hook");
  writeFileSync(program, `#!/bin/sh\n${script}\n`);
  chmodSync(program, 0o755);
  const logged: Record<string, unknown>[] = [];
  const write = (level: string) => (facts: object, message: string) => void logged.push({ level, message, ...facts });
  const log = { info: write("info"), error: write("error") };
  const environment = { PATH: process.env["PATH"], OUT: directory };
  const times = { timeoutMs: 60_000, graceMs: 100, now: () => 1_000, pause: async () => false };
  const opened = openHook({ program, directory, environment, log, ...times, ...more });
  onTestFinished(() => opened.close());
  return { ...opened, directory, logged };
}

/** Whether a process has ended; one that nobody has asked for its status has, too. */
function isGone(pid: number): boolean {
  const path = `/proc/${pid}/stat`;
  return !existsSync(path) || / Z /.test(readFileSync(path, "utf8"));
}

const backup = { name: "a.backup", path: "/backups/with space $(touch oops) ;'\".backup" };

describe.skipIf(process.platform === "win32")("the program of BACKUP_HOOK", () => {
  test("gets the path as its only argument, unread by a shell, and its success is noted", async () => {
    const { run, directory, logged } = hook('printf "%s|%s" "$#" "$1" > "$OUT/given"; echo copied');
    expect(await lastHookSuccess(directory)).toBeUndefined();
    await run(backup);
    expect(readFileSync(join(directory, "given"), "utf8")).toBe(`1|${backup.path}`);
    expect(logged).toMatchObject([{ level: "info", name: "a.backup", output: "copied\n" }]);
    expect(await lastHookSuccess(directory)).toEqual({ name: "a.backup", at: new Date(1_000) });
    expect(readdirSync(directory).filter((name) => name.includes("partial"))).toEqual([]);
  });

  test.each([
    ["exits with another status", "echo no route >&2; exit 3", "it exited with status 3", "no route\n"],
    ["kills itself", "kill -KILL $$", "it was killed by SIGKILL", ""],
  ])("that %s has failed, which is logged and not noted", async (_, script, problem, output) => {
    const { run, directory, logged } = hook(script);
    await run(backup);
    expect(logged).toMatchObject([{ level: "error", problem, output }]);
    expect(await lastHookSuccess(directory)).toBeUndefined();
  });

  test.each([
    ["is missing", { program: "/nowhere/hook" }],
    ["may not be executed", { program: "/etc/passwd" }],
  ])("that %s has failed", async (_, more) => {
    const { run, logged } = hook("true", more);
    await run(backup);
    expect(logged).toMatchObject([
      { level: "error", problem: expect.stringMatching(/could not be started.*E(NOENT|ACCES)/) },
    ]);
  });

  test("that hangs is ended with what it has started, though both ignore SIGTERM", async () => {
    const script = "trap '' TERM; (trap '' TERM; exec sleep 1000) & echo $!; wait; sleep 1000";
    const { run, logged } = hook(script, { timeoutMs: 300 });
    await run(backup);
    expect(logged).toMatchObject([{ level: "error", problem: "it did not end within 0.3 s" }]);
    await until(() => isGone(Number(logged[0]?.["output"])));
  });

  test("that has ended and left a process behind, which holds its output, is given up in time", async () => {
    const { run, logged } = hook("setsid sleep 20 & echo left; exit 0", { timeoutMs: 300 });
    await run(backup);
    expect(logged).toMatchObject([{ level: "error", problem: "it did not end within 0.3 s", output: "left\n" }]);
  });

  test("that prints megabytes is told by its end alone", async () => {
    const { run, logged } = hook("head -c 20000000 /dev/zero | tr '\\0' x; echo the end");
    await run(backup);
    const [{ output } = {}] = logged as { output?: string }[];
    expect([output?.length, output?.endsWith("xxx" + "the end\n")]).toEqual([2_000, true]);
  });

  test("is ended when the service stops, and those that wait are not begun", async () => {
    const { run, close, directory, logged } = hook('touch "$OUT/begun"; exec sleep 1000');
    const both = [run(backup), run(backup)];
    await until(() => existsSync(join(directory, "begun")));
    await close();
    await Promise.all(both);
    expect(logged).toMatchObject([{ level: "error", problem: "the service is stopping" }]);
  });
});

describe.skipIf(process.platform === "win32")("the program of BACKUP_HOOK that fails", () => {
  /** Fails as long as there is no file `good`, and counts its runs. */
  const script = 'echo "$1" >> "$OUT/runs"; test -e "$OUT/good"';
  const runsOf = (directory: string) => readFileSync(join(directory, "runs"), "utf8").trim().split("\n");

  test("is run again after growing pauses until it succeeds, told once, and counted", async () => {
    const pauses: number[] = [];
    const opened = hook(script, {
      async pause(ms) {
        if (pauses.push(ms) === 9) writeFileSync(join(opened.directory, "good"), "");
        return true;
      },
    });
    await opened.run(backup);
    expect(pauses.map((ms) => ms / 60_000)).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
    expect(opened.logged).toMatchObject([
      { level: "error", problem: "it exited with status 1" },
      { level: "info", failures: 9 },
    ]);
    expect(opened.runs).toEqual({ succeeded: 1, failed: 9 });
    expect(await opened.lastSuccess()).toMatchObject({ name: "a.backup" });
  });

  test("is not run again once there is a newer backup, whose failure is told, too", async () => {
    const opened = hook(script, {
      pause: (_, signal) =>
        new Promise((resolve) => {
          signal.addEventListener("abort", () => resolve(false));
          if (runsOf(opened.directory).length === 1) newer = opened.run({ name: "b.backup", path: "/b" });
          else void opened.close();
        }),
    });
    let newer: Promise<void> | undefined;
    await opened.run({ name: "a.backup", path: "/a" });
    await newer;
    expect(runsOf(opened.directory)).toEqual(["/a", "/b"]);
    expect(opened.logged).toMatchObject([{ name: "a.backup" }, { name: "b.backup" }]);
  });

  test("and waits holds up neither the end of the service nor its process", async () => {
    const { run, close, directory } = hook(script, { pause: undefined });
    const running = run(backup);
    await until(() => existsSync(join(directory, "runs")));
    await close();
    await running;
    expect(runsOf(directory)).toHaveLength(1);
  });
});

test("a backup is given to the hook once its restore was tested, and one with problems is not", async () => {
  const given: string[] = [];
  const problems: string[] = [];
  const fixture = await openBackupFixture(
    { dataDirectory: temporaryDirectory() },
    { onGood: ({ path }) => void given.push(path), restoreTest: async () => ({ counts: [], problems }) },
  );
  onTestFinished(() => fixture.close());
  problems.push("a row is missing");
  await fixture.backups.createIfDue();
  expect(given).toEqual([]);
  const { name } = await fixture.backups.create();
  expect(given).toEqual([join(fixture.directory, name)]);
});
