import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { ProcessIo } from "./command.ts";

/** Runs a program of the server, which needs no running service, and returns its exit status. */
export async function runServerProgram(
  name: "#change-passphrase" | "#migrate" | "#restore",
  operands: readonly string[],
  { env, write, complain }: Pick<ProcessIo, "env" | "write" | "complain">,
): Promise<number> {
  const program = fileURLToPath(import.meta.resolve(name));
  const child = spawn(process.execPath, [program, ...operands], { env, stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.setEncoding("utf8").on("data", write);
  child.stderr.setEncoding("utf8").on("data", complain);
  const [code] = await once(child, "close");
  return code ?? 1;
}
