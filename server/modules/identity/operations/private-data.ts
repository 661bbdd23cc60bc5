import type { Entries } from "../domain/entries.ts";
import type { Identity } from "../domain/identities.ts";
import { privateDataColumn, rotationSecretColumn } from "../domain/sealed-columns.ts";
import type { Vault } from "../domain/vault.ts";

/** Data of an identity that only its owner and administrators see. */
export interface PrivateData {
  readonly email: string | undefined;
  readonly profile: Entries;
}

export function sealPrivate(vault: Vault, id: string, data: PrivateData): Promise<Uint8Array> {
  return vault.seal(privateDataColumn.context({ id }), Buffer.from(JSON.stringify(data), "utf8"));
}

export async function openPrivate(vault: Vault, { id, sealedPrivate }: Identity): Promise<PrivateData> {
  const text = Buffer.from(await vault.open(privateDataColumn.context({ id }), sealedPrivate)).toString("utf8");
  const { email, profile } = JSON.parse(text) as PrivateData;
  return { email, profile };
}

export function sealRotationSecret(vault: Vault, id: string, version: number, secret: Uint8Array): Promise<Uint8Array> {
  return vault.seal(rotationSecretColumn.context({ identity_id: id, version }), secret);
}

export function openRotationSecret(vault: Vault, id: string, version: number, sealed: Uint8Array): Promise<Uint8Array> {
  return vault.open(rotationSecretColumn.context({ identity_id: id, version }), sealed);
}
