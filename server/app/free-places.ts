import { createServer } from "node:net";
import { requireFreeSocket } from "../transports/varlink/socket.ts";
import type { Config } from "./config.ts";

/**
 * Finds out whether the service can listen where it is to, before it makes a database or a key: a start that is refused leaves
 * nothing behind.
 *
 * @throws Error as a server that listens there would
 */
export async function requireFreePlaces({ http, host: { socket } }: Pick<Config, "http" | "host">): Promise<void> {
  if (http.port !== 0) await requireFreePort(http.port, http.host);
  if (socket !== undefined && "path" in socket) await requireFreeSocket(socket.path);
}

function requireFreePort(port: number, host: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer((early) => early.destroy());
    probe.once("error", reject);
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}
