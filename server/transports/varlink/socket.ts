import { chmodSync, closeSync, linkSync, lstatSync, openSync, rmSync, statSync } from "node:fs";
import { connect, type Server } from "node:net";
import { basename, dirname, join } from "node:path";
import { makeFolder } from "../../core/folder.ts";
import type { Libc } from "./libc.ts";

/** Where a server listens: at a path, or on a socket opened by systemd. */
export type HostSocketPlace =
  | { readonly path: string; readonly mode: number }
  /** File descriptor of the open socket. */
  | { readonly descriptor: number };

/** Removes the socket's path. */
export type Withdraw = () => void;

/**
 * Starts a server. For a path it listens at a temporary path first and then links it, so that a visible socket also
 * answers, and has the right mode from the start. Removes the socket of a dead server, but never that of a running
 * server: a lock file, which remains, keeps processes that start together from removing each other's.
 *
 * @throws Error if the path is taken
 */
export async function listenAt(
  server: Server,
  place: HostSocketPlace,
  { lock }: Pick<Libc, "lock">,
): Promise<Withdraw> {
  if ("descriptor" in place) {
    await listening(server, { fd: place.descriptor });
    // systemd owns the socket, and queues connections until the next start.
    return () => {};
  }
  const { path, mode } = place;
  // systemd ignores names that begin with a dot.
  const hidden = join(dirname(path), `.${basename(path)}`);
  await makeFolder(dirname(path), 0o755);
  const locked = openSync(`${hidden}.lock`, "a", 0o600);
  try {
    await lock(locked);
    await clear(path);
    return await take(server, path, `${hidden}.${process.pid}`, mode);
  } finally {
    closeSync(locked);
  }
}

async function take(server: Server, path: string, beside: string, mode: number): Promise<Withdraw> {
  rmSync(beside, { force: true });
  await listening(server, { path: beside });
  chmodSync(beside, mode);
  const { dev, ino } = statSync(beside);
  // Fails if something that does not use the lock was created at the path.
  linkSync(beside, path);
  rmSync(beside);
  return () => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.dev === dev && found.ino === ino) rmSync(path, { force: true });
  };
}

function listening(server: Server, options: { readonly path: string } | { readonly fd: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(options, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** Removes a socket on which no process listens. */
async function clear(path: string): Promise<void> {
  if (await requireFreeSocket(path)) rmSync(path, { force: true });
}

/**
 * Returns whether there is a socket on which no process listens.
 *
 * @throws Error if the path is taken
 */
export async function requireFreeSocket(path: string): Promise<boolean> {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return false;
  if (!found.isSocket()) throw new Error(`${path} exists and is not a socket`);
  if (await isAlive(path)) throw new Error(`another server listens at ${path}`);
  return true;
}

/** Whether a process listens. Only a refused connection proves that none does; other errors may mean a busy server. */
function isAlive(path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect({ path });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED" || error.code === "ENOENT") resolve(false);
      else if (error.code === "EAGAIN") resolve(true);
      else reject(error);
    });
  });
}
