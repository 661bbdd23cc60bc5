import { accessSync, constants, existsSync, readdirSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { dirname } from "node:path";
import { requireFreeSocket } from "../transports/varlink/socket.ts";
import type { Config } from "./config.ts";

type Places = Pick<Config, "http" | "host" | "database" | "vault">;

/**
 * Finds out whether the service can listen where it is to, before it makes a database or a key: a start that is refused leaves
 * nothing behind. The port is tried before a first start alone, when nobody calls the service yet: a caller that is connected
 * to the trial is cut off, as if its call might have been executed.
 *
 * @throws Error that says what is wrong with a place, and names its setting
 */
export async function requireFreePlaces(places: Places): Promise<void> {
  const {
    http,
    host: { socket },
  } = places;
  if (isFirstStart(places)) {
    await requireFreePort(http).catch((error: unknown) => {
      throw unusablePort(error, http);
    });
  }
  if (socket === undefined || !("path" in socket)) return;
  try {
    requireUsableFolder(dirname(socket.path));
    await requireFreeSocket(socket.path);
  } catch (error) {
    throw named(error, `HOST_SOCKET cannot be ${socket.path}: ${(error as Error).message}`);
  }
}

/** Returns the error of a port at which the service cannot listen, in words that name the setting and say what to do. */
export function unusablePort(error: unknown, { port, host }: Places["http"]): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  const unknown = `HOST is ${host}, a name without an address (${code}); set it to an address of this machine`;
  const problems: Readonly<Record<string, string>> = {
    EADDRINUSE: `port ${port} is in use; set PORT to another one, or to 0 for any`,
    EACCES: `port ${port} may not be opened by this user; set PORT to one that may, such as 8080`,
    EADDRNOTAVAIL: `HOST is ${host}, which is no address of this machine; set it to one of them, or to 0.0.0.0 for all`,
    ENOTFOUND: unknown,
    EAI_AGAIN: unknown,
  };
  return named(error, problems[code ?? ""] ?? `the service cannot listen at HOST ${host}, PORT ${port}: ${message}`);
}

function named(error: unknown, message: string): Error {
  return Object.assign(new Error(message, { cause: error }), { code: (error as NodeJS.ErrnoException).code });
}

/** Whether the start would make files in a folder that has none. */
function isFirstStart({ database: { dataDirectory, databaseServer }, vault: { passphraseFile } }: Places): boolean {
  if (databaseServer !== undefined && passphraseFile !== undefined) return false;
  return !existsSync(dataDirectory) || readdirSync(dataDirectory).length === 0;
}

function requireFreePort({ port, host }: Places["http"]): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer((early) => early.destroy());
    probe.once("error", reject);
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

/** Looks at a folder, or at that in which it would be made. */
function requireUsableFolder(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) accessSync(path, constants.W_OK | constants.X_OK);
  else if (found === undefined) requireUsableFolder(dirname(path));
  else throw new Error(`${path} is not a folder`);
}
