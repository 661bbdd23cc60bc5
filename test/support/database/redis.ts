import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Certificate } from "../http/certificate.ts";
import { freePorts } from "./free-ports.ts";
import { resume, suspend } from "./suspend.ts";

/** A private Redis or Valkey that keeps what it has acknowledged. It ends with this process. */
export interface RedisServer {
  readonly url: string;
  readonly port: number;
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Suspends its process: it keeps its connections and answers nothing. */
  suspend(): Promise<void>;
  resume(): void;
  remove(): Promise<void>;
}

/** Its password, with characters that URLs must escape. No log or message may contain it. */
const password = "p@ss:w/ord%?#";

/** Programs of a server and of its command line. */
export const redisPrograms = { server: "redis-server", commandLine: "redis-cli" };
export const valkeyPrograms: typeof redisPrograms = { server: "valkey-server", commandLine: "valkey-cli" };

export interface RedisOptions {
  /** By default those of Redis. */
  readonly programs?: typeof redisPrograms;
  /** Absent: without TLS. */
  readonly certificate?: Pick<Certificate, "certFile" | "keyFile"> | undefined;
  /** By default one that is free. */
  readonly port?: number;
  /** Further parameters of its command line. */
  readonly parameters?: readonly string[];
}

export async function startRedis(options: RedisOptions = {}): Promise<RedisServer> {
  const { programs = redisPrograms, certificate, parameters = [] } = options;
  const directory = mkdtempSync(join(tmpdir(), "platonic-redis-"));
  const { port = (await freePorts(1))[0] as number } = options;
  const tls =
    certificate === undefined
      ? ["--port", String(port)]
      : [
          ...["--port", "0", "--tls-port", String(port), "--tls-auth-clients", "no"],
          ...["--tls-cert-file", certificate.certFile, "--tls-key-file", certificate.keyFile],
          // Required though no client is checked.
          ...["--tls-ca-cert-file", certificate.certFile],
        ];
  const kept = ["--dir", directory, "--appendonly", "yes", "--appendfsync", "always", "--save", ""];
  const own = [...tls, "--bind", "127.0.0.1", "--requirepass", password, "--masterauth", password, ...kept];
  const run = () => runServer(programs.server, [...own, ...parameters]);
  let running = await run();
  const scheme = certificate === undefined ? "redis" : "rediss";
  return {
    port,
    url: `${scheme}://:${encodeURIComponent(password)}@localhost:${port}`,
    kill: () => running.kill(),
    suspend: () => suspend(running.pid),
    resume: () => resume(running.pid),
    async start() {
      running = await run();
    },
    async remove() {
      await running.kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Starts three masters that share the keys. */
export async function startRedisCluster(programs = redisPrograms): Promise<Pick<RedisServer, "url" | "remove">> {
  const nodes: RedisServer[] = [];
  async function remove() {
    for (const node of nodes) await node.remove();
  }
  try {
    // Without one of its own, the port between nodes is 10,000 higher: among those of which connections get some by chance.
    const ports = await freePorts(6);
    for (const port of ports.slice(0, 3)) {
      const between = ports[3 + nodes.length] as number;
      const parameters = ["--cluster-enabled", "yes", "--cluster-port", String(between)];
      nodes.push(await startRedis({ programs, port, parameters }));
    }
    const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
    // It returns when all nodes agree.
    const create = ["--cluster", "create", ...addresses, "--cluster-yes"];
    execFileSync(programs.commandLine, ["-a", password, "--no-auth-warning", ...create], { stdio: "ignore" });
  } catch (error) {
    await remove();
    throw error;
  }
  return { url: nodes[0]?.url as string, remove };
}

async function runServer(program: string, parameters: readonly string[]) {
  const child = spawn(program, parameters, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "close");
  const cut = () => child.kill("SIGKILL");
  process.once("exit", cut);
  let log = "";
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      log = (log + text).slice(-65_536);
      if (log.includes("Ready to accept connections")) resolve();
    });
    void ended.then(() => reject(new Error(`${program} did not start:\n${log}`)));
  });
  return {
    pid: child.pid as number,
    async kill() {
      cut();
      await ended;
      process.off("exit", cut);
    },
  };
}
