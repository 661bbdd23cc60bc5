import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { delimiter, join } from "node:path";
import { resume, suspend } from "./suspend.ts";

/** PATH with the folders of system programs, which may be missing for ordinary users. */
const path = [process.env["PATH"] ?? "", "/usr/sbin", "/usr/local/sbin"].join(delimiter);
/** Environment of the programs of MariaDB. */
export const serverEnvironment = { ...process.env, PATH: path };

/** Reason why MariaDB cannot be started here; undefined if it can. */
export const mariadbProblem = missingProgram();

/** A private MariaDB server in its own folder. It ends with this process, even if this process is killed. */
export interface Mariadb {
  /** Folder of its files. */
  readonly dataDirectory: string;
  /** Returns the `DATABASE_URL` of a database. */
  url(database: string, user?: string): string;
  /** Kills it, as a crash would; committed data is kept. */
  kill(): Promise<void>;
  /** Shuts it down. */
  stop(): Promise<void>;
  /** Suspends its process: it keeps its connections and answers nothing. */
  suspend(): Promise<void>;
  /** Resumes it after `suspend`. */
  resume(): void;
  /** Starts it again after `kill` or `stop`. */
  start(): Promise<void>;
  /** Kills it and removes its files. */
  remove(): Promise<void>;
}

/** Its password, with characters that URLs must escape. No log or message may contain it. */
export const mariadbPassword = "p@ss:w/ord%?#";

/** Users with the least privileges, as docs/databases.md grants them. */
const leastPrivileges = {
  platonic_migrating: "SELECT, INSERT, UPDATE, DELETE, CREATE, ALTER, DROP, INDEX, REFERENCES",
  platonic_serving: "SELECT, INSERT, UPDATE, DELETE",
};

/** Starts a MariaDB server on a Unix socket. `parameters` of its command line replace `--skip-networking`. */
export async function startMariadb(...parameters: string[]): Promise<Mariadb> {
  const directory = mkdtempSync(join(tmpdir(), "platonic-mariadb-"));
  const [data, socket, users] = [join(directory, "data"), join(directory, "socket"), join(directory, "users.sql")];
  const common = ["--no-defaults", `--datadir=${data}`, `--user=${userInfo().username}`, "--innodb-log-file-size=8M"];
  // Its own folder, because a server removes all temporary tables when it starts, even those of other servers.
  common.push(`--tmpdir=${directory}`);
  const install = ["--auth-root-authentication-method=normal", "--skip-test-db"];
  execFileSync("mariadb-install-db", [...common, ...install], { stdio: "ignore", env: serverEnvironment });
  // Grants rights on databases of one name pattern, as an operator does for one database.
  const account = `platonic@'%' IDENTIFIED BY '${mariadbPassword}'`;
  const lines = [`CREATE USER IF NOT EXISTS ${account};`, "GRANT ALL ON `platonic%`.* TO platonic@'%';"];
  for (const [user, privileges] of Object.entries(leastPrivileges)) {
    lines.push(`CREATE USER IF NOT EXISTS ${user}@'%' IDENTIFIED BY '${mariadbPassword}';`);
    lines.push(`GRANT ${privileges} ON \`platonic%\`.* TO ${user}@'%';`);
  }
  writeFileSync(users, lines.join("\n"));

  const own = [`--socket=${socket}`, `--init-file=${users}`, "--max-connections=500", "--innodb-buffer-pool-size=64M"];
  // Commits survive the process but not the machine, which is enough for tests.
  own.push("--innodb-flush-log-at-trx-commit=2", ...(parameters.length > 0 ? parameters : ["--skip-networking"]));
  const pidFile = join(directory, "pid");
  own.push(`--pid-file=${pidFile}`);
  const pid = () => Number(readFileSync(pidFile, "utf8"));
  let running = await runServer([...common, ...own]);
  return {
    dataDirectory: data,
    url(database, user = `platonic:${encodeURIComponent(mariadbPassword)}`) {
      return `mysql://${user}@localhost/${database}?socketPath=${encodeURIComponent(socket)}`;
    },
    kill: () => running.kill(),
    async stop() {
      process.kill(pid(), "SIGTERM");
      await running.ended;
      await running.kill();
    },
    suspend: () => suspend(pid()),
    resume: () => resume(pid()),
    async start() {
      running = await runServer([...common, ...own]);
    },
    async remove() {
      await running.kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Script that kills the server at the end of its input, which comes however this process ends. */
const guard = '"$@" & exec >/dev/null 2>&1; cat; kill -9 $!; wait';

/** A running server. */
export interface RunningServer {
  kill(): Promise<void>;
  /** Settles when the server has ended by itself. */
  readonly ended: Promise<void>;
  /** Returns its latest log output. */
  log(): string;
}

/** Starts `mariadbd` and waits until it is ready. */
export async function runServer(parameters: readonly string[]): Promise<RunningServer> {
  const shell = spawn("sh", ["-c", guard, "sh", "mariadbd", ...parameters], {
    stdio: ["pipe", "ignore", "pipe"],
    env: serverEnvironment,
    // The guard ends it, not the terminal's interrupt.
    detached: true,
  });
  const ended = once(shell, "exit");
  const kill = async () => {
    shell.stdin.end();
    await ended;
  };
  let log = "";
  const readiness = Promise.withResolvers<boolean>();
  // Keeps reading, because a server blocks when its stderr is full.
  shell.stderr.setEncoding("utf8").on("data", (text: string) => {
    log = (log + text).slice(-65_536);
    if (log.includes("ready for connections")) readiness.resolve(true);
  });
  // The guard has closed its own stderr, so that the stream ends with the server's.
  const serverEnded = new Promise<void>((resolve) => shell.stderr.once("end", resolve));
  void serverEnded.then(() => readiness.resolve(false));
  if (await readiness.promise) return { kill, ended: serverEnded, log: () => log };
  await kill();
  throw new Error(`mariadbd did not start:\n${log}`);
}

function missingProgram(): string | undefined {
  const folders = path.split(delimiter);
  const missing = ["mariadbd", "mariadb-install-db", "my_print_defaults"].find(
    (program) => !folders.some((folder) => existsSync(join(folder, program))),
  );
  return missing && `${missing} is not installed`;
}
