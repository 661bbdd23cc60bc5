import { readFileSync } from "node:fs";
import type { DatabaseServer } from "./database-url.ts";

/** Returns the driver's options of a connection to any host of the server. */
export function connectionTo(server: DatabaseServer) {
  return {
    user: server.user,
    ...(server.socketPath !== undefined && { socketPath: server.socketPath }),
    ...(server.password !== undefined && { password: server.password }),
    database: server.database,
    connectTimeout: Math.min(server.timeoutMs, 10_000),
    charset: "utf8mb4_bin",
    timezone: "Z",
    ...(server.tls && { ssl: { ...certificates(server.tls.caFile), verifyIdentity: true } }),
    // Servers must not request files of this machine.
    flags: ["-LOCAL_FILES"],
  };
}

function certificates(caFile: string | undefined): { ca?: string } {
  return caFile === undefined ? {} : { ca: readFileSync(caFile, "utf8") };
}
