import { randomBytes } from "node:crypto";
import type { IdentityService } from "../../../../gen/es/identity/v1/identity_service_pb.js";
import { Fault } from "../../../core/fault.ts";
import { uuidV7 } from "../../../core/uuid.ts";
import type { Operations } from "../../../rpc/operations.ts";
import type { SigningKey } from "../domain/identities.ts";
import { requirePublicKey } from "../domain/public-key.ts";
import { endOtherSessions, requireFreshProof } from "./fresh-proof.ts";
import { foundIdentity, type IdentityOperationsDeps } from "./identity-deps.ts";
import { toRotationKeyMessage, toSigningKeyMessage } from "./identity-messages.ts";
import { sealRotationSecret } from "./private-data.ts";

/** Validity of tokens of the previous rotation key after a rotation. */
const rotationOverlapMs = 24 * 3_600_000;

/** Most signing keys of an identity that are not revoked: one for each of its devices. */
const activeKeysMax = 20;

type KeyOperations = Pick<
  Operations<typeof IdentityService>,
  "listSigningKeys" | "addSigningKey" | "revokeSigningKey" | "rotateRotationKey"
>;

/** Signing keys and rotation keys of identities. */
export function identityKeyOperations(deps: IdentityOperationsDeps): KeyOperations {
  const { identities, sessions, vault, newKeyLimiter, now } = deps;
  return {
    async listSigningKeys({ id }) {
      await foundIdentity(identities, id);
      return { keys: (await identities.signingKeys(id)).map(toSigningKeyMessage) };
    },

    async addSigningKey({ id, publicKey }, { principal }) {
      requireFreshProof(principal, now());
      await foundIdentity(identities, id);
      await newKeyLimiter.consume(id);
      const key = await newSigningKey(deps, id, publicKey);
      if (!(await identities.addSigningKey(key, activeKeysMax))) {
        if (key.vaultKeyId !== undefined) await vault.destroyKey(key.vaultKeyId);
        const message = `The identity has ${activeKeysMax} signing keys already; revoke those that are not used.`;
        throw new Fault("STATE_INVALID", message);
      }
      await endOtherSessions(sessions, principal, id, new Date(now()));
      return { key: toSigningKeyMessage(key) };
    },

    async revokeSigningKey({ id, keyId }) {
      const at = new Date(now());
      const key = await identities.revokeSigningKey(id, keyId, at);
      if (key === undefined) throw new Fault("RESOURCE_NOT_FOUND", "The identity has no key with this id.");
      await sessions.revokeAll(id, { keyId }, at);
      if (key.vaultKeyId !== undefined) await vault.destroyKey(key.vaultKeyId);
      return { key: toSigningKeyMessage(key) };
    },

    async rotateRotationKey({ id }, { principal }) {
      requireFreshProof(principal, now());
      await foundIdentity(identities, id);
      await newKeyLimiter.consume(id);
      const secret = randomBytes(32);
      const key = await identities.addRotationKey(
        id,
        (version) => sealRotationSecret(vault, id, version, secret),
        new Date(now()),
        new Date(now() + rotationOverlapMs),
      );
      if (key === undefined) {
        throw new Fault("RESOURCE_CONFLICT", "Another rotation key of the identity was made at the same time.");
      }
      await endOtherSessions(sessions, principal, id, new Date(now()));
      return { rotationKey: toRotationKeyMessage(key.version, secret) };
    },
  };
}

/** A new signing key: the client's own, or one that the vault creates when no public key is given. */
export async function newSigningKey(
  { vault, now }: Pick<IdentityOperationsDeps, "vault" | "now">,
  identityId: string,
  publicKey: string,
): Promise<SigningKey> {
  const id = uuidV7(now(), randomBytes(10));
  const common = { id, identityId, createdAt: new Date(now()), revokedAt: undefined };
  if (publicKey !== "") return { ...common, publicKey: requirePublicKey(publicKey), vaultKeyId: undefined };
  const created = await vault.createSigningKey({ identity: identityId, purpose: "signing" });
  return { ...common, publicKey: created.publicKey, vaultKeyId: created.keyId };
}
