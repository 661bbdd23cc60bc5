// @module-tag slow/programs

import { afterAll, beforeAll, expect, test } from "vitest";
import { tokenIssuer } from "../../app/serving/idle-main-thread.ts";
import { createOn, onMariadb } from "../../support/database/databases.ts";
import { startMariadb } from "../../support/database/mariadb.ts";
import { type Program, startProgram } from "../../support/program.ts";
import { callByTurns, newTrialKey, passedInAll, trialPlans } from "./trial-plan.ts";

for (const threads of ["1", "2"])
  onMariadb(`three processes on one database, each with threads: ${threads}`, () => shareOneDatabase(threads));

function shareOneDatabase(THREADS: string) {
  let mariadb: Awaited<ReturnType<typeof startMariadb>>;
  let programs: Program[] = [];
  let issuer: Awaited<ReturnType<typeof tokenIssuer>>;

  beforeAll(async () => {
    mariadb = await startMariadb();
    issuer = await tokenIssuer("trial");
    const { environment: location } = await createOn(mariadb.url);
    const environment = { ...location, ...issuer.settings, PLANS: trialPlans, THREADS };
    // The first brings the schema up to date.
    for (let n = 0; n < 3; n++) programs.push(await startProgram({ environment }));
  });

  afterAll(async () => {
    for (const program of programs) await program.stop();
    programs = [];
    issuer?.remove();
    await mariadb?.remove();
  });

  const newKey = () => newTrialKey(programs.at(-1) as Program);
  const call = (key: string, calls: number, to = programs) => callByTurns(key, calls, to);

  test("let 60 calls pass of a plan of 60 a minute", async () => {
    expect(await passedInAll(await newKey(), 60, programs)).toBe(60);
  });

  test("let the rest pass elsewhere when one of them is killed, but for what it held", async () => {
    const [key, [killed, ...others]] = [await newKey(), programs];
    expect(await call(key, 1, killed && [killed])).toEqual({ 200: 1 });
    killed?.signal("SIGKILL");
    await killed?.ended;
    const { 200: passed = 0 } = await call(key, 200, others);
    // It had taken an eighth.
    expect([passed >= 60 - 8, passed <= 59]).toEqual([true, true]);
  });

  test("let their shares pass while the database is away", async () => {
    const [key, [, ...others]] = [await issuer.newToken(), programs];
    // Both know the caller, and for long enough.
    expect(await call(key, 2, others)).toEqual({ 200: 2 });
    await mariadb.kill();
    for (const one of others) {
      const { 200: passed = 0 } = await call(key, 100, [one]);
      expect(passed).toBeLessThanOrEqual(60 / 2 + 8);
      expect(passed).toBeGreaterThanOrEqual(60 / 3 - 1);
    }
  });
}
