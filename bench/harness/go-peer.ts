import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";
import type { Program } from "./program.ts";

const folder = resolve("bench/peers/go");
/** Not committed: the plugins of buf, the stubs that they write, and the server. */
const binaries = join(folder, "build/bin");

/** On one processor, as it is bound to one: by default Go would start a thread for each that the machine has. */
export const goPeer: Program = {
  command: join(binaries, "peer"),
  parameters: [],
  environment: { GOMAXPROCS: "1" },
};

let obstacle: string | undefined;
let isTried = false;

/** Generates and builds what is not up to date, which takes a minute the first time; tells why it cannot. */
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
    // The plugins are of the versions that go.mod names as tools.
    run("go", ["install", "tool"], folder, { GOBIN: binaries });
    run("buf", ["generate", "--template", join(folder, "buf.gen.yaml")], resolve("."));
    run("go", ["build", "-o", join(binaries, "peer"), "."], folder);
    return undefined;
  } catch {
    // What went wrong has been printed.
    return "it could not be built";
  }
}

function run(command: string, parameters: string[], cwd: string, environment: Record<string, string> = {}): void {
  const env = { ...process.env, GOFLAGS: "-buildvcs=false", ...environment };
  execFileSync(command, parameters, { stdio: ["ignore", "inherit", "inherit"], cwd, env });
}
