// @module-tag slow/programs

import { expect, onTestFinished, test } from "vitest";
import { loadConfig } from "../../../server/app/config.ts";
import { examine } from "../../../server/app/doctor/doctor.ts";
import { missing, onMachine } from "../../modules/host/machine.ts";
import { type RedisOptions, startRedis } from "../../support/database/redis.ts";
import { temporaryDirectory } from "../../support/database/temporary-database.ts";

/** Returns the findings about the Redis, as `state: message`. */
async function found(REDIS_URL?: string): Promise<string[]> {
  const config = loadConfig({ DATA_DIR: temporaryDirectory(), PORT: "0", ...(REDIS_URL && { REDIS_URL }) });
  const findings = (await examine(config)).filter(({ check }) => check === "redis");
  for (const { state, advice } of findings) expect(advice === undefined).toBe(state === "ok");
  return findings.map(({ state, message }) => `${state}: ${message}`);
}

async function running(options?: RedisOptions): Promise<string> {
  const server = await startRedis(options);
  onTestFinished(() => server.remove());
  return server.url;
}

onMachine("the doctor, of a Redis", [missing("redis-server", "redis-tools")], () => {
  test("that is not configured, says who counts instead", async () => {
    expect(await found()).toEqual(["ok: REDIS_URL is not set: the process alone on SQLite counts the calls of plans"]);
  });

  test("that answers and keeps what it has counted, says so", async () => {
    expect(await found(await running())).toEqual(["ok: it answers"]);
  });

  test("that forgets, or may drop keys, warns", async () => {
    const parameters = ["--appendonly", "no", "--maxmemory-policy", "allkeys-lru"];
    expect(await found(await running({ parameters }))).toEqual([
      "ok: it answers",
      "warning: it forgets the calls of the last minute when it restarts",
      "warning: it may drop counted calls when its memory is full (allkeys-lru)",
    ]);
  });

  test("that refuses the password, or that nobody serves, fails without the password", async () => {
    const url = await running();
    const wrong = url.replace(/:[^:@]*@/, ":s3cr3t@");
    for (const told of [await found(wrong), await found("redis://:s3cr3t@127.0.0.1:1")]) {
      expect(told.join("\n")).toMatch(/^failed: it cannot be used \(/);
      expect(told.join("\n")).not.toContain("s3cr3t");
    }
  });
});
