import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";
import type { Program } from "./program.ts";

const folder = resolve("bench/peers/go");
/** Folder of the buf plugins, the generated stubs and the server; not committed. */
const binaries = join(folder, "build/bin");

/** Runs on one thread, because it is bound to one processor; Go's default is a thread per processor of the machine. */
export const goPeer: Program = {
  command: join(binaries, "peer"),
  parameters: [],
  environment: { GOMAXPROCS: "1" },
};

let obstacle: string | undefined;
let isTried = false;

/**
 * Generates and builds what is not up to date, which takes a minute the first time; returns the reason if it cannot.
 */
export function buildGoPeer(): string | undefined {
  if (!isTried) obstacle = tryToBuild();
  isTried = true;
  return obstacle;
}

function tryToBuild(): string | undefined {
  try {
    execFileSync("go", ["version"], { stdio: "ignore" });
  } catch {
    return "Go is not installed";
  }
  try {
    // Installs the plugins in the versions that go.mod lists as tools.
    run("go", ["install", "tool"], folder, { GOBIN: binaries });
    run("buf", ["generate", "--template", join(folder, "buf.gen.yaml")], resolve("."));
    run("go", ["build", "-o", join(binaries, "peer"), "."], folder);
    return undefined;
  } catch {
    // The command has printed the error.
    return "it could not be built";
  }
}

function run(command: string, parameters: string[], cwd: string, environment: Record<string, string> = {}): void {
  const env = { ...process.env, GOFLAGS: "-buildvcs=false", ...environment };
  execFileSync(command, parameters, { stdio: ["ignore", "inherit", "inherit"], cwd, env });
}
