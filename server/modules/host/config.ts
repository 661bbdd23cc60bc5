import { z } from "zod";
import { integer, jsonOrFile, text } from "../../core/config/primitives.ts";
import { settings } from "../../core/config/settings.ts";

/** The socket for the host operating system, and identities as its users. */
export interface HostSettings {
  /** A path, or the descriptor of a socket opened by systemd. Undefined: there is no socket. */
  readonly socket: { readonly path: string; readonly mode: number } | { readonly descriptor: number } | undefined;
  /** Permissions of users of the host, besides those of everyone. */
  readonly rules: readonly HostRule[];
  /** UIDs of identities as users of the host; the first is the GID of their group. */
  readonly uids: { readonly base: number; readonly count: number };
  readonly homeDirectory: string;
  readonly shell: string;
}

type HostRule = z.infer<typeof rule>;

/** An absolute path that fits in passwd(5). */
const path = text("an absolute path of at most 91 characters without colons", /^\/[^\0:\n]{0,90}$/);

// In a container all unmapped users have the number 65534.
const number = z
  .int()
  .min(0)
  .max(2 ** 32 - 2)
  .refine((value) => value !== 65_534, "must not be 65534, which stands for users that are not known");

const rule = z
  .strictObject({
    uid: number.optional(),
    gid: number.optional(),
    operations: z.array(z.string().regex(/^(\*|[a-z][a-z-]*:(\*|[a-z][a-z-]*))$/, "must be a permission")).min(1),
  })
  .refine(({ uid, gid }) => (uid === undefined) !== (gid === undefined), "must have either uid or gid");

const variables = {
  HOST_SOCKET: z
    .union([z.literal("default"), path])
    .optional()
    .describe("Socket for this host; without it there is none, unless systemd opens one"),
  HOST_SOCKET_MODE: text("three octal digits, such as 666", /^0?[0-7]{3}$/)
    .transform((digits) => Number.parseInt(digits, 8))
    .default(0o666)
    .meta({
      description: "Mode of the socket; everybody may connect, since the kernel identifies callers",
      default: "`666`",
    }),
  // Below the highest number that systems leave free (https://systemd.io/UIDS-GIDS).
  HOST_UID_BASE: integer(1_000, 4_000_000_000)
    .default(1_900_000_000)
    .describe("First of the UIDs of identities as users of the host, and the GID of their group"),
  HOST_UID_COUNT: integer(2, 100_000_000).default(1_000_000).describe("Number of these UIDs"),
  HOST_HOME: path.default("/home").describe("Folder of their home directories, which the service does not make"),
  HOST_SHELL: path.default("/usr/sbin/nologin").describe("Their shell"),
  HOST_POLICY: jsonOrFile.pipe(z.array(rule)).default([]).describe("Permissions of users of the host on the socket"),
  XDG_RUNTIME_DIR: text("the path of a folder")
    .optional()
    .describe("Set by the login: folder of the default socket, for users other than root"),
  LISTEN_PID: text("a process id").optional().describe("Set by systemd: the process for which it opened the socket"),
  LISTEN_FDS: text("`1`").optional().describe("Set by systemd: the number of sockets that it opened"),
};

type Variables = z.infer<z.ZodObject<typeof variables>>;

function toSettings(read: Variables): HostSettings {
  return {
    socket: socketOf(read),
    rules: read.HOST_POLICY,
    uids: { base: read.HOST_UID_BASE, count: read.HOST_UID_COUNT },
    homeDirectory: read.HOST_HOME.replace(/\/+$/, ""),
    shell: read.HOST_SHELL,
  };
}

function contradictions(read: Variables): string[] {
  const problems: string[] = [];
  const [first, last] = [read.HOST_UID_BASE, read.HOST_UID_BASE + read.HOST_UID_COUNT - 1];
  if (first <= 65_535 && last >= 65_534) {
    problems.push("HOST_UID_BASE and HOST_UID_COUNT: 65534 and 65535 must not be among the numbers");
  }
  if (read.HOST_SOCKET === "default" && !isRoot() && read.XDG_RUNTIME_DIR === undefined) {
    problems.push("HOST_SOCKET is default, which needs XDG_RUNTIME_DIR for users other than root");
  }
  if (isActivated(read) && read.LISTEN_FDS !== "1") {
    problems.push("LISTEN_FDS must be 1: the service takes one socket from systemd, the host's");
  }
  return problems;
}

function socketOf(read: Variables): HostSettings["socket"] {
  if (isActivated(read)) return { descriptor: firstDescriptor };
  const { HOST_SOCKET: named, HOST_SOCKET_MODE: mode, XDG_RUNTIME_DIR: runtime } = read;
  if (named === undefined) return undefined;
  const directory = isRoot() ? "/run" : runtime;
  return { path: named === "default" ? `${directory}/platonic/host.sock` : named, mode };
}

/** SD_LISTEN_FDS_START of sd_listen_fds(3). */
const firstDescriptor = 3;

/** Whether systemd started this process itself, not a parent of it, with a socket. */
function isActivated({ LISTEN_PID, LISTEN_FDS }: Pick<Variables, "LISTEN_PID" | "LISTEN_FDS">): boolean {
  return LISTEN_FDS !== undefined && LISTEN_PID === String(process.pid);
}

function isRoot(): boolean {
  return process.geteuid?.() === 0;
}

/** Settings of the host, read from the environment. */
export const hostSettings = settings({ variables, read: toSettings, contradictions });
