// @module-tag slow/programs

import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { canSharePort } from "../../../server/app/serving/number-of-threads.ts";
import { freePorts } from "../../support/database/free-ports.ts";
import { temporaryDirectory } from "../../support/database/temporary-database.ts";
import { startProgram } from "../../support/program.ts";
import { bundled } from "../../support/programs/bundled.ts";
import { programEnvironment, startServer } from "../../support/server.ts";

/** A folder of its own for a service on a port that threads share. */
async function place() {
  const [port] = (await freePorts(1)) as [number];
  const settings = () => ({ THREADS: "2", PORT: String(port), DATA_DIR: join(temporaryDirectory(), "data") });
  return { refusal: `port ${port} is in use; set PORT to another one, or to 0 for any`, settings };
}

test.skipIf(!canSharePort())(
  "of two services with threads that start at one port at once, one serves and the other is refused",
  async () => {
    const { refusal, settings } = await place();
    const both = [settings(), settings()];
    // Not for the first time, when a trial of the port may refuse one of them as well.
    for (const { DATA_DIR } of both) await (await startServer({ DATA_DIR })).close();
    const outcomes = await Promise.allSettled(both.map((one) => startServer(one)));
    for (const outcome of outcomes) if (outcome.status === "fulfilled") onTestFinished(() => outcome.value.close());
    expect(outcomes.map((one) => (one.status === "rejected" ? one.reason : "serves"))).toEqual(
      expect.arrayContaining(["serves", expect.objectContaining({ code: "EADDRINUSE", message: refusal })]),
    );
  },
);

test.skipIf(!canSharePort())(
  "a process whose port another one shares among threads ends with status 1 and says so, until that one is killed",
  async () => {
    const { refusal, settings } = await place();
    const holder = await startProgram({ environment: settings() });
    onTestFinished(() => holder.stop());
    expect(await ended(settings())).toEqual({ code: 1, err: `The server could not start: ${refusal}\n` });
    holder.signal("SIGKILL");
    await holder.ended;
    const next = await startProgram({ environment: settings() });
    await next.stop();
  },
);

test.skipIf(!canSharePort())("a service with threads opens the port of one that has closed", async () => {
  const { settings } = await place();
  for (const environment of [settings(), settings()]) await (await startServer(environment)).close();
});

function ended(env: NodeJS.ProcessEnv): Promise<{ code: number | null; err: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [bundled("server/main.ts")],
      { env: { ...programEnvironment, ...env } },
      (_, __, err) => resolve({ code: child.exitCode, err }),
    );
  });
}
