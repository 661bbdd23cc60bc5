import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ProcessIo } from "./command.ts";

/** Programs of the server, which is in the same package. */
const programs = {
  "change-passphrase": new URL("../../server/change-passphrase.ts", import.meta.url),
  "check-config": new URL("../../server/check-config.ts", import.meta.url),
  doctor: new URL("../../server/doctor.ts", import.meta.url),
  migrate: new URL("../../server/migrate.ts", import.meta.url),
  "rebuild-ledger": new URL("../../server/rebuild-ledger.ts", import.meta.url),
  restore: new URL("../../server/restore.ts", import.meta.url),
  "support-bundle": new URL("../../server/support-bundle.ts", import.meta.url),
};

/**
 * Runs a program of the server, for which no service needs to run, and returns its exit status.
 *
 * @throws Error if the command line is installed without the server
 */
export async function runServerProgram(
  name: keyof typeof programs,
  operands: readonly string[],
  { env, write, complain }: Pick<ProcessIo, "env" | "write" | "complain">,
): Promise<number> {
  const program = fileURLToPath(programs[name]);
  if (!existsSync(program))
    throw new Error(
      "this command needs an installation of the service, whose settings and data it reads: run it there",
    );
  const child = spawn(process.execPath, [program, ...operands], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.setEncoding("utf8").on("data", write);
  child.stderr.setEncoding("utf8").on("data", complain);
  const [code] = await once(child, "close");
  return code ?? 1;
}
