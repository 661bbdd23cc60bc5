import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { command } from "../command.ts";
import { manifest, manifestUrl } from "../manifest.ts";

/** Runs the service, with the settings of the environment, until it is told to stop. */
export const start = command({
  name: "start",
  summary: "Runs the service until SIGTERM or SIGINT.",
  examples: ["DEVELOPMENT=1 platonic start", "PORT=9000 DATA_DIR=/var/lib/platonic platonic start"],
  async run({ env }) {
    const parameters = startParameters();
    // The service replaces this program, so that signals reach it, each of them once.
    if (process.platform !== "win32") process.execve?.(process.execPath, [process.execPath, ...parameters], env);
    const [code] = await once(spawn(process.execPath, parameters, { env, stdio: "inherit" }), "close");
    return code ?? 1;
  },
});

/** Returns the Node parameters with which `npm start` runs the service. */
function startParameters(): string[] {
  const words = manifest().scripts.start.split(" ");
  const parameters = words.slice(words.indexOf("node") + 1);
  const program = fileURLToPath(new URL(parameters.pop() as string, manifestUrl));
  return [...parameters, program];
}
