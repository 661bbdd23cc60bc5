import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expandToken } from "./short-token.ts";
import { askVarlink } from "./varlink.ts";

/*
 * `node pam.ts SOCKET [FIRST-LAST]`, for pam_exec(8) with expose_authtok: reads a rotating token on standard input and asks
 * the service whether it is valid and belongs to the user who logs in. PAM lets a user in by name, and the name of an
 * identity may be that of a local user as well; so the system and the service must have the same UID for it, from FIRST to
 * LAST: by default the UIDs that the service assigns by default (HOST_UID_BASE, HOST_UID_COUNT). Exits with a status of PAM.
 */

const pam = { success: 0, authenticationError: 7, serviceUnavailable: 9, unknownUser: 10 } as const;

const tokenBytesMax = 16_384;

const defaultUids = "1900000001-1900999999";

async function authenticate(
  [path, uids = defaultUids]: readonly string[],
  { PAM_USER, PAM_TYPE }: NodeJS.ProcessEnv,
): Promise<number> {
  const [first, last] = /^(\d{1,10})-(\d{1,10})$/.exec(uids)?.slice(1).map(Number) ?? [];
  if (path === undefined) return fail("the path of the service's socket is missing");
  if (first === undefined || last === undefined) return fail(`${uids} is not a range of UIDs, such as ${defaultUids}`);
  if (PAM_USER === undefined || PAM_USER === "") return fail("PAM_USER is missing: this is a program for pam_exec");
  if (PAM_TYPE !== undefined && PAM_TYPE !== "auth")
    return fail(`PAM_TYPE is ${PAM_TYPE}: this program supports auth alone`);
  const typed = await readInput();
  if (typed === undefined) return pam.authenticationError;
  try {
    // First, so that the token is not consumed in vain.
    const local = await uidOf(PAM_USER);
    if (local === undefined || local < first || local > last)
      return fail(`${PAM_USER} has no UID from ${first} to ${last} on this system`, pam.unknownUser);
    const request = { token: expandToken(typed), user_name: PAM_USER };
    const { success, uid } = await askVarlink(path, "io.platonic.Kernel.WalletAuthenticate", request);
    if (success !== true) return pam.authenticationError;
    return uid === local ? pam.success : fail(`the service has another UID for ${PAM_USER}`, pam.authenticationError);
  } catch (error) {
    return fail((error as Error).message);
  }
}

/** UID that the system has for a name, by getpwnam(3). */
async function uidOf(name: string): Promise<number | undefined> {
  // pam_exec passes on no PATH.
  const env = { PATH: "/usr/bin:/bin:/usr/sbin:/sbin" };
  try {
    const { stdout } = await promisify(execFile)("getent", ["--", "passwd", name], { env, timeout: 5_000 });
    const [user, , uid] = stdout.split(":");
    return user === name ? Number(uid) : undefined;
  } catch (error) {
    if ((error as { code?: unknown }).code === 2) return undefined;
    throw new Error(`getent could not look up the user: ${(error as Error).message}`);
  }
}

/** Reads the typed text, without its line end. Undefined for a text that cannot be a token. */
async function readInput(): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > tokenBytesMax) return undefined;
  }
  const text = Buffer.concat(chunks)
    .toString("latin1")
    .replace(/[\0\r\n]+$/, "");
  return /^[A-Za-z0-9._~-]+$/.test(text) ? text : undefined;
}

/** Reports a problem, which must not contain what was typed. */
function fail(problem: string, status: number = pam.serviceUnavailable): number {
  process.stderr.write(`platonic: ${problem}\n`);
  return status;
}

// A report that cannot be written changes no status.
process.stderr.on("error", () => {});
process.exitCode = await authenticate(process.argv.slice(2), process.env);
