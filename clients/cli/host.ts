import { lstatSync, mkdirSync, readlinkSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { connect } from "node:net";
import { dirname, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { shortenToken } from "../host/short-token.ts";
import { askVarlink } from "../host/varlink.ts";

/** What a command has to say, or why there is no such command. */
export type HostOutcome =
  | { readonly json: object; readonly text: string; readonly status: number }
  | { readonly misuse: string };

/** As which systemd knows the service. */
const serviceName = "io.platonic.identity";

/** `platonic host ...`: registers the service with the operating system that this runs on. */
export async function hostCommand(words: readonly string[], env: NodeJS.ProcessEnv): Promise<HostOutcome> {
  const [verb, ...rest] = words;
  if (rest.length > 0) return { misuse: `${rest[0]} is one word too many` };
  if (verb === "shorten") return shorten();
  if (verb !== "register" && verb !== "unregister" && verb !== "status") {
    return {
      misuse:
        verb === undefined ? "host: register, unregister, status or shorten?" : `there is no command host ${verb}`,
    };
  }
  const socket = socketOf(env);
  if (socket === undefined) return { misuse: "set HOST_SOCKET to the path of the service's socket" };
  const link = join(resolve(env["HOST_USERDB"] ?? "/run/systemd/userdb"), serviceName);
  if (verb === "register") return done(await register(socket, link), "registered", link);
  if (verb === "unregister") return done(unregister(socket, link), "removed", link);
  return status(socket, link);
}

function done(isChanged: boolean, word: string, link: string): HostOutcome {
  const told = isChanged ? `${word} at ${link}\n` : `nothing to do at ${link}\n`;
  return { json: { changed: isChanged, at: link }, text: told, status: 0 };
}

/** As the service settles it: see HOST_SOCKET in docs/reference/settings.md. */
function socketOf({ HOST_SOCKET: named = "default", XDG_RUNTIME_DIR: runtime }: NodeJS.ProcessEnv): string | undefined {
  if (named !== "default" && named !== "") return resolve(named);
  const directory = process.geteuid?.() === 0 ? "/run" : runtime;
  return directory === undefined ? undefined : join(directory, "platonic/host.sock");
}

/** Whether anything had to be done. What is there and answers is never taken away. */
async function register(socket: string, link: string): Promise<boolean> {
  if (socket === link) return false;
  const found = lstatSync(link, { throwIfNoEntry: false });
  if (found?.isSymbolicLink() && targetOf(link) === socket) return false;
  if (found !== undefined && (await isAlive(link))) throw new Error(`another service answers at ${link}`);
  if (found !== undefined && !found.isSymbolicLink() && !found.isSocket()) throw new Error(`${link} is no socket`);
  mkdirSync(dirname(link), { recursive: true, mode: 0o755 });
  // In one step, so that the name is never missing. systemd passes over names with a dot in front.
  const beside = join(dirname(link), `.${serviceName}.${process.pid}`);
  rmSync(beside, { force: true });
  symlinkSync(socket, beside);
  renameSync(beside, link);
  return true;
}

function unregister(socket: string, link: string): boolean {
  const found = lstatSync(link, { throwIfNoEntry: false });
  if (found === undefined) return false;
  if (!found.isSymbolicLink()) throw new Error(`${link} is the service's own socket, which goes when the service ends`);
  if (targetOf(link) !== socket) throw new Error(`${link} leads to ${targetOf(link)} and not to ${socket}`);
  rmSync(link);
  return true;
}

async function status(socket: string, link: string): Promise<HostOutcome> {
  const found = lstatSync(link, { throwIfNoEntry: false });
  const isRegistered =
    found !== undefined && (link === socket || (found.isSymbolicLink() && targetOf(link) === socket));
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
  const lines = [
    `socket               ${socket}, ${info === undefined ? "where nobody listens" : `version ${info["version"]}`}`,
    `identity provider    ${json.isIdentityProvider ? link : isRegistered ? "registered, but not there" : "not registered"}`,
    `transaction handler  ${json.isTransactionHandler ? "io.platonic.Wallet" : "-"}`,
    `kernel operations    ${json.isWithKernel ? "io.platonic.Kernel" : "-"}`,
  ];
  return { json, text: lines.map((line) => `${line}\n`).join(""), status: json.isIdentityProvider ? 0 : 1 };
}

/** A token on standard input, for prompts that cut what is long. Not by an argument, which every user sees. */
async function shorten(): Promise<HostOutcome> {
  const short = shortenToken((await text(process.stdin)).trim());
  return { json: { token: short }, text: `${short}\n`, status: 0 };
}

function targetOf(link: string): string {
  return resolve(dirname(link), readlinkSync(link));
}

function isAlive(path: string): Promise<boolean> {
  return new Promise((tell, reject) => {
    const socket = connect({ path });
    socket.once("connect", () => {
      socket.destroy();
      tell(true);
    });
    socket.once("error", (error: NodeJS.ErrnoException) => {
      const isNobody = ["ECONNREFUSED", "ENOENT", "ENOTDIR", "ENOTSOCK", "ELOOP"].includes(error.code ?? "");
      if (isNobody) tell(false);
      else reject(error);
    });
  });
}
