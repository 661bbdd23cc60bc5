// @module-tag slow/kills

import mysql from "mysql2/promise";
import { expect, it, onTestFinished } from "vitest";
import { type DatabaseServer, readDatabaseUrl } from "../../../server/database/mysql/database-url.ts";
import { type Hosts, openHosts } from "../../../server/database/mysql/hosts.ts";
import { onMariadb } from "../../support/database/databases.ts";
import { freePorts } from "../../support/database/free-ports.ts";
import { type Mariadb, mariadbPassword, startMariadb } from "../../support/database/mariadb.ts";

/** Servers on ports of loopback, in the order of the hosts of a URL. */
async function startServers() {
  const ports = await freePorts(2);
  const servers = await Promise.all(
    ports.map((port) => startMariadb("--bind-address=127.0.0.1", `--port=${port}`, "--skip-name-resolve")),
  );
  onTestFinished(() => Promise.all(servers.map((server) => server.remove())).then(() => undefined));
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(",");
  const url = readDatabaseUrl(`mysql://platonic:${encodeURIComponent(mariadbPassword)}@${hosts}/platonic`);
  return { servers: servers as [Mariadb, Mariadb], url, ports: ports as [number, number] };
}

async function open({ hosts: all, user, password }: DatabaseServer): Promise<Hosts> {
  const hosts = await openHosts(all, { user, password: password as string });
  onTestFinished(() => hosts.close());
  return hosts;
}

async function setReadOnly(server: Mariadb, isReadOnly: boolean): Promise<void> {
  const { socketPath } = readDatabaseUrl(server.url("mysql", "root"));
  const connection = await mysql.createConnection({ socketPath: socketPath as string, user: "root" });
  await connection.query(`SET GLOBAL read_only = ${isReadOnly ? "ON" : "OFF"}`);
  await connection.end();
}

const used = (hosts: Hosts, port: number) => expect.poll(() => hosts.current.port).toBe(port);

onMariadb("of several hosts", () => {
  it("the first that takes writes is used: not one that is read-only, and again when it no longer is", async () => {
    const { servers, url, ports } = await startServers();
    expect((await open(url)).current.port).toBe(ports[0]);
    await setReadOnly(servers[0], true);
    const hosts = await open(url);
    expect(hosts.current.port).toBe(ports[1]);
    await setReadOnly(servers[0], false);
    await used(hosts, ports[0]);
  });

  it("a better one is used when the current one is lost, and the loss is told", async () => {
    const { servers, url, ports } = await startServers();
    const hosts = await open(url);
    const lost: number[] = [];
    hosts.onLost(({ port }) => lost.push(port));
    await servers[0].kill();
    await used(hosts, ports[1]);
    await servers[0].start();
    await used(hosts, ports[0]);
    await servers[0].suspend();
    await used(hosts, ports[1]);
    expect(lost).toEqual([ports[0], ports[0]]);
  });
});
