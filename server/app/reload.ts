import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import { isDeepStrictEqual } from "node:util";
import type { Logger } from "pino";
import { SettingsProblem } from "../core/config/settings-problem.ts";
import { withRecord } from "../modules/audit/index.ts";
import type { Port } from "../transports/http/port.ts";
import type { Config } from "./config.ts";
import type { Modules } from "./modules.ts";

/** Parts of the service that apply settings while it runs. */
export interface ReloadDeps {
  readonly modules: Pick<Modules, "access" | "audit" | "ledger">;
  readonly port: Pick<Port, "setCertificate">;
  readonly log: Logger;
  /** Fetches what other threads have observed of calls; absent: there are none. */
  readonly gather: (() => Promise<void>) | undefined;
}

/**
 * Applies the certificate, plans, issuers, the ledger's policy and the level of the log. Returns the areas of which
 * other settings have changed, which take effect at a restart.
 *
 * Rejects, without any change, if the certificate or the policy cannot be applied, or the audit log cannot be written.
 */
export async function reload(
  current: Config,
  next: Config,
  { modules, port, log, gather }: ReloadDeps,
): Promise<string[]> {
  const areas = Object.keys(current) as (keyof Config)[];
  const changed = areas.filter((area) => !isDeepStrictEqual(current[area], next[area]));
  const act = { action: "service.reload", values: { changed_since_start: changed.join(" ") } };
  // Calls of before are logged by the level of before.
  await gather?.();
  await withRecord(modules.audit, act, () => {
    const tls = current.http.tls && readTls(next);
    modules.ledger.reload(next.ledger);
    modules.access.reload(next.access);
    if (tls) port.setCertificate(tls);
    log.level = next.log.level;
  });
  return areas.filter((area) => !isDeepStrictEqual(fixedPart(current, area), fixedPart(next, area)));
}

/**
 * Returns the PEM texts of certificate and key; undefined without TLS.
 *
 * @throws SettingsProblem if the certificate cannot be used, or does not match the key
 */
export function readTls({ http: { tls } }: Config): { cert: string; key: string } | undefined {
  if (tls === undefined) return undefined;
  try {
    const read = { cert: readFileSync(tls.certFile, "utf8"), key: readFileSync(tls.keyFile, "utf8") };
    createSecureContext(read);
    return read;
  } catch (error) {
    const { message } = error as Error;
    throw new SettingsProblem(
      `TLS_CERT_FILE (${tls.certFile}) and TLS_KEY_FILE (${tls.keyFile}) cannot be used: ${message}`,
      { cause: error },
    );
  }
}

/** Settings of an area that cannot be changed while the service runs. */
function fixedPart(config: Config, area: keyof Config): object {
  switch (area) {
    case "access":
      return { ...config.access, plans: undefined, issuers: undefined };
    case "ledger":
      return { ...config.ledger, policy: undefined };
    case "http":
      return { ...config.http, tls: config.http.tls !== undefined };
    case "log":
      return {};
    default:
      return config[area];
  }
}
