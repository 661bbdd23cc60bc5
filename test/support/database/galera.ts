import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import mysql from "mysql2/promise";
import { freePorts } from "./free-ports.ts";
import { allowBootstrap, forgetState, recoveredPosition } from "./galera-position.ts";
import { mariadbPassword, mariadbProblem, type RunningServer, runServer, serverEnvironment } from "./mariadb.ts";
import { resume, suspend } from "./suspend.ts";

const provider = "/usr/lib/galera/libgalera_smm.so";

/** Reason why a cluster cannot be started here; undefined if it can. */
export const galeraProblem = mariadbProblem ?? missingPart();

/** One server of a cluster. */
export interface GaleraNode {
  readonly name: string;
  /** Port on 127.0.0.1 for clients. */
  readonly port: number;
  /** Runs a statement as root and returns its rows. */
  query(sql: string): Promise<mysql.RowDataPacket[]>;
  kill(): Promise<void>;
  /** Makes it leave the cluster in an orderly way. */
  stop(): Promise<void>;
  /** Starts it again and waits until it accepts connections; `bootstrap` makes it the first of a new cluster. */
  start(options?: { readonly bootstrap?: boolean }): Promise<void>;
  /** Suspends its process. */
  suspend(): Promise<void>;
  resume(): void;
  /** Isolates it from the other nodes, or reconnects it. */
  isolate(isIsolated: boolean): Promise<void>;
  /** Returns how it caught up at its last start: incrementally (IST) or with the whole state (SST). */
  transfer(): string | undefined;
  /** Copies its files to a folder while it is stopped. */
  saveState(folder: string): void;
  /** Replaces its files by such a copy, as if it had lost everything since. */
  restoreState(folder: string): void;
  /** Forgets its state, so that the next start copies another node's whole state (SST). */
  forgetState(): void;
  /** Returns the value of a status variable such as `wsrep_local_state_comment`. */
  status(name: string): Promise<string>;
}

/** Three servers of MariaDB with Galera on loopback ports, each with its own folder. */
export interface GaleraCluster {
  readonly nodes: readonly GaleraNode[];
  /** Returns the `DATABASE_URL` of a database on the given nodes, in this order. */
  url(database: string, nodes?: readonly GaleraNode[]): string;
  /** Kills all servers and removes their files. */
  remove(): Promise<void>;
}

/** Starts a cluster of three nodes. They end with this process, even if this process is killed. */
export async function startGalera(): Promise<GaleraCluster> {
  if (galeraProblem !== undefined) throw new Error(galeraProblem);
  const directory = mkdtempSync(join(tmpdir(), "platonic-galera-"));
  const ports = await freePorts(12);
  const places = [0, 1, 2].map((index) => placeOf(directory, index, ports.slice(4 * index, 4 * index + 4)));
  const cluster = places.map(({ group }) => `127.0.0.1:${group}`).join(",");
  const nodes = places.map((place) => nodeAt(place, cluster));
  giveToServer(directory);
  const [first, ...others] = nodes as [GaleraNode, ...GaleraNode[]];
  try {
    prepareFirst(places[0] as Place);
    await first.start({ bootstrap: true });
    await createUsers(first);
    // The others start with its files, since copying its state by SST takes half a minute for each.
    await first.stop();
    for (const place of places.slice(1)) copyState(places[0] as Place, place);
    await first.start({ bootstrap: true });
    for (const node of others) await node.start();
  } catch (error) {
    for (const node of nodes) await node.kill();
    rmSync(directory, { recursive: true, force: true });
    throw error;
  }
  return {
    nodes,
    url(database, chosen = nodes) {
      const hosts = chosen.map(({ port }) => `127.0.0.1:${port}`).join(",");
      return `mysql://platonic:${encodeURIComponent(mariadbPassword)}@${hosts}/${database}`;
    },
    async remove() {
      await Promise.all(nodes.map((node) => node.kill()));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Folder and ports of a node. */
interface Place {
  readonly name: string;
  readonly directory: string;
  readonly data: string;
  readonly port: number;
  readonly group: number;
  readonly ist: number;
  readonly sst: number;
}

function placeOf(parent: string, index: number, [port, group, ist, sst]: readonly number[]): Place {
  const name = `node-${index + 1}`;
  const directory = join(parent, name);
  mkdirSync(directory);
  return { name, directory, data: join(directory, "data"), port, group, ist, sst } as Place;
}

/**
 * User of the servers: rsync, which copies whole states, drops root's rights and then cannot write. The packages of
 * MariaDB's programs alone create no user, so root uses one that every system has.
 */
const serverUser = userInfo().username === "root" ? "nobody" : userInfo().username;

function common({ directory, data }: Place): string[] {
  return [
    "--no-defaults",
    `--datadir=${data}`,
    `--tmpdir=${directory}`,
    `--user=${serverUser}`,
    "--innodb-log-file-size=8M",
  ];
}

function prepareFirst(place: Place): void {
  const install = ["--auth-root-authentication-method=normal", "--skip-test-db"];
  execFileSync("mariadb-install-db", [...common(place), ...install], { stdio: "ignore", env: serverEnvironment });
}

function copyState(from: Place, to: Place): void {
  cpSync(from.data, to.data, { recursive: true });
  for (const own of ["gvwstate.dat", "galera.cache"]) rmSync(join(to.data, own), { force: true });
  giveToServer(to.directory);
}

function giveToServer(directory: string): void {
  if (serverUser !== userInfo().username) execFileSync("chown", ["-R", serverUser, directory]);
}

async function createUsers(node: GaleraNode): Promise<void> {
  await node.query(`CREATE USER platonic@'%' IDENTIFIED BY '${mariadbPassword}'`);
  await node.query("GRANT ALL ON `platonic%`.* TO platonic@'%'");
}

function nodeAt(place: Place, cluster: string): GaleraNode {
  const { name, directory, data, port, group, ist, sst } = place;
  const socket = join(directory, "socket");
  const pidFile = join(directory, "pid");
  const options = [
    `base_host=127.0.0.1;base_port=${group};gmcast.listen_addr=tcp://127.0.0.1:${group}`,
    `ist.recv_addr=127.0.0.1:${ist};gcache.size=128M`,
  ].join(";");
  const parameters = [
    ...common(place),
    ...[`--socket=${socket}`, `--pid-file=${pidFile}`, `--port=${port}`, "--bind-address=127.0.0.1"],
    ...["--binlog-format=ROW", "--innodb-autoinc-lock-mode=2", "--innodb-flush-log-at-trx-commit=2"],
    ...["--max-connections=200", "--innodb-buffer-pool-size=64M"],
    ...["--wsrep-on=ON", `--wsrep-provider=${provider}`, "--wsrep-cluster-name=platonic"],
    ...[`--wsrep-cluster-address=gcomm://${cluster}`, `--wsrep-node-name=${name}`],
    ...[`--wsrep-node-address=127.0.0.1:${group}`, "--wsrep-sst-method=rsync"],
    ...[`--wsrep-sst-receive-address=127.0.0.1:${sst}`, `--wsrep-provider-options=${options}`],
  ];
  let running: RunningServer | undefined;
  const pid = () => Number(readFileSync(pidFile, "utf8"));
  const node: GaleraNode = {
    name,
    port,
    async query(sql) {
      const connection = await mysql.createConnection({ socketPath: socket, user: "root", connectTimeout: 2_000 });
      try {
        const [rows] = await connection.query<mysql.RowDataPacket[]>(sql);
        return rows;
      } finally {
        connection.destroy();
      }
    },
    async kill() {
      await running?.kill();
      running = undefined;
    },
    async stop() {
      await node.query("SHUTDOWN");
      await running?.ended;
      await node.kill();
    },
    async start({ bootstrap = false } = {}) {
      if (bootstrap) allowBootstrap(data);
      const own = bootstrap ? ["--wsrep-new-cluster"] : await recoveredPosition(parameters, data);
      running = await runServer([...parameters, ...own]);
    },
    saveState: (folder) => cpSync(data, folder, { recursive: true }),
    restoreState(folder) {
      rmSync(data, { recursive: true });
      cpSync(folder, data, { recursive: true });
      giveToServer(directory);
    },
    suspend: () => suspend(pid()),
    resume: () => resume(pid()),
    async isolate(isIsolated) {
      await node.query(`SET GLOBAL wsrep_provider_options = 'gmcast.isolate=${isIsolated ? 1 : 0}'`);
    },
    transfer: () => transferIn(running?.log() ?? ""),
    forgetState: () => forgetState(data),
    async status(name) {
      const [row] = await node.query(`SHOW STATUS LIKE '${name}'`);
      return row?.["Value"] ?? "";
    },
  };
  return node;
}

function transferIn(log: string): string | undefined {
  return /rsync (IST|SST) completed on joiner/.exec(log)?.[1];
}

function missingPart(): string | undefined {
  if (!existsSync(provider)) return "Galera (galera-4) is not installed";
  const programs = ["wsrep_sst_rsync", "rsync"];
  const missing = programs.find((name) => !["/usr/bin", "/bin"].some((folder) => existsSync(join(folder, name))));
  return missing && `${missing} is not installed`;
}
