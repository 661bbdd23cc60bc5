import { lstatSync, readlinkSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { connect } from "node:net";
import { dirname, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { shortenToken } from "../../host/short-token.ts";
import { askVarlink } from "../../host/varlink.ts";
import { makeFolder } from "../../typescript/src/wallet/file-storage.ts";
import { command, type Outcome } from "../command.ts";
import { lines, printable } from "../text.ts";
import { UsageError } from "../usage-error.ts";

/** The name of the service for systemd. */
const serviceName = "io.platonic.identity";

/** Registers the service as an identity provider of this machine. */
export const hostRegister = command({
  name: "host register",
  summary: "Registers the service as an identity provider of this machine.",
  async run({ env }) {
    const { socket, link } = pathsOf(env);
    const isChanged = await register(socket, link).catch((error: unknown) => {
      throw withAdvice(error, link);
    });
    return changeOf(isChanged, "registered", link);
  },
});

export const hostUnregister = command({
  name: "host unregister",
  summary: "Takes the registration back.",
  async run({ env }) {
    const { socket, link } = pathsOf(env);
    try {
      return changeOf(unregister(socket, link), "removed", link);
    } catch (error) {
      throw withAdvice(error, link);
    }
  },
});

export const hostStatus = command({
  name: "host status",
  summary: "Tells whether the service is registered, and answers.",
  async run({ env }) {
    const { socket, link } = pathsOf(env);
    return status(socket, link);
  },
});

/**
 * Shortens a token for prompts that truncate long input. The token is read from standard input, since every user can
 * see arguments.
 */
export const hostShorten = command({
  name: "host shorten",
  summary: "Shortens a token for prompts that cut long input.",
  examples: ["platonic host shorten < token"],
  input: "TOKEN",
  async run() {
    const token = shortenToken((await text(process.stdin)).trim());
    return { json: { token }, text: `${token}\n` };
  },
});

function changeOf(isChanged: boolean, change: string, link: string): Outcome {
  return {
    json: { changed: isChanged, at: link },
    text: isChanged ? `${change} at ${link}\n` : `nothing to do at ${link}\n`,
  };
}

/** Adds advice to the error if the folder of the registrations cannot be changed. */
function withAdvice(error: unknown, link: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) return error;
  const advice = "run this as root, or set HOST_USERDB to a folder that can be written";
  return new Error(`${dirname(link)} cannot be changed (${code}): ${advice}`);
}

/** @throws UsageError */
function pathsOf(env: NodeJS.ProcessEnv): { readonly socket: string; readonly link: string } {
  const socket = socketOf(env);
  if (socket === undefined) throw new UsageError("set HOST_SOCKET to the path of the service's socket");
  return { socket, link: join(resolve(env["HOST_USERDB"] ?? "/run/systemd/userdb"), serviceName) };
}

/** Returns the socket by the service's rules: see HOST_SOCKET in docs/reference/settings.md. */
function socketOf({ HOST_SOCKET: named = "default", XDG_RUNTIME_DIR: runtime }: NodeJS.ProcessEnv): string | undefined {
  if (named !== "default" && named !== "") return resolve(named);
  const directory = process.geteuid?.() === 0 ? "/run" : runtime;
  return directory === undefined ? undefined : join(directory, "platonic/host.sock");
}

/** Registers the socket; returns whether anything changed. Never replaces the socket of a service that answers. */
async function register(socket: string, link: string): Promise<boolean> {
  if (socket === link || leadsTo(socket, link)) return false;
  const found = lstatSync(link, { throwIfNoEntry: false });
  const isTaken = found !== undefined && (await isAlive(link));
  await makeFolder(dirname(link), 0o755);
  // Another registration may have come first. There is no await from here on.
  if (leadsTo(socket, link)) return false;
  if (isTaken) throw new Error(`another service answers at ${link}`);
  if (found !== undefined && !found.isSymbolicLink() && !found.isSocket())
    throw new Error(`${link} is not a socket: look at it, and remove it`);
  // Renamed into place, so that the name always exists. systemd ignores names that begin with a dot.
  const beside = join(dirname(link), `.${serviceName}.${process.pid}`);
  rmSync(beside, { force: true });
  symlinkSync(socket, beside);
  renameSync(beside, link);
  return true;
}

function unregister(socket: string, link: string): boolean {
  const found = lstatSync(link, { throwIfNoEntry: false });
  if (found === undefined) return false;
  if (!found.isSymbolicLink())
    throw new Error(`${link} is the service's own socket; it is removed when the service stops`);
  if (targetOf(link) !== socket) throw new Error(`${link} leads to ${targetOf(link)}, not to ${socket}`);
  rmSync(link);
  return true;
}

async function status(socket: string, link: string): Promise<Outcome> {
  const found = lstatSync(link, { throwIfNoEntry: false });
  const isRegistered = found !== undefined && (link === socket || leadsTo(socket, link));
  const info = (await isAlive(socket)) ? await askVarlink(socket, "org.varlink.service.GetInfo") : undefined;
  const interfaces = (info?.["interfaces"] as string[] | undefined) ?? [];
  const offers = (name: string) => info !== undefined && interfaces.includes(name);
  const json = {
    socket,
    isListening: info !== undefined,
    version: info?.["version"] ?? null,
    isIdentityProvider: isRegistered && offers("io.systemd.UserDatabase"),
    isTransactionHandler: offers("io.platonic.Wallet"),
    isWithKernel: offers("io.platonic.Kernel"),
  };
  const rows = [
    `socket               ${socket}, ${info === undefined ? "not listening" : `version ${info["version"]}`}`,
    `identity provider    ${json.isIdentityProvider ? link : isRegistered ? "registered, but not there" : "not registered"}`,
    `transaction handler  ${json.isTransactionHandler ? "io.platonic.Wallet" : "-"}`,
    `kernel operations    ${json.isWithKernel ? "io.platonic.Kernel" : "-"}`,
  ];
  return { json, text: lines(rows.map(printable)), status: json.isIdentityProvider ? 0 : 1 };
}

function leadsTo(socket: string, link: string): boolean {
  return lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() === true && targetOf(link) === socket;
}

function targetOf(link: string): string {
  return resolve(dirname(link), readlinkSync(link));
}

function isAlive(path: string): Promise<boolean> {
  return new Promise((fulfil, reject) => {
    const socket = connect({ path });
    socket.once("connect", () => {
      socket.destroy();
      fulfil(true);
    });
    socket.once("error", (error: NodeJS.ErrnoException) => {
      const isDead = ["ECONNREFUSED", "ENOENT", "ENOTDIR", "ENOTSOCK", "ELOOP"].includes(error.code ?? "");
      if (isDead) fulfil(false);
      else reject(error);
    });
  });
}
