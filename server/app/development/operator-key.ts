import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { MintedKey } from "../../access/authentication/api-key.ts";
import { makeFolder } from "../../core/folder.ts";
import type { Config } from "../config.ts";

/**
 * Returns the operator's API key of a development service. Its file is readable only by its user, so whoever has the
 * key is the developer, whatever the network path of the call.
 */
export async function developmentKey(dataDirectory: string, mint: () => MintedKey): Promise<string> {
  const path = pathOf(dataDirectory);
  await makeFolder(dataDirectory, 0o700);
  try {
    writeFileSync(path, `${mint().secret}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    // Created by an earlier start, or by another process at the same time.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(path, "utf8").trim();
}

/** Returns the sentence that tells callers of a development service where its key is; undefined otherwise. */
export function keyPlace({ development, access, database }: Config): string | undefined {
  if (!development.isOn) return undefined;
  const service = "The service runs with DEVELOPMENT=1, and its key is";
  if (access.bootstrapApiKey !== undefined) return `${service} what BOOTSTRAP_API_KEY was set to.`;
  const path = pathOf(database.dataDirectory);
  return `${service} in the file ${path}: send it as \`Authorization: Bearer KEY\`, or open the console at /#key=KEY.`;
}

function pathOf(dataDirectory: string): string {
  return join(dataDirectory, "operator.key");
}
