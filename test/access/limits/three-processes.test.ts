// @module-tag slow/programs

import { afterAll, beforeAll, expect, test } from "vitest";
import { createOn, onMariadb } from "../../support/database/databases.ts";
import { startMariadb } from "../../support/database/mariadb.ts";
import { type Program, startProgram } from "../../support/program.ts";
import { operatorKey } from "../../support/server.ts";

const plan = { requestsPerMinute: 60, concurrentRequests: 1_000, permissions: ["geocode:*"] };
const body = JSON.stringify({ data: [1, 2, 3], source_dimensions: 3, target_dimensions: 5 });

onMariadb("three processes on one database", () => {
  let mariadb: Awaited<ReturnType<typeof startMariadb>>;
  let programs: Program[] = [];

  beforeAll(async () => {
    mariadb = await startMariadb();
    const { environment } = await createOn(mariadb.url);
    const PLANS = JSON.stringify({ trial: plan });
    // The first brings the schema up to date.
    for (let n = 0; n < 3; n++) programs.push(await startProgram({ environment: { ...environment, PLANS } }));
  });

  afterAll(async () => {
    for (const program of programs) await program.stop();
    programs = [];
    await mariadb?.remove();
  });

  async function newKey(): Promise<string> {
    const response = await fetch(`${programs.at(-1)?.url}/v1/admin/keys`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${operatorKey}` },
      body: JSON.stringify({ name: "trial", plan: "trial", permissions: ["geocode:*"] }),
    });
    return ((await response.json()) as { result: { secret: string } }).result.secret;
  }

  /** Calls the processes by turns, all at once; returns how many calls have each status. */
  async function call(key: string, calls: number, to = programs): Promise<Record<number, number>> {
    const headers = { "Content-Type": "application/json", Authorization: `Bearer ${key}` };
    const statuses = Array.from({ length: calls }, async (_, n) => {
      const response = await fetch(`${to[n % to.length]?.url}/v1/geocode/transform`, { method: "POST", headers, body });
      await response.arrayBuffer();
      return response.status;
    });
    const counts: Record<number, number> = {};
    for (const status of await Promise.all(statuses)) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  }

  test("let 60 of 300 calls pass of a plan of 60 a minute", async () => {
    expect(await call(await newKey(), 300)).toEqual({ 200: 60, 429: 240 });
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
    const [key, [, ...others]] = [await newKey(), programs];
    // Both know the key.
    expect(await call(key, 2, others)).toEqual({ 200: 2 });
    await mariadb.kill();
    for (const one of others) {
      const { 200: passed = 0 } = await call(key, 100, [one]);
      expect(passed).toBeLessThanOrEqual(60 / 2 + 8);
      expect(passed).toBeGreaterThanOrEqual(60 / 3 - 1);
    }
  });
});
