import { KeyService } from "#contract/admin/v1/keys_pb.js";
import { IdentityService } from "#contract/identity/v1/identity_service_pb.js";
import { client } from "../account/account.ts";

/** Keys of an account other than this browser's signing key, with which others can act for it. */
export interface OtherKeys {
  readonly signing: readonly string[];
  readonly api: readonly string[];
}

/** Reads the valid keys of an identity, except the signing key of this browser. */
export async function otherKeys(identityId: string, ownKeyId: string): Promise<OtherKeys> {
  const [{ keys: signing }, { keys: api }] = await Promise.all([
    client.value.of(IdentityService).listSigningKeys({ id: identityId }),
    client.value.of(KeyService).listKeys({ identityId }),
  ]);
  const valid = signing.filter(({ id, revokedAt }) => id !== ownKeyId && revokedAt === undefined);
  return {
    signing: valid.map(({ id }) => id),
    api: api.filter(({ revokedAt }) => revokedAt === undefined).map(({ id }) => id),
  };
}

/** Revokes the keys, and with a signing key the sessions that it has opened. */
export async function revokeKeys(identityId: string, { signing, api }: OtherKeys): Promise<void> {
  for (const keyId of signing) await client.value.of(IdentityService).revokeSigningKey({ id: identityId, keyId });
  for (const id of api) await client.value.of(KeyService).revokeKey({ identityId, id });
}
