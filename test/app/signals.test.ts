// @module-tag slow/programs

import { spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { obeySignals } from "../../server/app/process-signals.ts";
import { freePorts } from "../support/database/free-ports.ts";
import { temporaryDirectory } from "../support/database/temporary-database.ts";
import { RawConnection, requestText } from "../support/http/raw-connection.ts";
import { startProgram } from "../support/program.ts";
import { bundled } from "../support/programs/bundled.ts";
import { programEnvironment } from "../support/server.ts";
import { until } from "../support/until.ts";
import { legal, path } from "../transports/http/requests.ts";

/** Signals to a process whose server is named, and all that is done about them. */
function signalled() {
  const signals = new EventEmitter();
  const done: string[] = [];
  const note = (what: string) => async (server: string) => void done.push(`${what} ${server}`);
  const start = obeySignals<string>({
    signals,
    endBy: (signal) => done.push(`ended by ${signal}`),
    reload: note("reloaded"),
    close: note("closed"),
    log: { info: (_: unknown, message?: string) => done.push(message as string) },
  });
  return {
    start,
    /** Sends signals, and returns all that was done so far. */
    async send(...names: NodeJS.Signals[]) {
      for (const name of names) signals.emit(name, name);
      await setImmediate();
      return done;
    },
  };
}

test("SIGHUP during a start reloads the server when it has started, as often as it came", async () => {
  const { start, send } = signalled();
  expect(await send("SIGHUP")).toEqual([]);
  start.opening();
  expect(await send("SIGHUP")).toEqual([]);
  start.over("the server");
  expect(await send()).toEqual(["reloaded the server", "reloaded the server"]);
  expect(await send("SIGHUP")).toHaveLength(3);
});

test.each(["SIGTERM", "SIGINT"] as const)(
  "%s cuts off a start that has not opened its port, and closes a later one when it is over",
  async (signal) => {
    expect(await signalled().send(signal)).toEqual([`ended by ${signal}`]);
    const { start, send } = signalled();
    start.opening();
    expect(await send(signal)).toEqual(["shutting down"]);
    start.over("the server");
    expect(await send()).toEqual(["shutting down", "closed the server"]);
    expect(await send("SIGINT", "SIGTERM")).toEqual(["shutting down", "closed the server", "ended by SIGINT"]);
  },
);

test("a start that fails after its port was opened is neither reloaded nor closed", async () => {
  const { start, send } = signalled();
  start.opening();
  await send("SIGHUP", "SIGTERM");
  start.over(undefined);
  expect(await send()).toEqual(["shutting down"]);
});

test("a second signal ends a start that goes on after its port was opened", async () => {
  const { start, send } = signalled();
  start.opening();
  expect(await send("SIGTERM", "SIGTERM")).toEqual(["shutting down", "ended by SIGTERM"]);
});

/** Starts a service on existing data, and returns with the first connection to its port, before most of such starts are over. */
async function justOpened(settings: Record<string, string> = {}) {
  const [port] = (await freePorts(1)) as [number];
  const DATA_DIR = temporaryDirectory();
  await (await startProgram({ environment: { DATA_DIR } })).stop();
  const child = spawn(process.execPath, [bundled("server/main.ts")], {
    env: { ...programEnvironment, THREADS: "2", PORT: String(port), DATA_DIR, BACKUPS: "off", ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = once(child, "close");
  const log: string[] = [];
  createInterface(child.stdout).on("line", (line) => log.push(line));
  for (;;) {
    const connection = await RawConnection.open(`http://127.0.0.1:${port}`).catch(() => undefined);
    if (connection !== undefined) return { child, log, ended, connection };
    if (child.exitCode !== null) throw new Error(`the service did not start:\n${log.join("\n")}`);
    await setImmediate();
  }
}

test("SIGTERM right after the port has opened lets a call finish, and ends the process in order", async () => {
  const { child, log, ended, connection } = await justOpened();
  connection.write(requestText("POST", path, legal, { Expect: "100-continue" }).slice(0, -legal.length));
  await connection.continued;
  child.kill("SIGTERM");
  await until(() => child.exitCode !== null || child.signalCode !== null || log.join().includes('"shutting down"'));
  connection.write(legal);
  expect((await connection.answer())?.status).toBe(200);
  expect(await ended).toEqual([0, null]);
  expect(log.at(-1)).toContain('"msg":"closed"');
});

test.each([
  ["it is reloaded", '{"new": {"requestsPerMinute": 5, "concurrentRequests": 1}}', /"reloaded the configuration"/],
  ["its fault is logged", "{", /"level":50.*"could not reload the configuration; it stays unchanged"/],
])("when SIGHUP announces a configuration right after the port has opened, %s", async (_, next, said) => {
  const plans = join(temporaryDirectory(), "plans.json");
  writeFileSync(plans, "{}");
  const { child, log, ended } = await justOpened({ PLANS: `@${plans}` });
  writeFileSync(plans, next);
  child.kill("SIGHUP");
  await until(() => child.exitCode !== null || log.join().includes("the configuration"));
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  const told = log.filter((line) => /listening|the configuration/.test(line));
  expect(told).toEqual([expect.stringContaining('"msg":"listening"'), expect.stringMatching(said)]);
});
