import { expandToken } from "./short-token.ts";
import { askVarlink } from "./varlink.ts";

/*
 * `node pam.ts SOCKET`, for pam_exec(8) with expose_authtok: reads a rotating token on standard input and asks the
 * service whether it is valid and belongs to the user who logs in. Exits with a status of PAM.
 */

const pam = { success: 0, authenticationError: 7, serviceUnavailable: 9 } as const;

const tokenBytesMax = 16_384;

async function authenticate(path: string | undefined, { PAM_USER, PAM_TYPE }: NodeJS.ProcessEnv): Promise<number> {
  if (path === undefined) return fail("the path of the service's socket is missing");
  if (PAM_USER === undefined || PAM_USER === "") return fail("PAM_USER is missing: this is a program for pam_exec");
  if (PAM_TYPE !== undefined && PAM_TYPE !== "auth")
    return fail(`PAM_TYPE is ${PAM_TYPE}: this program supports auth alone`);
  const typed = await readInput();
  if (typed === undefined) return pam.authenticationError;
  try {
    const request = { token: expandToken(typed), user_name: PAM_USER };
    const { success } = await askVarlink(path, "io.platonic.Kernel.WalletAuthenticate", request);
    return success === true ? pam.success : pam.authenticationError;
  } catch (error) {
    return fail((error as Error).message);
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
function fail(problem: string): number {
  process.stderr.write(`platonic: ${problem}\n`);
  return pam.serviceUnavailable;
}

process.exitCode = await authenticate(process.argv[2], process.env);
