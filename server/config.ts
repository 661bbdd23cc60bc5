import { accessSync, constants, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { type HostConfig, hostDisagreements, hostPolicyRules, hostVariables, toHostConfig } from "./config-host.ts";
import { fixedRates, type LedgerConfig, ledgerPolicy, toLedgerConfig } from "./config-ledger.ts";
import type { Issuer } from "./domain/access/issuer.ts";
import type { Plan } from "./domain/access/plan.ts";
import { isEmailAddress } from "./domain/verification/addresses.ts";
import { isMisspelt } from "./pipeline/api-key.ts";
import { isTokenShaped, isVisibleAscii } from "./pipeline/bearer.ts";
import { type DatabaseServer, readDatabaseUrl } from "./store/database-url.ts";

/** What the environment settles. */
export interface Config {
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
  /** Whether anybody may make an identity, without credentials. */
  readonly openRegistration: boolean;
  /** For whom rotating tokens must be: their claim `aud`. */
  readonly tokenAudience: string;
  /** The claim `iss` of the tokens that the service signs. */
  readonly ownIssuer: string;
  /** What the service is called in mails and authenticator apps. */
  readonly serviceName: string;
  /** The mail server for verification codes. Absent: codes stay in an outbox for administrators, for development. */
  readonly mail: { readonly url: string; readonly from: string } | undefined;
  /** Where codes for phones go. Absent: the outbox. */
  readonly phoneWebhook: { readonly url: string; readonly secret: string } | undefined;
  /** The third party that checks identities, and the secret of messages to it and from it. Absent: there is none. */
  readonly complianceWebhook: { readonly url: string; readonly secret: string } | undefined;
  /** The web site from whose pages hardware keys are used. */
  readonly relyingParty:
    | { readonly name: string; readonly id: string; readonly origins: readonly string[] }
    | undefined;
  /** Seconds after which clients' tokens must be new. */
  readonly rotationWindowSeconds: number;
  /** What the scope of a token may give its session, beside what belongs to the identity. */
  readonly sessionGrants: readonly string[];
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

export interface ChannelConfig {
  /** Whether channels may come over plain HTTP from elsewhere than this host. */
  readonly allowsPlain: boolean;
  /** Channels at the same time, from one network and of one identity. */
  readonly perNetworkMax: number;
  readonly perIdentityMax: number;
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

const integer = (minimum: number, maximum: number) =>
  z
    .string()
    .transform((text) => (/^\d{1,15}$/.test(text) ? Number(text) : Number.NaN))
    .refine((value) => value >= minimum && value <= maximum, `must be an integer from ${minimum} to ${maximum}`);

const readableFile = z.string().refine(isReadable, "names a file that cannot be read");

/** The parser's own message would quote the text. */
const json = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue({ code: "custom", message: "is not valid JSON" });
    return z.NEVER;
  }
});

const jsonOrFile = z
  .string()
  .transform((text, context) => {
    if (!text.startsWith("@")) return text;
    try {
      return readFileSync(text.slice(1), "utf8");
    } catch {
      context.addIssue({ code: "custom", message: "names a file that cannot be read" });
      return z.NEVER;
    }
  })
  .pipe(json);

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

const origins = z
  .string()
  .transform((text) => text.split(",").map((origin) => origin.trim()))
  .refine((list) => list.every(isOrigin), "must be * or origins such as https://example.org, with commas between");

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
  OPEN_REGISTRATION: z.enum(["true", "false"]).default("false"),
  TOKEN_AUDIENCE: z
    .string()
    .regex(/^[\x21-\x7e]{1,128}$/, "must be 1 to 128 visible ASCII characters")
    .default("platonic"),
  OWN_ISSUER: z
    .string()
    .regex(/^[\x21-\x7e]{1,256}$/, "must be 1 to 256 visible ASCII characters, best the URL of the service")
    .default("platonic"),
  SERVICE_NAME: z
    .string()
    .regex(/^[\p{L}\p{N} ._-]{1,64}$/u, "must be 1 to 64 letters, digits, spaces, dots, hyphens")
    .default("Platonic"),
  MAIL_URL: z
    .string()
    .refine((text) => /^smtps?:\/\/./.test(text) && URL.canParse(text), "must be like smtps://name:password@host:465")
    .optional(),
  MAIL_FROM: z.string().refine(isEmailAddress, "must be an e-mail address").optional(),
  PHONE_WEBHOOK_URL: z.string().refine(isWebAddress, "must be an http or https URL").optional(),
  PHONE_WEBHOOK_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  COMPLIANCE_WEBHOOK_URL: z.string().refine(isWebAddress, "must be an http or https URL").optional(),
  COMPLIANCE_WEBHOOK_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  WEBAUTHN_RP_ID: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/, "must be a domain name")
    .optional(),
  WEBAUTHN_ORIGINS: z
    .string()
    .transform((text) => text.split(",").map((origin) => origin.trim()))
    .refine((list) => list.every((origin) => origin !== "*" && isOrigin(origin)), "must be origins with commas between")
    .optional(),
  ROTATION_WINDOW: integer(30, 900).default(300),
  SESSION_GRANTS: z
    .string()
    .regex(
      /^[a-z][a-z-]*:(\*|[a-z][a-z-]*)( [a-z][a-z-]*:(\*|[a-z][a-z-]*))*$/,
      "must be permissions with spaces between",
    )
    .transform((text) => text.split(" "))
    .default(["geocode:*"]),
  VAULT_PASSPHRASE_FILE: readableFile.optional(),
  BACKUPS: z.enum(["on", "off"]).default("on"),
  BACKUP_DIR: z.string().optional(),
  BACKUP_RETENTION: integer(1, 10_000).default(14),
  LEDGER_POLICY: jsonOrFile.pipe(ledgerPolicy).optional(),
  RATES: jsonOrFile.pipe(fixedRates).default([]),
  RATE_FEED_URL: z.string().refine(isWebAddress, "must be an http or https URL").optional(),
  RATE_MAX_AGE: integer(1, 31_536_000).default(3_600),
  QUOTE_SECONDS: integer(1, 3_600).default(30),
  TRANSACTIONS_PER_MINUTE: integer(1, 1_000_000_000).default(60_000),
  ...hostVariables,
  HOST_POLICY: jsonOrFile.pipe(hostPolicyRules).default([]),
  CHANNEL_PLAIN: z.enum(["loopback", "any"]).default("loopback"),
  CHANNELS_PER_NETWORK: integer(1, 1_000_000).default(256),
  CHANNELS_PER_IDENTITY: integer(1, 1_000_000).default(16),
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
    openRegistration: read.OPEN_REGISTRATION === "true",
    tokenAudience: read.TOKEN_AUDIENCE,
    ownIssuer: read.OWN_ISSUER,
    serviceName: read.SERVICE_NAME,
    mail:
      read.MAIL_URL === undefined || read.MAIL_FROM === undefined
        ? undefined
        : { url: read.MAIL_URL, from: read.MAIL_FROM },
    phoneWebhook:
      read.PHONE_WEBHOOK_URL === undefined || read.PHONE_WEBHOOK_SECRET === undefined
        ? undefined
        : { url: read.PHONE_WEBHOOK_URL, secret: read.PHONE_WEBHOOK_SECRET },
    complianceWebhook:
      read.COMPLIANCE_WEBHOOK_URL === undefined || read.COMPLIANCE_WEBHOOK_SECRET === undefined
        ? undefined
        : { url: read.COMPLIANCE_WEBHOOK_URL, secret: read.COMPLIANCE_WEBHOOK_SECRET },
    relyingParty:
      read.WEBAUTHN_RP_ID === undefined || read.WEBAUTHN_ORIGINS === undefined
        ? undefined
        : { name: read.SERVICE_NAME, id: read.WEBAUTHN_RP_ID, origins: read.WEBAUTHN_ORIGINS },
    rotationWindowSeconds: read.ROTATION_WINDOW,
    sessionGrants: read.SESSION_GRANTS,
    vaultPassphraseFile: read.VAULT_PASSPHRASE_FILE,
    backups: {
      areAutomatic: read.BACKUPS === "on",
      directory: read.BACKUP_DIR ?? join(read.DATA_DIR, "backups"),
      retention: read.BACKUP_RETENTION,
    },
    ledger: toLedgerConfig(read),
    hostSystem: toHostConfig(read),
    channel: {
      allowsPlain: read.CHANNEL_PLAIN === "any",
      perNetworkMax: read.CHANNELS_PER_NETWORK,
      perIdentityMax: read.CHANNELS_PER_IDENTITY,
    },
    logLevel: read.LOG_LEVEL,
    shutdownGraceMs: read.SHUTDOWN_GRACE_MS,
    workerThreads: read.WORKER_THREADS,
  });
}

function allPlans(read: Variables) {
  return { ...defaultPlans, ...read.PLANS };
}

const pairs = [
  ["MAIL_URL", "MAIL_FROM"],
  ["PHONE_WEBHOOK_URL", "PHONE_WEBHOOK_SECRET"],
  ["COMPLIANCE_WEBHOOK_URL", "COMPLIANCE_WEBHOOK_SECRET"],
  ["WEBAUTHN_RP_ID", "WEBAUTHN_ORIGINS"],
] as const;

/** Problems of variables that are good by themselves. */
function disagreements(given: Record<string, unknown>, read: Variables | undefined): string[] {
  const problems: string[] = [];
  const [certGiven, keyGiven] = [given["TLS_CERT_FILE"] !== undefined, given["TLS_KEY_FILE"] !== undefined];
  if (certGiven !== keyGiven) {
    problems.push(`${certGiven ? "TLS_KEY_FILE" : "TLS_CERT_FILE"} is missing: TLS needs both or neither`);
  }
  for (const [first, second] of pairs) {
    const missing = given[first] === undefined ? first : second;
    if ((given[first] === undefined) !== (given[second] === undefined)) {
      problems.push(`${missing} is missing: ${first} and ${second} go together`);
    }
  }
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

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

function isWebAddress(text: string): boolean {
  return /^https?:/i.test(text) && URL.canParse(text);
}

function isOrigin(text: string): boolean {
  return text === "*" || (URL.canParse(text) && new URL(text).origin === text);
}

function deepFreeze<Value extends object>(value: Value): Value {
  for (const member of Object.values(value)) if (typeof member === "object" && member !== null) deepFreeze(member);
  return Object.freeze(value);
}
