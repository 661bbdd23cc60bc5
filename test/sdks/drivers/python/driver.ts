import { execFileSync } from "node:child_process";
import { cpSync, globSync } from "node:fs";
import { join } from "node:path";
import { pythonProblem, pythonProgram } from "../../../../scripts/languages/python.ts";
import { builtOnce } from "../built-once.ts";
import type { Driver } from "../driver.ts";

const sources = ["clients/python", "gen/python", "gen/descriptors/clients.binpb"];

/** The driver in Python: its client blocks, and each command has a thread. */
export const pythonDriver: Driver = {
  language: "python",
  hasChannel: true,
  // grpcio drops them.
  seesForeignHeaders: false,
  problem: pythonProblem,
  install: (folder) => [installDriver(folder), join(folder, "driver")],
};

/** The same with the client for asyncio. */
export const asyncioDriver: Driver = {
  language: "python asyncio",
  hasChannel: true,
  // grpcio drops them.
  seesForeignHeaders: false,
  problem: pythonProblem,
  install: (folder) => [installDriver(folder), join(folder, "driver"), "asyncio"],
};

/** Installs the packed client in an environment of its own, copies the driver beside it, and returns its Python. */
function installDriver(folder: string): string {
  cpSync("test/sdks/drivers/python", join(folder, "driver"), { recursive: true });
  return installedPackage();
}

/** Builds the source distribution and, from it, the wheel, and returns the path of the wheel. */
export function packPython(): string {
  const folder = builtOnce("python-wheel", sources, (target) => {
    const parameters = ["-m", "build", "--no-isolation", "--outdir", target, "clients/python"];
    execFileSync(pythonProgram("python"), parameters, { stdio: ["ignore", "ignore", "inherit"] });
  });
  const [wheel] = globSync("*.whl", { cwd: folder });
  return join(folder, wheel as string);
}

/** Installs the wheel in an environment that others use, too, and returns the interpreter. Nothing else is to be installed there. */
export function installedPackage(): string {
  const folder = builtOnce("python-packages", sources, (target) => installPackage(target, packPython()));
  return interpreterOf(folder);
}

/** Installs a wheel as its users do, for the wallet channel and traces, too. Modules are compiled when they are loaded. */
function installPackage(folder: string, wheel: string): void {
  execFileSync("python3", ["-m", "venv", join(folder, "environment")], { stdio: ["ignore", "ignore", "inherit"] });
  const install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"];
  const parameters = [...install, `${wheel}[channel,opentelemetry]`];
  execFileSync(interpreterOf(folder), parameters, { stdio: ["ignore", "ignore", "inherit"] });
}

function interpreterOf(folder: string): string {
  return join(folder, "environment", process.platform === "win32" ? "Scripts/python.exe" : "bin/python");
}
