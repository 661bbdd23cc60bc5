import { chmodSync, closeSync, linkSync, lstatSync, mkdirSync, openSync, rmSync, statSync } from "node:fs";
import { connect, type Server } from "node:net";
import { basename, dirname, join } from "node:path";
import type { Libc } from "./libc.ts";

/** Where a server listens: at a path, or at a socket that systemd has opened and keeps. */
export type HostSocketPlace =
  | { readonly path: string; readonly mode: number }
  /** The number of the open socket. */
  | { readonly descriptor: number };

/** Stops the socket from being found. */
export type Withdraw = () => void;

/**
 * Has a server listen. At a path it first listens beside it, and only then takes the path, so that whoever finds the
 * socket is answered, and its mode is right from the first moment. What a server left behind that is gone is taken away;
 * a living one is never: a lock, which is left there, keeps processes that start together from taking each other's.
 *
 * @throws Error when the path is taken
 */
export async function listenAt(
  server: Server,
  place: HostSocketPlace,
  { lock }: Pick<Libc, "lock">,
): Promise<Withdraw> {
  if ("descriptor" in place) {
    await listening(server, { fd: place.descriptor });
    // It is systemd's, which goes on taking connections for the next start.
    return () => {};
  }
  const { path, mode } = place;
  // systemd passes over names with a dot in front.
  const hidden = join(dirname(path), `.${basename(path)}`);
  mkdirSync(dirname(path), { recursive: true, mode: 0o755 });
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
  // Fails when something has come to the path that knows no lock.
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

/** Takes away a socket that nobody listens at. */
async function clear(path: string): Promise<void> {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isSocket()) throw new Error(`${path} is there and is no socket`);
  if (await isAlive(path)) throw new Error(`another server listens at ${path}`);
  rmSync(path, { force: true });
}

/** Whether somebody listens. Only a refusal means that nobody does; whatever else goes wrong may be a busy server. */
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
