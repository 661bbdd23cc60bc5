import { execFile } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { serverEnvironment } from "./mariadb.ts";

/** Returns the file next to a node's data in which Galera records its state. */
function stateFile(data: string): string {
  return join(data, "grastate.dat");
}

/** Makes a node forget its state. */
export function forgetState(data: string): void {
  rmSync(stateFile(data), { force: true });
}

/** Allows a node to bootstrap a cluster although it may not have been the last to leave. */
export function allowBootstrap(data: string): void {
  const file = stateFile(data);
  if (!existsSync(file)) return;
  writeFileSync(file, readFileSync(file, "utf8").replace("safe_to_bootstrap: 0", "safe_to_bootstrap: 1"));
}

/**
 * Returns the parameter that tells a killed server the end of its state, as the storage engine knows it. Without it the
 * server would copy another node's whole state.
 */
export async function recoveredPosition(parameters: readonly string[], data: string): Promise<string[]> {
  const file = stateFile(data);
  if (!existsSync(file) || !/seqno:\s+-1$/m.test(readFileSync(file, "utf8"))) return [];
  const options = { env: serverEnvironment, maxBuffer: 2 ** 24 };
  const { stderr } = await promisify(execFile)("mariadbd", [...parameters, "--wsrep-recover"], options);
  const position = /Recovered position: (\S+:-?\d+)/.exec(stderr)?.[1];
  return position === undefined ? [] : [`--wsrep-start-position=${position}`];
}
