// @module-tag slow/programs

import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { ApiClient } from "../support/identity/api-client.ts";
import { startProgram } from "../support/program.ts";
import type { JsonAnswer } from "../support/server.ts";
import { newHolder } from "../support/wallet-holder.ts";

const problem = spawnSync("prlimit", ["--version"]).error === undefined ? undefined : "there is no prlimit";

test.skipIf(problem !== undefined)(
  `a service that may open no more files goes on: what needs a thread is UNAVAILABLE meanwhile${problem === undefined ? "" : ` (skipped: ${problem})`}`,
  async () => {
    const program = await startProgram({});
    onTestFinished(() => program.stop());
    const limit = (files: number) => execFileSync("prlimit", ["--pid", String(program.pid), `--nofile=${files}:`]);
    // Calls one after the other share one connection, which is open already.
    const api = new ApiClient(program);
    const holder = await newHolder(api, { TOKEN_STANDARD: 100 });
    const { id: recipient } = await newHolder(api);
    const order = holder.signed(holder.order({ recipient }));
    const large = { operation: "analyze", data: Array.from({ length: 100_000 }, (_, at) => at % 13) };
    const { identity } = await api.identity();
    const token = await api.token(identity.id);
    const calls = [
      () => api.call("POST", "/v1/geocode/phi-resonance", large),
      () => holder.send(order),
      () => api.call("POST", "/api/authentication/authenticate", { token }, ""),
      () => api.call("POST", "/v1/admin/backups", {}),
      () => api.call("POST", "/v1/admin/backups/drill", {}),
    ];
    limit(lowestFree(program.pid));
    for (let round = 0; round < 3; round++) {
      for (const call of calls) {
        const { status, body } = await call();
        expect([status, body.error?.code, body.error?.message]).toEqual([
          503,
          "UNAVAILABLE",
          expect.stringContaining(" files or threads"),
        ]);
      }
    }
    limit(4_096);
    await program.expectRunning();
    const answers: JsonAnswer[] = [];
    for (const call of calls) {
      const attempt = async () => {
        answers.push(await call());
        return answers.at(-1)?.status;
      };
      // The threads of the last pool may still be ending.
      await expect.poll(attempt).toBe(200);
    }
    expect(answers.filter(({ body }) => body.result?.session_token !== undefined)).toHaveLength(1);
    expect(await holder.held()).toMatchObject({ TOKEN_STANDARD: "89.99" });
  },
);

/** The lowest number that no open file of a process has: below it, none can be opened. */
function lowestFree(pid: number): number {
  const open = new Set(readdirSync(`/proc/${pid}/fd`).map(Number));
  let lowest = 0;
  while (open.has(lowest)) lowest += 1;
  return lowest;
}
