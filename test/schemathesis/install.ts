import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const folder = ".schemathesis";
const version = "4.32.5";

/** The program, once it is installed. */
export const program = `${folder}/bin/schemathesis`;

/** Installs Schemathesis into a folder of its own. Throws if that fails, as it does without Python and its venv. */
export function installSchemathesis(): void {
  if (existsSync(`${folder}/${version}`)) return;
  run("python3", ["-m", "venv", "--clear", folder]);
  run(`${folder}/bin/pip`, ["install", "--quiet", `schemathesis==${version}`]);
  run("touch", [`${folder}/${version}`]);
}

function run(command: string, parameters: readonly string[]): void {
  const { status, error } = spawnSync(command, parameters, { stdio: "inherit" });
  if (status !== 0)
    throw new Error(`${command} ${parameters.join(" ")} failed; Python 3.10 with venv is needed`, { cause: error });
}
