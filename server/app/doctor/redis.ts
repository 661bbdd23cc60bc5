import { openRedis, type RedisConnection } from "../../access/redis/connection.ts";
import type { Config } from "../config.ts";
import { type Finding, findings, reasonOf } from "./finding.ts";

const of = findings("redis");
const timeoutMs = 5_000;

/** Connects to what counts the calls of plans for all processes, and asks whether it keeps them over a restart. */
export async function lookAtRedis({ access, database }: Config): Promise<readonly Finding[]> {
  if (access.redis === undefined) {
    const place = database.databaseServer === undefined ? "the process alone on SQLite" : "the database";
    return [of.ok(`REDIS_URL is not set: ${place} counts the calls of plans`)];
  }
  const connection = await openRedis(access.redis);
  try {
    await connected(connection);
    const persistence = await connection.client.info("persistence");
    const memory = await connection.client.info("memory");
    const kept = persistence.includes("aof_enabled:0")
      ? [of.warning("it forgets the calls of the last minute when it restarts", "set appendonly to yes there")]
      : [];
    const policy = /maxmemory_policy:(\S+)/.exec(memory)?.[1] ?? "noeviction";
    const evicts = policy.startsWith("allkeys") || policy.startsWith("volatile");
    const lost = evicts
      ? [
          of.warning(
            `it may drop counted calls when its memory is full (${policy})`,
            "set maxmemory-policy to noeviction",
          ),
        ]
      : [];
    return [of.ok("it answers"), ...kept, ...lost];
  } catch (error) {
    const advice =
      "see REDIS_URL, its password and certificate; until it answers, each process allows its share of a plan";
    return [of.failed(`it cannot be used (${reasonOf(error)})`, advice)];
  } finally {
    connection.close();
  }
}

/** Resolves when commands can be sent; rejects with the last error, if there is none within some seconds. */
function connected({ client }: RedisConnection): Promise<void> {
  if (client.status === "ready") return Promise.resolve();
  return new Promise((resolve, reject) => {
    let last = new Error("there is no answer");
    const timer = setTimeout(() => reject(last), timeoutMs).unref();
    client.on("error", (error: Error & { readonly lastNodeError?: Error }) => {
      last = error.lastNodeError ?? error;
      // Other errors may end with the next attempt.
      if (/NOAUTH|WRONGPASS|AUTH/.test(last.message)) reject(last);
    });
    client.once("ready", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
