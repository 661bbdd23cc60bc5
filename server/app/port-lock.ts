import { createServer, type Server } from "node:net";
import type { Config } from "./config.ts";

/** The right to serve a port by threads. */
export interface PortLock {
  /** Gives it up. Repeatable; it ends with the process in any case. */
  release(): void;
}

const unlocked: PortLock = { release: () => {} };

/**
 * Takes the right to serve a port by threads of this process, before anything is opened: sockets that share a port do not
 * exclude those of another process of the same user. It is held by an abstract socket of Linux, which belongs to the
 * network namespace, as ports do, which is no file, and of which nothing is left when its process is killed. There is one
 * for each port, whatever the address: one of all addresses would have to exclude those of each.
 *
 * @throws Error with the code EADDRINUSE if another process, or another service of this one, has it
 */
export async function lockPort({ port }: Pick<Config["http"], "port">): Promise<PortLock> {
  // Port 0 is a free one, which nobody else has.
  if (port === 0 || process.platform !== "linux") return unlocked;
  const held = await listen(`\0platonic.port.${port}`);
  return { release: () => void held.close() };
}

function listen(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((nobody) => nobody.destroy());
    server.once("error", reject);
    server.listen({ path }, () => {
      // An accepting that fails later takes nothing from the holder.
      server.off("error", reject).on("error", () => {});
      resolve(server.unref());
    });
  });
}
