import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { command } from "../command.ts";

/** Runs the server's restore program; needs no running service. */
export const restore = command({
  name: "restore",
  operands: ["FILE", "DIRECTORY"],
  async run({ operands, env, write, complain }) {
    const program = fileURLToPath(import.meta.resolve("#restore"));
    const child = spawn(process.execPath, [program, ...operands], { env, stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.setEncoding("utf8").on("data", write);
    child.stderr.setEncoding("utf8").on("data", complain);
    const [code] = await once(child, "close");
    return code ?? 1;
  },
});
