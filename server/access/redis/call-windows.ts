import {
  type Lease,
  type LeaseRequest,
  leaseMax,
  leaseShare,
  type SharedWindows,
  type Unused,
} from "../../core/fixed-window/shared-windows.ts";
import type { RedisConnection } from "./connection.ts";
import { leaseScript, putBackScript } from "./scripts.ts";

/** Most keys that are read at once; the others follow. */
const wantedMax = 1_000;

/** Time after their end for which windows stay in the set of wanted ones, for clocks that differ. */
const slackMs = 60_000;

/**
 * Windows of calls in a Redis or Valkey, by its own clock. Each window is a key of its own, so that the nodes of a cluster
 * share them; it goes with its end. The keys in which more was wanted than was left are a sorted set, by the end of their
 * windows.
 */
export function redisCallWindows({ client }: Pick<RedisConnection, "client">, prefix: string): SharedWindows {
  const scripts = withScripts(client);
  const windowOf = (key: string) => `${prefix}calls:${key}`;
  const wantedSet = `${prefix}wanted`;
  return {
    async lease({ key, countMax, windowMs, wanted, spent }: LeaseRequest): Promise<Lease> {
      const given = [countMax, windowMs, wanted, spent, leaseShare, leaseMax];
      const answer = await scripts.leaseCalls(windowOf(key), ...given);
      const [windowId, granted, left, remainsMs] = answer;
      if (granted < wanted) await client.zadd(wantedSet, windowId, key);
      return { windowId, granted, left, remainsMs };
    },

    async putBack(unused: readonly Unused[]) {
      await Promise.all(unused.map(({ key, windowId, count }) => scripts.putBackCalls(windowOf(key), windowId, count)));
      await client.zrem(wantedSet, ...unused.map(({ key }) => key));
    },

    wanted: () => client.zrangebyscore(wantedSet, Date.now() - slackMs, "+inf", "LIMIT", 0, wantedMax),

    async removeEnded() {
      await client.zremrangebyscore(wantedSet, "-inf", Date.now() - slackMs);
    },
  };
}

interface Scripts {
  leaseCalls(
    key: string,
    ...given: number[]
  ): Promise<[windowId: number, granted: number, left: number, remainsMs: number]>;
  putBackCalls(key: string, windowId: number, count: number): Promise<unknown>;
}

/** Adds the scripts to the commands of a client, which sends their text only to a server that does not know them. */
function withScripts(client: RedisConnection["client"]): Scripts {
  client.defineCommand("leaseCalls", { numberOfKeys: 1, lua: leaseScript });
  client.defineCommand("putBackCalls", { numberOfKeys: 1, lua: putBackScript });
  return client as unknown as Scripts;
}
