// @module-tag slow/programs

import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { loadConfig } from "../../server/app/config.ts";
import { numberOfThreads } from "../../server/app/serving/number-of-threads.ts";
import { temporaryDirectory } from "../support/database/temporary-database.ts";
import { programEnvironment } from "../support/server.ts";

/** Starts the server by the README's command, in a process group of its own. Returns npm's process and its lines. */
function startByNpm() {
  const { HOME } = process.env;
  const { THREADS: _, ...environment } = programEnvironment;
  const child = spawn("npm", ["start"], {
    env: { ...environment, HOME, PORT: "0", DATA_DIR: temporaryDirectory() },
    stdio: ["ignore", "pipe", "ignore"],
    detached: true,
  });
  onTestFinished(() => {
    try {
      process.kill(-(child.pid as number), "SIGKILL");
    } catch (error) {
      // No process of the group is left, as it should be.
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  });
  return { child, lines: createInterface(child.stdout)[Symbol.asyncIterator]() };
}

async function messageAfter(
  lines: AsyncIterator<string>,
  message: string,
): Promise<{ readonly port: number; readonly threads: number }> {
  for (;;) {
    const { value, done } = await lines.next();
    if (done === true) throw new Error(`the output ended before ${message}`);
    if (value.includes(`"msg":"${message}"`)) return JSON.parse(value);
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("connect", () => resolve(true)).on("error", () => resolve(false));
    socket.on("connect", () => socket.destroy());
  });
}

test.each(["SIGTERM", "SIGINT"] as const)(
  "%s to npm start, with the threads of this machine, stops the server in order and frees its port",
  async (signal) => {
    const { child, lines } = startByNpm();
    const { port, threads } = await messageAfter(lines, "listening");
    expect(threads).toBe(numberOfThreads(loadConfig({})));
    expect(await isListening(port)).toBe(true);
    const ended = once(child, "close");
    child.kill(signal);
    await messageAfter(lines, "closed");
    await ended;
    expect(await isListening(port)).toBe(false);
  },
);
