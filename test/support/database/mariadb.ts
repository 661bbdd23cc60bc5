import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { delimiter, join } from "node:path";

/** Administrators' programs are not on everybody's path. */
const path = [process.env["PATH"] ?? "", "/usr/sbin", "/usr/local/sbin"].join(delimiter);
const environment = { ...process.env, PATH: path };

/** Why no MariaDB can be started here. Absent: one can. */
export const mariadbProblem = missingProgram();

/** A private MariaDB in a folder of its own. It ends with this process, whatever becomes of this process. */
export interface Mariadb {
  /** Where its files are. */
  readonly dataDirectory: string;
  /** `DATABASE_URL` of a database on it. */
  url(database: string, user?: string): string;
  /** Ends it at once, as a loss of power would; what was committed stays. */
  kill(): Promise<void>;
  /** Starts it again after `kill`. */
  start(): Promise<void>;
  /** Ends it for good. */
  remove(): Promise<void>;
}

/** Its password, with characters that URLs must escape; to be found in no message. */
export const mariadbPassword = "p@ss:w/ord%?#";

/** Starts a MariaDB, reached by a Unix socket; more parameters of its command line open it to TCP. */
export async function startMariadb(...parameters: string[]): Promise<Mariadb> {
  const directory = mkdtempSync(join(tmpdir(), "platonic-mariadb-"));
  const [data, socket, users] = [join(directory, "data"), join(directory, "socket"), join(directory, "users.sql")];
  const common = ["--no-defaults", `--datadir=${data}`, `--user=${userInfo().username}`, "--innodb-log-file-size=8M"];
  // Its own: each server removes the temporary tables that it finds when it starts, also those of another one.
  common.push(`--tmpdir=${directory}`);
  const install = ["--auth-root-authentication-method=normal", "--skip-test-db"];
  execFileSync("mariadb-install-db", [...common, ...install], { stdio: "ignore", env: environment });
  // Rights on databases of one name pattern, as an operator gives them on one database.
  const account = `platonic@'%' IDENTIFIED BY '${mariadbPassword}'`;
  const lines = [`CREATE USER IF NOT EXISTS ${account};`, "GRANT ALL ON `platonic%`.* TO platonic@'%';"];
  writeFileSync(users, lines.join("\n"));

  const own = [`--socket=${socket}`, `--init-file=${users}`, "--max-connections=500", "--innodb-buffer-pool-size=64M"];
  // A commit outlives the process, which is enough: the machine is not what tests switch off.
  own.push("--innodb-flush-log-at-trx-commit=2", ...(parameters.length > 0 ? parameters : ["--skip-networking"]));
  let running = await run([...common, ...own]);
  return {
    dataDirectory: data,
    url(database, user = `platonic:${encodeURIComponent(mariadbPassword)}`) {
      return `mysql://${user}@localhost/${database}?socketPath=${encodeURIComponent(socket)}`;
    },
    kill: () => running.kill(),
    async start() {
      running = await run([...common, ...own]);
    },
    async remove() {
      await running.kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The shell waits for the end of its input, which comes when this process ends in whatever way. */
const guard = '"$@" & exec >/dev/null 2>&1; cat; kill -9 $!; wait';

async function run(parameters: string[]): Promise<{ kill(): Promise<void> }> {
  const shell = spawn("sh", ["-c", guard, "sh", "mariadbd", ...parameters], {
    stdio: ["pipe", "ignore", "pipe"],
    env: environment,
    // Not ended by the terminal's interrupt, but by the guard.
    detached: true,
  });
  const ended = once(shell, "exit");
  const kill = async () => {
    shell.stdin.end();
    await ended;
  };
  let log = "";
  const readiness = Promise.withResolvers<boolean>();
  // Read to its end: a server that can write no more warnings stands still.
  shell.stderr.setEncoding("utf8").on("data", (text: string) => {
    log = (log + text).slice(-65_536);
    if (log.includes("ready for connections")) readiness.resolve(true);
  });
  shell.stderr.once("end", () => readiness.resolve(false));
  if (await readiness.promise) return { kill };
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
