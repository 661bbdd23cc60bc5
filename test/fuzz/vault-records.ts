import type { Database } from "../../server/database/source.ts";
import { serviceSecret } from "../../server/modules/vault/store/service-secrets.ts";
import type { Vault } from "../../server/modules/vault/vault.ts";

/**
 * Seals and stores a record, or opens the stored one. Place and content follow from the name, so that a record that was
 * stored but not acknowledged can be checked too.
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

/** Returns the identity of a name, which is `<identity>/<rest>`. */
function identityOf(name: string): string {
  return name.slice(0, name.indexOf("/"));
}
