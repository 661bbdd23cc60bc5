// @module-tag slow/programs

import { spawn } from "node:child_process";
import { once } from "node:events";
import { lstatSync, mkdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, onTestFinished, test } from "vitest";
import { temporaryDirectory } from "../support/database/temporary-database.ts";
import { readServiceUnit } from "./systemd-unit.ts";

const root = join(import.meta.dirname, "../..");
const unit = readServiceUnit(root);

/** Settings of the unit, with folders of this test in place of those of the machine. */
function settings(members: Record<string, string> = {}) {
  const [state, credentials] = [temporaryDirectory(), temporaryDirectory()];
  const userdb = join(state, "userdb");
  mkdirSync(userdb);
  writeFileSync(join(credentials, "vault-passphrase"), "a passphrase of the tests of units", { mode: 0o600 });
  const given = unit.environment(credentials);
  const moved = Object.entries(given).map(([name, path]) => [name, path.replace(/^\/(var\/lib|run)\//, `${state}/`)]);
  const environment: Record<string, string> = { ...Object.fromEntries(moved), PORT: "0", HOST_USERDB: userdb };
  mkdirSync(join(state, "platonic"));
  return { environment: { ...environment, ...members }, link: join(userdb, "io.platonic.identity") };
}

/** Starts a command of the unit as systemd does: without a shell, in its working directory, with its environment alone. */
function start(directive: string, environment: Record<string, string>) {
  const [program, ...args] = unit.command(directive).map((part) => part.replaceAll("$MAINPID", String(main?.pid)));
  const child = spawn(program as string, args, { cwd: unit.all("WorkingDirectory")[0], env: environment });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => output.push(String(chunk)));
  const ended = once(child, "close").then(([status]) => ({ status, output: output.join("") }));
  onTestFinished(() => void child.kill("SIGKILL"));
  return { child, ended };
}
let main: ReturnType<typeof spawn> | undefined;

/** Waits for a message of the log. */
async function logged(child: ReturnType<typeof start>["child"], message: string): Promise<void> {
  for await (const line of createInterface(child.stdout)) if (line.includes(`"msg":"${message}"`)) return;
  throw new Error(`the log ended before ${message}`);
}

describe("the unit of systemd", () => {
  test("starts the service, registers the host, reloads, and takes the registration back", async () => {
    const { environment, link } = settings();
    const service = start("ExecStart", environment);
    main = service.child;
    await logged(service.child, "listening");
    expect(await start("ExecStartPost", environment).ended).toMatchObject({ status: 0 });
    expect(readlinkSync(link)).toBe(environment["HOST_SOCKET"]);
    const reloaded = logged(service.child, "reloaded the configuration");
    expect(await start("ExecReload", environment).ended).toMatchObject({ status: 0 });
    await reloaded;
    expect(await start("ExecStopPost", environment).ended).toMatchObject({ status: 0 });
    expect(lstatSync(link, { throwIfNoEntry: false })).toBeUndefined();
    service.child.kill("SIGTERM");
    expect(await service.ended).toMatchObject({ status: 0 });
  });

  test("for several processes is the same, but for the port, the files of settings and the host's socket", async () => {
    const several = readServiceUnit(root, "platonic@.service");
    const own = [
      "Description",
      "Requires",
      "After",
      "Sockets",
      "Environment",
      "EnvironmentFile",
      "ExecStartPost",
      "ExecStopPost",
    ];
    for (const directive of new Set([...unit.directives, ...several.directives])) {
      if (!own.includes(directive)) expect(several.all(directive), directive).toEqual(unit.all(directive));
    }
    const given = several.environment("/run/credentials");
    expect(given).toMatchObject({ PORT: "%i", BACKUPS: "off", MIGRATE_ON_START: "false" });
    expect(several.all("After")).toEqual(["network-online.target"]);
  });

  test("starts Node with the flags of npm start", () => {
    const { start: script } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).scripts;
    const [, ...args] = unit.command("ExecStart");
    expect(script).toContain(` exec node ${args.join(" ")}`);
  });

  test("is started again as long as the database is away, and not for settings that are not usable", async () => {
    const { environment } = settings({ DATABASE_URL: "mysql://platonic@127.0.0.1:9/platonic" });
    const late = await start("ExecStart", environment).ended;
    const { environment: wrong } = settings({ DATABASE_URL: "nonsense" });
    const refused = await start("ExecStart", wrong).ended;
    const never = unit.all("RestartPreventExitStatus").map(Number);
    expect(unit.all("Restart")).toEqual(["on-failure"]);
    expect(Number(unit.all("RestartSec")[0])).toBeGreaterThan(0);
    expect(unit.all("StartLimitIntervalSec")).toEqual(["0"]);
    expect([late.status === 0, never.includes(late.status)]).toEqual([false, false]);
    expect(never).toContain(refused.status);
  });
});
