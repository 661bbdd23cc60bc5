import type { Vault } from "../../../server/modules/vault/vault.ts";

/** Creates a signing key in the vault, in a separate transaction. */
export async function storedKey(
  vault: Pick<Vault, "createSigningKey">,
  owner: { readonly identity: string; readonly purpose: string },
) {
  const { storing, ...key } = await vault.createSigningKey(owner);
  await storing();
  return key;
}
