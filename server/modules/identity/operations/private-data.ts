import type { Identity } from "../domain/identities.ts";
import type { Vault } from "../domain/vault.ts";

/** What only the owner of an identity and administrators see. */
export interface PrivateData {
  readonly email: string | undefined;
  readonly profile: { readonly [name: string]: string };
}

/** Where the private data of an identity are kept; they open nowhere else. */
function placeOfPrivate(id: string) {
  return { table: "identities", column: "sealed_private", row: id, identity: id, purpose: "private" };
}

export function sealPrivate(vault: Vault, id: string, data: PrivateData): Promise<Uint8Array> {
  return vault.seal(placeOfPrivate(id), Buffer.from(JSON.stringify(data), "utf8"));
}

export async function openPrivate(vault: Vault, { id, sealedPrivate }: Identity): Promise<PrivateData> {
  const text = Buffer.from(await vault.open(placeOfPrivate(id), sealedPrivate)).toString("utf8");
  const { email, profile } = JSON.parse(text) as PrivateData;
  return { email, profile };
}

function placeOfRotationSecret(id: string, version: number) {
  return {
    table: "rotation_keys",
    column: "sealed_secret",
    row: `${id}.${version}`,
    identity: id,
    purpose: "rotation",
  };
}

export function sealRotationSecret(vault: Vault, id: string, version: number, secret: Uint8Array): Promise<Uint8Array> {
  return vault.seal(placeOfRotationSecret(id, version), secret);
}

export function openRotationSecret(vault: Vault, id: string, version: number, sealed: Uint8Array): Promise<Uint8Array> {
  return vault.open(placeOfRotationSecret(id, version), sealed);
}
