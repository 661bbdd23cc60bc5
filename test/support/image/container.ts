import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import { onTestFinished } from "vitest";

/** How the image is run: as its user, who may do nothing else, on files that nobody can change. */
interface Run {
  /** Folder with the files of the image. */
  readonly root: string;
  readonly command: readonly string[];
  readonly folder: string;
  readonly environment: readonly string[];
  /** Folders and files of this machine, by the places where they are mounted; `:ro` ends the places that cannot be written. */
  readonly mounts?: Readonly<Record<string, string>>;
  /** Calls of the system that it may make, by the form of OCI; undefined: all. */
  readonly seccomp?: object | undefined;
  readonly umask?: number;
  /** User and group in place of the image's. */
  readonly user?: number;
  readonly capabilities?: readonly string[];
  /** Whether its root file system can be written, which is otherwise as the image has it. */
  readonly isWritable?: boolean;
  /** Path of its network, or a new one without any; undefined: that of this machine. */
  readonly network?: string | "none" | undefined;
}

export interface Container {
  /** Resolves with the next line of standard output with the text. */
  lineWith(text: string): Promise<string>;
  /** Returns what was written to standard error. */
  errors(): string;
  signal(name: NodeJS.Signals): void;
  /** Returns the id of its first process outside of it. */
  pid(): number;
  /** Runs a command inside, and returns its exit status and output. */
  execute(environment: readonly string[], ...command: string[]): Promise<{ status: number; output: string }>;
  readonly ended: Promise<number>;
}

/** The group and user of the image. */
export const imageUser = 10001;

/** Runs a container by `crun` until the test ends. */
export function runContainer(run: Run): Container {
  const bundle = mkdtempSync(join(tmpdir(), "platonic-container-"));
  writeFileSync(join(bundle, "config.json"), JSON.stringify(configuration(run)));
  mkdirSync(join(bundle, "state"));
  const name = basename(bundle);
  const options = ["--root", join(bundle, "state"), "--cgroup-manager=disabled"];
  // crun refuses a mixture of both versions of control groups, which it is not to use anyway.
  const script = 'mount -t tmpfs none /sys/fs/cgroup 2>/dev/null; exec crun "$@"';
  const crun = (...parameters: string[]) =>
    spawn("unshare", ["--mount", "sh", "-c", script, "sh", ...options, ...parameters], {
      stdio: ["ignore", "pipe", "pipe"],
    });
  const child = crun("run", "--bundle", bundle, name);
  const ended = once(child, "close").then(([status]) => status as number);
  const signal = (word: string) => execFileSync("crun", ["--root", join(bundle, "state"), "kill", name, word]);
  onTestFinished(async () => {
    if (child.exitCode === null) signal("KILL");
    await ended;
    rmSync(bundle, { recursive: true, force: true });
  });
  let errors = "";
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  // Who writes more than is read here would otherwise stand still.
  const output = child.stdout.pipe(new PassThrough({ highWaterMark: 2 ** 28 }));
  const lines = createInterface(output)[Symbol.asyncIterator]();
  return {
    async lineWith(text) {
      for (;;) {
        const { value, done } = await lines.next();
        if (done === true) throw new Error(`the container ended before "${text}": ${errors}`);
        if (value.includes(text)) return value;
      }
    },
    errors: () => errors,
    signal,
    // The only child of crun, which has replaced the shell.
    pid: () => Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8")),
    async execute(environment, ...command) {
      const inside = crun(
        "exec",
        "--user",
        `${run.user ?? imageUser}:${run.user ?? imageUser}`,
        "--cwd",
        run.folder,
        ...[...run.environment, ...environment].flatMap((entry) => ["--env", entry]),
        name,
        ...command,
      );
      let output = "";
      for (const stream of [inside.stdout, inside.stderr])
        stream.on("data", (chunk) => {
          output += chunk;
        });
      const [status] = await once(inside, "close");
      return { status, output };
    },
    ended,
  };
}

function configuration(run: Run): object {
  const { root, command, folder, environment, mounts = {}, seccomp, umask = 0o22, user = imageUser } = run;
  const { capabilities = [], isWritable = false, network } = run;
  const held = {
    bounding: capabilities,
    effective: capabilities,
    permitted: capabilities,
    inheritable: [],
    ambient: [],
  };
  const binds = Object.entries(mounts).map(([place, source]) => ({
    destination: place.replace(/:ro$/, ""),
    type: "bind",
    source,
    options: ["rbind", place.endsWith(":ro") ? "ro" : "rw"],
  }));
  const networks = network === undefined ? [] : [{ type: "network", ...(network !== "none" && { path: network }) }];
  return {
    ociVersion: "1.0.2",
    process: {
      user: { uid: user, gid: user, umask },
      cwd: folder,
      env: environment,
      args: command,
      noNewPrivileges: true,
      capabilities: held,
    },
    root: { path: root, readonly: !isWritable },
    mounts: [
      { destination: "/proc", type: "proc", source: "proc" },
      { destination: "/dev", type: "tmpfs", source: "tmpfs", options: ["mode=755"] },
      ...binds,
    ],
    linux: { namespaces: [...["pid", "mount", "ipc", "uts"].map((type) => ({ type })), ...networks], seccomp },
  };
}
