import { execFileSync } from "node:child_process";
import { cpSync, globSync } from "node:fs";
import { join, resolve } from "node:path";
import { pythonProblem, pythonProgram } from "../../../../scripts/languages/python.ts";
import type { Driver } from "../driver.ts";

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
  const interpreter = installPackage(folder, packPython(join(folder, "dist")));
  cpSync("test/sdks/drivers/python", join(folder, "driver"), { recursive: true });
  return interpreter;
}

/** Builds the source distribution and, from it, the wheel, and returns the path of the wheel. */
export function packPython(target: string): string {
  const parameters = ["-m", "build", "--no-isolation", "--outdir", resolve(target), "clients/python"];
  execFileSync(pythonProgram("python"), parameters, { stdio: ["ignore", "ignore", "inherit"] });
  const [wheel] = globSync("*.whl", { cwd: target });
  return join(resolve(target), wheel as string);
}

/** Installs a wheel as its users do, for the wallet channel, too, and returns the interpreter that has it. */
export function installPackage(folder: string, wheel: string, program = "python3"): string {
  const environment = join(folder, "environment");
  execFileSync(program, ["-m", "venv", environment], { stdio: ["ignore", "ignore", "inherit"] });
  const interpreter = join(environment, process.platform === "win32" ? "Scripts/python.exe" : "bin/python");
  const parameters = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", `${wheel}[channel]`];
  execFileSync(interpreter, parameters, { stdio: ["ignore", "ignore", "inherit"] });
  return interpreter;
}
