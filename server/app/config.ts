import { availableParallelism } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { isMisspelt } from "../access/authentication/api-key.ts";
import { isTokenShaped, isVisibleAscii } from "../access/authentication/bearer.ts";
import type { Issuer } from "../access/domain/issuer.ts";
import {
  integer,
  isReadable,
  isWebAddress,
  json,
  jsonOrFile,
  origins,
  readableFile,
} from "../core/config/primitives.ts";
import { type DatabaseServer, readDatabaseUrl } from "../database/mysql/database-url.ts";
import { type HostConfig, hostDisagreements, hostVariables, toHostConfig } from "../modules/host/config.ts";
import {
  type IdentityConfig,
  identityDisagreements,
  identityVariables,
  toIdentityConfig,
} from "../modules/identity/config.ts";
import { type LedgerConfig, ledgerVariables, toLedgerConfig } from "../modules/ledger/config.ts";
import type { Plan } from "../rpc/plan.ts";
import { type ChannelConfig, channelVariables, toChannelConfig } from "../transports/channel/config.ts";

/** What the environment settles. */
export interface Config extends IdentityConfig {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly dataDirectory: string;
  /** Absent: data are kept in SQLite, in the data directory. */
  readonly databaseServer: DatabaseServer | undefined;
  /** Paths of PEM files. Absent: no TLS. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
  readonly issuers: readonly Issuer[];
  readonly plans: ReadonlyMap<string, Plan>;
  /** Origins of web pages that may call; `*` for any. */
  readonly corsOrigins: readonly string[];
  readonly bootstrapApiKey: string | undefined;
  /** Path of a file with the vault's passphrase. Absent: one is made in the data directory. */
  readonly vaultPassphraseFile: string | undefined;
  /** Encrypted copies of the database: whether they are made by themselves, where, and how many are kept. */
  readonly backups: { readonly areAutomatic: boolean; readonly directory: string; readonly retention: number };
  readonly ledger: LedgerConfig;
  readonly hostSystem: HostConfig;
  readonly channel: ChannelConfig;
  readonly logLevel: LogLevel;
  readonly shutdownGraceMs: number;
  readonly workerThreads: number;
}

export type LogLevel = (typeof logLevels)[number];

/**
 * Reads the configuration from environment variables; one that is set to nothing counts as absent.
 *
 * @throws Error whose message has a line for every problem. No line quotes a value, because some are secrets.
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
  const read = variables.safeParse(given);
  const problems = [...(read.error?.issues.map(lineOf) ?? []), ...disagreements(given, read.data)];
  if (read.data === undefined || problems.length > 0) {
    throw new Error(["The configuration is not usable:", ...problems.map((line) => `  ${line}`)].join("\n"));
  }
  return toConfig(read.data);
}

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

const defaultPlans = {
  developer: { requestsPerMinute: 100, concurrentRequests: 20 },
  professional: { requestsPerMinute: 500, concurrentRequests: 50 },
  enterprise: { requestsPerMinute: 2_000, concurrentRequests: 200 },
  operator: { requestsPerMinute: 10_000_000, concurrentRequests: 1_000 },
  // Of users of the host other than root, for each; of sessions, for each identity; of calls without credentials, for
  // each network.
  host: { requestsPerMinute: 6_000, concurrentRequests: 32 },
  identity: { requestsPerMinute: 600, concurrentRequests: 20 },
  visitor: { requestsPerMinute: 60, concurrentRequests: 10 },
};

const word = z.string().min(1);

const issuers = z
  .array(
    z.strictObject({
      issuer: word,
      audience: word,
      jwks: word.refine((text) => isWebAddress(text) || isReadable(text), "is neither a URL nor a readable file"),
      permissionsClaim: word.optional(),
      planClaim: word.default("plan"),
      defaultPlan: word.optional(),
    }),
  )
  .refine((list) => new Set(list.map((entry) => entry.issuer)).size === list.length, "names an issuer twice");

const plans = z.record(
  z.string().regex(/^[a-z][a-z0-9-]{0,63}$/, "must be a name of lower-case letters, digits and hyphens"),
  z.strictObject({ requestsPerMinute: z.int().min(1).max(1e12), concurrentRequests: z.int().min(1).max(1e6) }),
);

const databaseUrl = z.string().transform((text, context): DatabaseServer => {
  try {
    const server = readDatabaseUrl(text);
    if (server.tls?.caFile === undefined || isReadable(server.tls.caFile)) return server;
    context.addIssue({ code: "custom", message: "has a tlsCaFile that cannot be read" });
  } catch (error) {
    context.addIssue({ code: "custom", message: (error as Error).message });
  }
  return z.NEVER;
});

/** What would never be accepted as a key is refused here, where someone reads why. */
const bootstrapApiKey = z
  .string()
  .min(32, "must have at least 32 characters")
  .refine(isVisibleAscii, "must have visible ASCII characters only, to fit in a header")
  .refine((text) => !isTokenShaped(text), "must not have three parts with dots between: that is a JWT")
  .refine((text) => !isMisspelt(text), "begins like a key of this service, but its checksum is wrong");

const variables = z.object({
  HOST: z.string().default("127.0.0.1"),
  PORT: integer(0, 65_535).default(8080),
  DATA_DIR: z.string().default("./data"),
  DATABASE_URL: databaseUrl.optional(),
  TLS_CERT_FILE: readableFile.optional(),
  TLS_KEY_FILE: readableFile.optional(),
  JWT_ISSUERS: jsonOrFile.pipe(issuers).default([]),
  PLANS: json.pipe(plans).default({}),
  CORS_ORIGINS: origins.default(["*"]),
  BOOTSTRAP_API_KEY: bootstrapApiKey.optional(),
  ...identityVariables,
  VAULT_PASSPHRASE_FILE: readableFile.optional(),
  BACKUPS: z.enum(["on", "off"]).default("on"),
  BACKUP_DIR: z.string().optional(),
  BACKUP_RETENTION: integer(1, 10_000).default(14),
  ...ledgerVariables,
  ...hostVariables,
  ...channelVariables,
  LOG_LEVEL: z.enum(logLevels).default("info"),
  SHUTDOWN_GRACE_MS: integer(0, 3_600_000).default(10_000),
  WORKER_THREADS: integer(1, 1_024).default(Math.max(1, availableParallelism() - 1)),
});

type Variables = z.infer<typeof variables>;

function toConfig(read: Variables): Config {
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile } = read;
  return deepFreeze({
    host: read.HOST,
    port: read.PORT,
    dataDirectory: read.DATA_DIR,
    databaseServer: read.DATABASE_URL,
    tls: certFile === undefined || keyFile === undefined ? undefined : { certFile, keyFile },
    issuers: read.JWT_ISSUERS.map((entry) => ({ permissionsClaim: undefined, defaultPlan: undefined, ...entry })),
    plans: new Map(Object.entries(allPlans(read)).map(([name, bounds]) => [name, deepFreeze({ name, ...bounds })])),
    corsOrigins: read.CORS_ORIGINS,
    bootstrapApiKey: read.BOOTSTRAP_API_KEY,
    ...toIdentityConfig(read),
    vaultPassphraseFile: read.VAULT_PASSPHRASE_FILE,
    backups: {
      areAutomatic: read.BACKUPS === "on",
      directory: read.BACKUP_DIR ?? join(read.DATA_DIR, "backups"),
      retention: read.BACKUP_RETENTION,
    },
    ledger: toLedgerConfig(read),
    hostSystem: toHostConfig(read),
    channel: toChannelConfig(read),
    logLevel: read.LOG_LEVEL,
    shutdownGraceMs: read.SHUTDOWN_GRACE_MS,
    workerThreads: read.WORKER_THREADS,
  });
}

function allPlans(read: Variables) {
  return { ...defaultPlans, ...read.PLANS };
}

/** Problems of variables that are good by themselves. */
function disagreements(given: Record<string, unknown>, read: Variables | undefined): string[] {
  const problems: string[] = [];
  const [certGiven, keyGiven] = [given["TLS_CERT_FILE"] !== undefined, given["TLS_KEY_FILE"] !== undefined];
  if (certGiven !== keyGiven) {
    problems.push(`${certGiven ? "TLS_KEY_FILE" : "TLS_CERT_FILE"} is missing: TLS needs both or neither`);
  }
  problems.push(...identityDisagreements(given));
  if (read === undefined) return problems;
  problems.push(...hostDisagreements(read));
  const known = new Set(Object.keys(allPlans(read)));
  read.JWT_ISSUERS.forEach(({ defaultPlan }, index) => {
    if (defaultPlan !== undefined && !known.has(defaultPlan)) {
      problems.push(`JWT_ISSUERS[${index}].defaultPlan names no configured plan`);
    }
  });
  return problems;
}

/** Such as `JWT_ISSUERS[0].audience: Invalid input: expected string, received undefined`. */
function lineOf({ path: [variable, ...rest], message }: z.core.$ZodIssue): string {
  const within = rest.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
  return `${String(variable)}${within} ${/^[a-z]/.test(message) ? "" : "is not right: "}${message}`;
}

function deepFreeze<Value extends object>(value: Value): Value {
  for (const member of Object.values(value)) if (typeof member === "object" && member !== null) deepFreeze(member);
  return Object.freeze(value);
}
