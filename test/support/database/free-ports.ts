import { createServer, type Server } from "node:net";
import { Random } from "../laws/random.ts";

/** Below the ports that systems give to outgoing connections, which could take the port of a stopped server. */
const [lowest, highest] = [15_000, 32_000];

/** Returns ports that were free a moment ago, and that nothing takes by chance while their server is stopped. */
export async function freePorts(count: number): Promise<number[]> {
  const random = new Random(process.pid);
  const held: Server[] = [];
  const ports: number[] = [];
  while (ports.length < count) {
    const port = lowest + random.below(highest - lowest);
    const server = await listenOn(port);
    if (server === undefined) continue;
    held.push(server);
    ports.push(port);
  }
  await Promise.all(held.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

function listenOn(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(undefined));
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}
