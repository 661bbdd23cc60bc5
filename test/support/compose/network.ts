import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { pipeline } from "node:stream";
import { onTestFinished } from "vitest";

/**
 * A network of its own for the services of a project. Each has an address by its name, so that who listens on the loopback
 * address alone is reached by nobody else, as between containers.
 */
export interface Network {
  /** Path by which containers join it. */
  readonly path: string;
  /** Lines of `/etc/hosts`. */
  readonly hosts: string;
  /** Publishes a port of a service on a free port of this machine; returns that. */
  publish(address: string, service: string, port: number): Promise<number>;
}

export async function openNetwork(folder: string, services: readonly string[]): Promise<Network> {
  const socket = `${folder}/network`;
  const script = 'ip link set lo up && exec "$@"';
  const command = ["--net", "sh", "-c", script, "sh", process.execPath, "test/support/compose/relay.ts", socket];
  const child = spawn("unshare", command, { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "close");
  onTestFinished(async () => {
    child.stdin.end();
    await ended;
  });
  await Promise.race([once(child.stdout, "data"), ended.then(() => Promise.reject(new Error("there is no network")))]);
  const addresses = new Map(services.map((service, index) => [service, `127.0.0.${index + 10}`]));
  return {
    path: `/proc/${child.pid}/ns/net`,
    hosts: ["127.0.0.1 localhost", ...[...addresses].map(([name, address]) => `${address} ${name}`), ""].join("\n"),
    async publish(host, service, port) {
      const address = addresses.get(service);
      if (address === undefined) throw new Error(`there is no service ${service}`);
      const server = createServer((outside) => void join(outside, socket, `${address} ${port}\n`));
      server.listen(0, host);
      await once(server, "listening");
      onTestFinished(() => void server.close());
      return (server.address() as AddressInfo).port;
    },
  };
}

/** Connects a caller with a port inside, or hangs up if nobody listens there. */
async function join(outside: Socket, socket: string, target: string): Promise<void> {
  outside.on("error", () => {});
  const inside = connect(socket);
  inside.write(target);
  const hangsUp = once(inside, "close").then(() => []);
  const [answer] = await Promise.race([once(inside, "data"), hangsUp]).catch(() => []);
  if (String(answer) !== "connected\n") return void outside.destroy();
  pipeline(inside, outside, () => {});
  pipeline(outside, inside, () => {});
}
