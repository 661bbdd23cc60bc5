import { existsSync, readdirSync } from "node:fs";
import { connect, createServer } from "node:net";
import { dirname, join } from "node:path";
import { SettingsProblem } from "../core/config/settings-problem.ts";
import { folderFlaw } from "../core/folder.ts";
import { requireFreeSocket } from "../transports/varlink/socket.ts";
import type { Config } from "./config.ts";

type Places = Pick<Config, "http" | "host" | "database" | "vault" | "backup">;

/**
 * Checks that the service can listen on its port and make files in its folders, before a database or a key is made: a
 * refused start leaves nothing behind. The port is tried only before a first start, when nobody calls the service yet:
 * the trial cuts off connected callers, as if their calls might have been executed. One that threads share is called.
 *
 * @throws Error that says what is wrong with a place, and names its setting; a SettingsProblem for a folder
 */
export async function requireFreePlaces(places: Places, isShared: boolean): Promise<void> {
  const {
    http,
    host: { socket },
  } = places;
  requireUsableFolders(places);
  const unusable = (error: unknown) => {
    throw unusablePort(error, http);
  };
  if (isFirstStart(places)) await requireFreePort(http).catch(unusable);
  else if (isShared) await requireSilentPort(http).catch(unusable);
  if (socket === undefined || !("path" in socket)) return;
  try {
    await requireFreeSocket(socket.path);
  } catch (error) {
    throw named(error, `HOST_SOCKET cannot be ${socket.path}: ${(error as Error).message}`);
  }
}

/** Returns the error of a port on which the service cannot listen; it names the setting and says what to do. */
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
function isFirstStart({ database, vault }: Places): boolean {
  const { dataDirectory } = database;
  return holdsData({ database, vault }) && (!existsSync(dataDirectory) || readdirSync(dataDirectory).length === 0);
}

/** Whether the data folder holds the database, or the passphrase of one on a server. */
function holdsData({ database, vault }: Pick<Places, "database" | "vault">): boolean {
  return database.databaseServer === undefined || vault.passphraseFile === undefined;
}

function requireFreePort({ port, host }: Places["http"]): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer((early) => early.destroy());
    probe.once("error", reject);
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

/**
 * Requires that nobody answers on a port that threads share: another service of the same user with threads could listen on
 * it as well, and each would get a part of the connections.
 */
function requireSilentPort({ port, host }: Places["http"]): Promise<void> {
  if (port === 0) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const trial = connect({ port, host, timeout: silentMs });
    trial.once("connect", () => {
      trial.destroy();
      reject(Object.assign(new Error("somebody listens on the port"), { code: "EADDRINUSE" }));
    });
    trial.once("timeout", () => {
      trial.destroy();
      resolve();
    });
    // Refused: nobody listens. Whatever else is wrong is told when the port is opened.
    trial.once("error", () => resolve());
  });
}

/** Time after which an address counts as one without a listener; those of this machine answer at once. */
const silentMs = 1_000;

/**
 * Requires that files can be made in the folders of the settings.
 *
 * @throws SettingsProblem
 */
export function requireUsableFolders({ host: { socket }, database, vault, backup }: Places): void {
  const { dataDirectory } = database;
  if (holdsData({ database, vault })) requireUsable("DATA_DIR", dataDirectory);
  if (backup.areAutomatic || backup.directory !== undefined)
    requireUsable("BACKUP_DIR", backup.directory ?? join(dataDirectory, "backups"));
  if (socket !== undefined && "path" in socket) requireUsable("HOST_SOCKET", socket.path, dirname(socket.path));
}

function requireUsable(setting: string, path: string, folder = path): void {
  const flaw = folderFlaw(folder);
  if (flaw !== undefined) throw new SettingsProblem(`${setting} cannot be ${path}: ${flaw}`);
}
