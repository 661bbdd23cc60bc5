// @module-tag slow/programs

import { Agent, get } from "node:https";
import { describe, expect, onTestFinished, test } from "vitest";
import { freePorts } from "../support/database/free-ports.ts";
import { type Certificate, hasOpenssl, makeCertificate } from "../support/http/certificate.ts";
import { nginxProblem, startNginx } from "../support/http/nginx.ts";
import { type Program, startProgram } from "../support/program.ts";

const problem = nginxProblem ?? (hasOpenssl ? undefined : "openssl is not installed");
const isSkipped = problem !== undefined && process.env["CI"] !== "true";

describe.skipIf(isSkipped)(`two processes behind nginx${isSkipped ? ` (skipped: ${problem})` : ""}`, () => {
  test("are restarted one after the other, and no call that may be repeated fails", async () => {
    const ports = await freePorts(2);
    const start = async (port: number): Promise<Program> => {
      const program = await startProgram({ environment: { PORT: String(port), DRAIN_MS: "200" } });
      onTestFinished(() => program.stop());
      return program;
    };
    const processes = new Map<number, Program>();
    for (const port of ports) processes.set(port, await start(port));
    const certificate = makeCertificate();
    onTestFinished(() => certificate.remove());
    const nginx = await startNginx(ports, certificate);
    onTestFinished(() => nginx.stop());

    const load = callers(nginx.url, certificate);
    await load.answers(50);
    for (const [port, program] of processes) {
      program.signal("SIGTERM");
      expect(await program.ended).toBe(0);
      // Here the other one answers alone.
      await load.answers(50);
      await start(port);
      await load.answers(50);
    }
    expect(await load.stop()).toEqual(new Map([[200, expect.any(Number)]]));
  });
});

/** Two callers who ask for the health of the service one time after the other, over connections that are kept. */
function callers(url: string, { ca }: Certificate) {
  const agent = new Agent({ keepAlive: true, ca });
  const counts = new Map<number, number>();
  let [answered, isOver] = [0, false];
  let wake = () => {};
  const call = () =>
    new Promise<number>((resolve, reject) => {
      get(`${url}/healthz`, { agent }, (response) => {
        response.resume().once("end", () => resolve(response.statusCode as number));
        response.once("error", reject);
      }).once("error", reject);
    });
  async function caller(): Promise<void> {
    while (!isOver) {
      const status = await call();
      counts.set(status, (counts.get(status) ?? 0) + 1);
      answered += 1;
      wake();
    }
  }
  const all = Promise.all([caller(), caller()]);
  return {
    /** Resolves when there are as many answers more. */
    async answers(count: number): Promise<void> {
      for (const end = answered + count; answered < end; ) {
        await Promise.race([
          all,
          new Promise<void>((resolve) => {
            wake = resolve;
          }),
        ]);
      }
    },
    /** Number of answers by their status. */
    async stop(): Promise<ReadonlyMap<number, number>> {
      isOver = true;
      await all;
      agent.destroy();
      return counts;
    },
  };
}
