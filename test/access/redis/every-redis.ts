import { describe } from "vitest";
import { missing, onMachine } from "../../modules/host/machine.ts";
import {
  type RedisServer,
  redisPrograms,
  startRedis,
  startRedisCluster,
  valkeyPrograms,
} from "../../support/database/redis.ts";

/** A server or cluster that speaks the protocol of Redis. */
export interface RedisKind {
  readonly name: string;
  readonly isCluster: boolean;
  start(): Promise<Pick<RedisServer, "url" | "remove">>;
}

const programsOf = { Redis: redisPrograms, Valkey: valkeyPrograms };

/** Runs the suite with Redis, and with Valkey where that is installed: Debian has it from 13 on. */
export function onEveryRedis(
  name: string,
  suite: (kinds: readonly RedisKind[], programs: typeof redisPrograms) => void,
): void {
  onMachine(`${name}, with Redis`, [missing("redis-server", "redis-tools")], () =>
    suite(kindsOf("Redis"), redisPrograms),
  );
  const problem = missing("valkey-server", "valkey-server");
  const reason = problem === undefined ? "" : ` (skipped: ${problem})`;
  describe.skipIf(problem !== undefined)(`${name}, with Valkey${reason}`, () =>
    suite(kindsOf("Valkey"), valkeyPrograms),
  );
}

function kindsOf(name: keyof typeof programsOf): readonly RedisKind[] {
  const programs = programsOf[name];
  return [
    { name: `a ${name}`, isCluster: false, start: () => startRedis({ programs }) },
    { name: `a cluster of three of ${name}`, isCluster: true, start: () => startRedisCluster(programs) },
  ];
}
