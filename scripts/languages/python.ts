import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Language } from "./language.ts";
import { writePythonServices } from "./python/services.ts";
import { toolsFolder } from "./tools-folder.ts";

/** Exact versions of the generator of messages, the linters and the tests' dependencies. */
const requirements = "clients/python/tools/requirements.txt";
const environment = join(toolsFolder, "python");
const output = "gen/python";

/** Returns the path of a program in the environment created by `install`. */
export function pythonProgram(name: "python" | "mypy" | "pyright" | "ruff"): string {
  return resolve(environment, process.platform === "win32" ? "Scripts" : "bin", name);
}

/** Python: typed clients of all services from our own generator. The build of clients/python generates messages. */
export const python: Language = {
  name: "python",
  output,
  problem: () => undefined,
  install() {
    execFileSync("python3", ["-m", "venv", environment], { stdio: "inherit" });
    const parameters = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements];
    execFileSync(pythonProgram("python"), parameters, { stdio: "inherit" });
  },
  generate() {
    rmSync(output, { recursive: true, force: true });
    mkdirSync(join(output, "services"), { recursive: true });
    writePythonServices(join(output, "services"));
  },
};

/** Returns why the packages cannot be built and checked, and what to do; undefined if they can. */
export function pythonProblem(): string | undefined {
  if (existsSync(pythonProgram("ruff"))) return undefined;
  return `${environment} is missing: run node scripts/languages/install.ts python, which needs Python`;
}
