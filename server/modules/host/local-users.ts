import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import type { LocalUid } from "../identity/index.ts";

/**
 * Asks this machine for the UID of a user name: by getent(1), which uses every source of the name service switch, or in
 * /etc/passwd on systems without it. getent runs as a process of its own, because it may ask this service in turn.
 *
 * @throws Error if getent fails otherwise than by not finding the name
 */
export const localUid: LocalUid = (name) =>
  new Promise((resolve, reject) => {
    execFile("getent", ["passwd", name], { timeout: timeoutMs }, (error, out) => {
      if (error === null) resolve(uidOf(name, out));
      else if (error.code === "ENOENT")
        readFile("/etc/passwd", "utf8").then((users) => resolve(uidOf(name, users)), reject);
      else if (Number(error.code) === notFound) resolve(undefined);
      else reject(new Error(`getent could not look up a user: ${error.message}`));
    });
  });

const timeoutMs = 5_000;

/** Exit status of getent(1) for a key that is not in the database. */
const notFound = 2;

/** UID of a name in lines of passwd(5). */
function uidOf(name: string, lines: string): number | undefined {
  for (const line of lines.split("\n")) {
    const [user, , uid] = line.split(":");
    if (user === name && uid !== undefined) return Number(uid);
  }
  return undefined;
}
