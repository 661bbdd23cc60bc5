import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { Fault } from "../../core/fault.ts";
import type { LocalUid } from "../identity/index.ts";

/**
 * Looks up the UID of a user name on this machine: with getent(1), which uses every source of the name service switch,
 * or in /etc/passwd on systems without it. getent runs asynchronously as a separate process, because it may query this
 * service in turn.
 *
 * @throws Fault UNAVAILABLE if getent fails for any reason but a missing name, or /etc/passwd cannot be read
 */
export const localUid: LocalUid = (name) =>
  new Promise((resolve, reject) => {
    execFile("getent", ["passwd", name], { timeout: timeoutMs }, (error, out) => {
      if (error === null) resolve(uidOf(name, out));
      else if (error.code === "ENOENT")
        readFile("/etc/passwd", "utf8").then(
          (users) => resolve(uidOf(name, users)),
          (unread: unknown) => reject(unasked("/etc/passwd cannot be read", unread)),
        );
      else if (Number(error.code) === notFound) resolve(undefined);
      else reject(unasked(error.killed ? "getent did not answer in 5 s" : "getent failed", error));
    });
  });

const timeoutMs = 5_000;

/** Exit status of getent(1) for a key that is not in the database. */
const notFound = 2;

/**
 * Returns the fault of a failed look-up. Its causes contain the user's name and the machine's paths, which only the log
 * may have.
 */
function unasked(what: string, cause: unknown): Fault {
  const message =
    `The users of the service's machine could not be looked up (${what}), so the username may be that of one of them. ` +
    "Nothing was changed: repeat the call, or leave out `host.login`.";
  return new Fault("UNAVAILABLE", message, { retryAfterSeconds: 10 }, { cause });
}

/** Returns the UID of a name in lines of passwd(5). */
function uidOf(name: string, lines: string): number | undefined {
  for (const line of lines.split("\n")) {
    const [user, , uid] = line.split(":");
    if (user === name && uid !== undefined) return Number(uid);
  }
  return undefined;
}
