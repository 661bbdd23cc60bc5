// @module-tag slow/programs

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { createInterface } from "node:readline";
import { describe, expect, onTestFinished, test } from "vitest";
import { temporaryDirectory } from "../support/database/temporary-database.ts";

const problem = namespaceProblem();

/** Starts the service as the first process of a namespace, as in a container: for it no signal has a default action. */
function startFirst(environment: Readonly<Record<string, string>>) {
  const args = ["--pid", "--fork", "--kill-child", process.execPath, "server/main.ts"];
  const outer = spawn("unshare", args, {
    env: { PATH: process.env["PATH"], PORT: "0", DATA_DIR: temporaryDirectory(), ...environment },
    stdio: ["ignore", "pipe", "ignore"],
  });
  onTestFinished(() => void outer.kill("SIGKILL"));
  return { outer, ended: once(outer, "exit"), lines: createInterface(outer.stdout)[Symbol.asyncIterator]() };
}

/** Signals the first process itself. */
function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
  process.kill(Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")), name);
}

async function lineWith(lines: AsyncIterator<string>, text: string): Promise<string> {
  for (;;) {
    const { value, done } = await lines.next();
    if (done === true) throw new Error(`the output ended before ${text}`);
    if (value.includes(text)) return value;
  }
}

describe.skipIf(problem !== undefined)(
  `the first process of a container${problem ? ` (skipped: ${problem})` : ""}`,
  () => {
    test("is ended by SIGTERM while it starts", async () => {
      // A database that never answers.
      const database = createServer().listen(0, "127.0.0.1");
      onTestFinished(() => void database.close());
      await once(database, "listening");
      const { port } = database.address() as AddressInfo;
      const asked = once(database, "connection");
      const { outer, ended } = startFirst({ DATABASE_URL: `mysql://a:b@127.0.0.1:${port}/c` });
      const [socket] = await asked;
      signal(outer, "SIGTERM");
      expect(await ended).toEqual([143, null]);
      socket.destroy();
    });

    test("is ended at once by a second signal, while a drain still goes on", async () => {
      const { outer, ended, lines } = startFirst({ DRAIN_MS: "600000" });
      await lineWith(lines, '"msg":"listening"');
      signal(outer, "SIGTERM");
      await lineWith(lines, '"msg":"shutting down"');
      signal(outer, "SIGTERM");
      expect(await ended).toEqual([143, null]);
    });

    test("ends in order by SIGTERM", async () => {
      const { outer, ended, lines } = startFirst({});
      await lineWith(lines, '"msg":"listening"');
      signal(outer, "SIGTERM");
      await lineWith(lines, '"msg":"closed"');
      expect(await ended).toEqual([0, null]);
    });
  },
);

function namespaceProblem(): string | undefined {
  try {
    execFileSync("unshare", ["--pid", "--fork", "true"], { stdio: "ignore" });
    return undefined;
  } catch {
    return "this user may not make a namespace of processes";
  }
}
