// @module-tag slow/programs

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { missing } from "../../modules/host/machine.ts";
import { createOn, onMariadb } from "../../support/database/databases.ts";
import { startMariadb } from "../../support/database/mariadb.ts";
import { type RedisServer, redisPrograms, startRedis, valkeyPrograms } from "../../support/database/redis.ts";
import { type Certificate, makeCertificate } from "../../support/http/certificate.ts";
import { type Program, startProgram } from "../../support/program.ts";
import { callByTurns, newTrialKey, passedInAll, trialPlans } from "../limits/trial-plan.ts";

for (const threads of ["1", "2"]) {
  onMariadb(`three processes that share a Redis over TLS, each with threads: ${threads}`, () =>
    shareOne({ programs: redisPrograms, isTls: true, problem: missing("redis-server", "redis-tools") }, threads),
  );
}

const valkeyProblem = missing("valkey-server", "valkey-server");
describe.skipIf(valkeyProblem !== undefined)(
  `with Valkey${valkeyProblem ? ` (skipped: ${valkeyProblem})` : ""}`,
  () => {
    onMariadb("three processes that share one, each with two threads", () =>
      shareOne({ programs: valkeyPrograms, isTls: false, problem: valkeyProblem }, "2"),
    );
  },
);

interface Counter {
  readonly programs: typeof redisPrograms;
  readonly isTls: boolean;
  readonly problem: string | undefined;
}

function shareOne({ programs: counters, isTls, problem }: Counter, THREADS: string) {
  let mariadb: Awaited<ReturnType<typeof startMariadb>>;
  let certificate: Certificate | undefined;
  let redis: RedisServer;
  let programs: Program[] = [];

  beforeAll(async () => {
    if (problem !== undefined) throw new Error(problem);
    mariadb = await startMariadb();
    certificate = isTls ? makeCertificate() : undefined;
    redis = await startRedis({ programs: counters, certificate });
    const { environment } = await createOn(mariadb.url);
    const settings = {
      ...environment,
      PLANS: trialPlans,
      THREADS,
      REDIS_URL: redis.url,
      ...(certificate && { NODE_EXTRA_CA_CERTS: certificate.certFile }),
    };
    // The first brings the schema up to date.
    for (let n = 0; n < 3; n++) programs.push(await startProgram({ environment: settings }));
  });

  afterAll(async () => {
    for (const program of programs) await program.stop();
    programs = [];
    await redis?.remove();
    certificate?.remove();
    await mariadb?.remove();
  });

  const newKey = () => newTrialKey(programs[0] as Program);
  const passed = async (key: string, calls: number, to = programs) => (await callByTurns(key, calls, to))[200] ?? 0;

  test("let 60 calls pass of a plan of 60 a minute", async () => {
    expect(await passedInAll(await newKey(), 60, programs)).toBe(60);
  });

  test("let their shares pass while it is away, which count when it is back", async () => {
    const key = await newKey();
    await redis.kill();
    const shares: number[] = [];
    for (const one of programs) shares.push(await passed(key, 50, [one]));
    // A process learns of those that have just started with its next heartbeat.
    for (const share of shares) expect([share >= 20, share <= 60]).toEqual([true, true]);
    expect(shares.at(-1)).toBe(20);
    const told = programs.map((program) => program.logged(/calls are counted over all processes again/));
    await redis.start();
    // Each asks again with a call, and tells what it has let pass.
    const asking = setInterval(() => void passed(key, 3), 100);
    await Promise.all(told);
    clearInterval(asking);
    // Uses granted before the others told are made first.
    await passed(key, 30);
    expect(await passed(key, 30)).toBe(0);
    expect(await passedInAll(await newKey(), 60, programs)).toBe(60);
  });
}
