import { z } from "zod";
import { accessSettings } from "../access/config.ts";
import { isOrigin, readableFile } from "../core/config/primitives.ts";
import { type Settings, settings } from "../core/config/settings.ts";
import { SettingsProblem } from "../core/config/settings-problem.ts";
import { databaseSettings } from "../database/config.ts";
import { auditSettings } from "../modules/audit/config.ts";
import { backupSettings } from "../modules/backup/config.ts";
import { webhookSettings } from "../modules/events/config.ts";
import { hostSettings } from "../modules/host/config.ts";
import { identitySettings } from "../modules/identity/config.ts";
import { ledgerSettings } from "../modules/ledger/config.ts";
import { vaultSettings } from "../modules/vault/config.ts";
import { verificationSettings } from "../modules/verification/config.ts";
import { threadSettings } from "../threads/config.ts";
import { channelSettings } from "../transports/channel/config.ts";
import { grpcSettings } from "../transports/connect/config.ts";
import { httpSettings } from "../transports/http/config.ts";
import { consoleSettings } from "./console/config.ts";
import { developmentSettings, publicDevelopment, withDevelopment } from "./development/config.ts";
import { metricsSettings } from "./metrics/config.ts";
import { fileVariable, readSecretFiles } from "./secret-files.ts";
import { misspelt, readSettingsFile } from "./settings-file.ts";
import { traceSettings } from "./traces/config.ts";

/** Settings of the log. */
const logSettings = settings({
  variables: {
    LOG_LEVEL: z
      .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
      .default("info")
      .describe("Least level of a line in the log"),
  },
  read: (read) => ({ level: read.LOG_LEVEL }),
});

/** The settings file, which unlike the environment can be read again. */
const fileSettings = settings({
  variables: {
    SETTINGS_FILE: readableFile
      .optional()
      .describe("File with a line `NAME=value` for each setting, instead of the environment; SIGHUP rereads it"),
  },
  read: (read) => ({ path: read.SETTINGS_FILE }),
});

/** The settings of every area. Each area adds its variables with its line here. */
export const areas = {
  http: httpSettings,
  database: databaseSettings,
  access: accessSettings,
  identity: identitySettings,
  verification: verificationSettings,
  vault: vaultSettings,
  ledger: ledgerSettings,
  webhooks: webhookSettings,
  backup: backupSettings,
  audit: auditSettings,
  host: hostSettings,
  channel: channelSettings,
  grpc: grpcSettings,
  console: consoleSettings,
  development: developmentSettings,
  threads: threadSettings,
  log: logSettings,
  metrics: metricsSettings,
  traces: traceSettings,
  file: fileSettings,
};

type Areas = typeof areas;

/** The configuration of the service, by area. */
export type Config = { readonly [Area in keyof Areas]: Readonly<ReturnType<Areas[Area]["read"]>> };

/** An area without its types, which are checked where it is declared. */
interface AnyArea {
  readonly variables: z.ZodRawShape;
  readonly secrets?: readonly string[];
  read(values: unknown): object;
  incomplete?(given: Readonly<Record<string, unknown>>): string[];
  contradictions?(values: unknown): string[];
}

const all = Object.entries(areas) as unknown as [string, AnyArea][];
const variables = Object.assign({}, ...all.map(([, area]) => area.variables)) as z.ZodRawShape;
/** Names of settings that may stand in a file of their own. */
export const secrets: readonly string[] = all.flatMap(([, area]) => area.secrets ?? []);
const names = [...Object.keys(variables), ...secrets.map(fileVariable)];

/** Describes names in the environment that are not read, but are nearly those of settings. */
export function suspects(env: NodeJS.ProcessEnv): string[] {
  return misspelt(env, names).map(([name, meant]) => `${name} is no setting; did you mean ${meant}?`);
}

/** Where the text of a setting comes from; a development service and `PUBLIC_URL` give some settings other defaults. */
export type SettingSource = "environment" | "settings file" | "secret file" | "DEVELOPMENT" | "PUBLIC_URL" | "default";

/** The settings with all that is wrong with them. */
export interface CheckedSettings {
  /** Undefined if there is a problem. */
  readonly config: Config | undefined;
  /** One line for each. No line quotes a value, because some are secrets. */
  readonly problems: readonly string[];
  /** Returns the text of a setting; undefined: its default. */
  readonly textOf: (name: string) => string | undefined;
  readonly sourceOf: (name: string) => SettingSource;
}

/**
 * Reads the configuration from environment variables and, overriding them, from the file of `SETTINGS_FILE`; secrets
 * also from files of their own. A variable set to the empty text counts as absent.
 *
 * @throws SettingsProblem whose message has a line for every problem
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const { config, problems } = checkSettings(env);
  if (config === undefined) throw new SettingsProblem(messageOf(problems));
  return config;
}

/** Writes the problems of settings as one message. */
export function messageOf(problems: readonly string[]): string {
  return ["The configuration is not usable:", ...problems.map((line) => `  ${line}`)].join("\n");
}

/** Reads the settings, and finds all of their problems. */
export function checkSettings(env: NodeJS.ProcessEnv): CheckedSettings {
  const file = readSettingsFile(env["SETTINGS_FILE"], names);
  const stated = Object.fromEntries(
    Object.entries({ ...env, ...file.given }).filter(([, value]) => value !== undefined && value !== ""),
  );
  const secret = readSecretFiles(stated, secrets);
  const given = withAudience(withDevelopment({ ...stated, ...secret.given }));
  const parsed = z.object(variables).safeParse(given);
  const problems = [
    ...file.problems,
    ...secret.problems,
    ...(parsed.error?.issues.map(lineOf) ?? []),
    ...all.flatMap(([, area]) => area.incomplete?.(given) ?? []),
    ...publicDevelopment(given),
    ...(parsed.success ? all.flatMap(([, area]) => area.contradictions?.(parsed.data) ?? []) : []),
  ];
  const isUsable = parsed.success && problems.length === 0;
  return {
    config: isUsable
      ? (deepFreeze(Object.fromEntries(all.map(([name, area]) => [name, readBy(area, parsed.data)]))) as Config)
      : undefined,
    problems,
    textOf: (name) => given[name] as string | undefined,
    sourceOf(name) {
      if (secret.given[name] !== undefined) return "secret file";
      if (stated[name] !== undefined)
        return file.given[name] === undefined || name === "SETTINGS_FILE" ? "environment" : "settings file";
      if (given[name] === undefined) return "default";
      return name === "TOKEN_AUDIENCE" ? "PUBLIC_URL" : "DEVELOPMENT";
    },
  };
}

/** Returns what an area makes of its settings. It gets no others: what it passes on could be a secret of theirs. */
function readBy(area: Settings<z.ZodRawShape, unknown>, values: Readonly<Record<string, unknown>>): unknown {
  return area.read(Object.fromEntries(Object.keys(area.variables).map((name) => [name, values[name]])));
}

/** Returns an environment without the secrets of the service, for programs of others. */
export function withoutSecrets(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = new Set([...secrets, ...secrets.map(fileVariable)]);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !own.has(name)));
}

/** Most characters of an audience. */
const audienceMax = 128;

/** Returns the settings, with the default audience if none is given: the origin at which clients reach the service. */
function withAudience(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const url = given["PUBLIC_URL"];
  const isAudience = typeof url === "string" && isOrigin(url) && url.length <= audienceMax;
  return isAudience ? { TOKEN_AUDIENCE: url, ...given } : given;
}

/** Formats a problem such as `JWT_ISSUERS[0].audience is invalid: Invalid input: expected string, received undefined`. */
function lineOf(issue: z.core.$ZodIssue): string {
  const [variable, ...rest] = issue.path;
  // A rule on member names has its own message, which is more specific.
  const message = (issue.code === "invalid_key" && issue.issues[0]?.message) || issue.message;
  const within = rest.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
  return `${String(variable)}${within} ${/^[a-z]/.test(message) ? "" : "is invalid: "}${message}`;
}

function deepFreeze<Value extends object>(value: Value): Value {
  for (const member of Object.values(value)) if (typeof member === "object" && member !== null) deepFreeze(member);
  return Object.freeze(value);
}
