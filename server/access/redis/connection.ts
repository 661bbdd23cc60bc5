import type { Cluster, Redis, RedisOptions } from "ioredis";
import { limits } from "../../core/limits.ts";

export interface RedisSettings {
  /** `redis://` or, with TLS, `rediss://`. */
  readonly url: string;
  /** Whether the URL names a node of a cluster, which tells the others. */
  readonly isCluster: boolean;
  /** Beginning of all keys. */
  readonly prefix: string;
}

export interface RedisConnection {
  readonly client: Redis | Cluster;
  close(): void;
}

/**
 * Opens connections to a Redis or Valkey, which are renewed until they are closed. Nobody waits for them: without a
 * connection each command fails at once, and so it does after the time that a shared window has.
 */
export async function openRedis({ url, isCluster }: RedisSettings): Promise<RedisConnection> {
  // Loaded only when it is used.
  const { Cluster, Redis } = await import("ioredis");
  const options: RedisOptions = {
    commandTimeout: limits.sharedWindowMs,
    connectTimeout: limits.sharedWindowMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: () => limits.sharedWindowAgainMs,
  };
  const client = isCluster ? clusterAt(url, Cluster, options) : new Redis(url, options);
  // Commands that fail tell the cause.
  client.on("error", () => undefined);
  return { client, close: () => client.disconnect() };
}

function clusterAt(url: string, ClusterClass: typeof Cluster, options: RedisOptions): Cluster {
  const { hostname, port, username, password, protocol } = new URL(url);
  const redisOptions: RedisOptions = {
    ...options,
    ...(username !== "" && { username: decodeURIComponent(username) }),
    ...(password !== "" && { password: decodeURIComponent(password) }),
    // Certificates name hosts; a cluster tells addresses.
    ...(protocol === "rediss:" && { tls: { servername: hostname } }),
  };
  return new ClusterClass([{ host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || 6379) }], {
    redisOptions,
    enableOfflineQueue: false,
    clusterRetryStrategy: () => limits.sharedWindowAgainMs,
    slotsRefreshTimeout: limits.sharedWindowMs,
  });
}
