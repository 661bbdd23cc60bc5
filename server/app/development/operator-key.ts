import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mintApiKey } from "../../access/authentication/api-key.ts";

/** Returns the operator's API key of a service for developers: it is in a file that only its user can read. */
export function developmentKey(dataDirectory: string): string {
  const path = join(dataDirectory, "operator.key");
  mkdirSync(dataDirectory, { recursive: true });
  try {
    writeFileSync(path, `${mintApiKey().secret}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    // Made by an earlier start, or by another process just now.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(path, "utf8").trim();
}
