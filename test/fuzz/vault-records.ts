import type { Database } from "../../server/database/source.ts";
import { serviceSecret } from "../../server/modules/vault/store/service-secrets.ts";
import type { Vault } from "../../server/modules/vault/vault.ts";

/**
 * Seals a record and stores it durably, or opens the one that is stored. Place and content follow from the name, so
 * that a record which a process has stored but could not tell of any more can be checked as well.
 */
export function record(vault: Vault, database: Database, name: string): Promise<Uint8Array> {
  const place = {
    table: "service_secrets",
    column: "sealed",
    row: name,
    identity: identityOf(name),
    purpose: "profile",
  };
  const sealer = {
    seal: (_: unknown, bytes: Uint8Array) => vault.seal(place, bytes),
    open: (_: unknown, sealed: Uint8Array) => vault.open(place, sealed),
  };
  return serviceSecret(database, sealer, name, () => contentOf(name));
}

export function contentOf(name: string): Buffer {
  return Buffer.from(`what ${name} holds`);
}

/** Names are `<identity>/<rest>`. */
function identityOf(name: string): string {
  return name.slice(0, name.indexOf("/"));
}
