import type { Database } from "../../database/source.ts";
import { type Stretching, stretchingInUse } from "../../modules/vault/index.ts";
import { openOutbound } from "../../outbound/outbound.ts";
import type { Config } from "../config.ts";
import { lookAtAudit } from "./audit.ts";
import { lookAtBackup } from "./backup.ts";
import { lookAtCertificate } from "./certificate.ts";
import { lookAtClock, watchSteps } from "./clock.ts";
import { findDatabase, lookAtProcesses } from "./database.ts";
import { lookAtDisk } from "./disk.ts";
import { type Finding, findings, reasonOf } from "./finding.ts";
import { lookAtMail } from "./mail.ts";
import { lookAtPort } from "./port.ts";
import { lookAtRedis } from "./redis.ts";
import { lookAtIssuers, lookAtWebhooks } from "./services.ts";
import { lookAtVault } from "./vault.ts";

/** Names of the checks, in the order of their findings. */
export const checkNames = [
  "database",
  "schema",
  "processes",
  "clock",
  "vault",
  "audit",
  "disk",
  "port",
  "tls",
  "mail",
  "issuers",
  "webhooks",
  "redis",
  "backup",
] as const;

export interface ExaminationOptions {
  /** Names of checks that are left out. */
  readonly without?: readonly string[];
  /** For fast tests only. */
  readonly stretching?: Stretching;
}

/**
 * Examines an installation, whether its service runs or not: it reads the database, asks other services as little as
 * shows that they answer, and changes nothing but files of its own that it removes again.
 */
export async function examine(
  config: Config,
  { without = [], stretching = stretchingInUse }: ExaminationOptions = {},
): Promise<readonly Finding[]> {
  const steps = watchSteps();
  await using resources = new AsyncDisposableStack();
  const outbound = resources.adopt(openOutbound(), (opened) => opened.close());
  const found = await findDatabase(config);
  if (found.database !== undefined) resources.adopt(found.database, (opened) => opened.close());
  /** Runs a check of a database whose tables are those of this version. */
  const inDatabase = async (look: (database: Database) => Promise<readonly Finding[]>) =>
    found.database === undefined || !found.hasOwnSchema ? [] : look(found.database);
  const nowMs = Date.now();
  const checks: readonly (readonly [name: string, look: () => Promise<readonly Finding[]>])[] = [
    ["processes", () => inDatabase(lookAtProcesses)],
    ["clock", () => inDatabase(lookAtClock)],
    ["vault", () => inDatabase((database) => lookAtVault(config, database, stretching))],
    ["audit", () => inDatabase((database) => lookAtAudit(config, database))],
    ["disk", () => lookAtDisk(config)],
    ["port", () => lookAtPort(config)],
    ["tls", () => lookAtCertificate(config, nowMs)],
    ["mail", () => lookAtMail(config, outbound)],
    ["issuers", () => lookAtIssuers(config, outbound)],
    ["webhooks", () => lookAtWebhooks(config, outbound)],
    ["redis", () => lookAtRedis(config)],
    ["backup", () => lookAtBackup(config, stretching, nowMs)],
  ];
  const looked = checks.filter(([name]) => !without.includes(name)).map(([name, look]) => tried(name, look));
  const all = [...found.findings, ...(await Promise.all(looked)).flat(), ...steps()];
  const place = ({ check }: Finding) => (checkNames as readonly string[]).indexOf(check);
  return all.filter(({ check }) => !without.includes(check)).sort((one, other) => place(one) - place(other));
}

/** Runs a check; one that fails in an unexpected way is a finding, too, so that the others are told. */
async function tried(name: string, look: () => Promise<readonly Finding[]>): Promise<readonly Finding[]> {
  try {
    return await look();
  } catch (error) {
    const message = `this could not be checked (${reasonOf(error)})`;
    return [findings(name).failed(message, "see that this user may read and write what the service does")];
  }
}
