import { randomBytes, randomUUID } from "node:crypto";
import type { Session } from "../../../server/access/domain/sessions.ts";
import { uuidV7 } from "../../../server/core/uuid.ts";
import type { AdmittedToken } from "../../../server/modules/identity/domain/authentications.ts";
import type { Identity, RotationKey, SigningKey } from "../../../server/modules/identity/domain/identities.ts";

/** Returns a new identity with its keys; `members` replace defaults of the identity. */
export function newIdentity(members: Partial<Identity> = {}): {
  identity: Identity;
  key: SigningKey;
  rotationKey: RotationKey;
} {
  const id = members.id ?? randomUUID();
  const createdAt = new Date(1_000);
  const username = members.username ?? `user-${id.slice(0, 8)}`;
  return {
    identity: {
      id,
      username,
      usernameSkeleton: username,
      displayName: undefined,
      sealedPrivate: Buffer.from("sealed"),
      metadata: { colour: "blue" },
      level: 0,
      levelFalls: [],
      version: 1,
      createdAt,
      updatedAt: createdAt,
      ...members,
    },
    key: {
      id: randomUUID(),
      identityId: id,
      publicKey: randomBytes(32),
      vaultKeyId: undefined,
      createdAt,
      revokedAt: undefined,
    },
    rotationKey: { identityId: id, version: 1, sealedSecret: Buffer.from("secret"), createdAt, endsAt: undefined },
  };
}

/** Returns the state changes of an admitted token of an identity. */
export function admittance(
  { identityId, id: keyId }: Pick<SigningKey, "identityId" | "id">,
  members: { n?: number; clientId?: string; challenge?: string; atMs?: number; parentId?: string } = {},
): AdmittedToken {
  const { n = 1, clientId = "app", challenge, atMs = 2_000, parentId } = members;
  const at = new Date(atMs);
  const session: Session = {
    id: uuidV7(atMs, randomBytes(10)),
    identityId,
    clientId,
    address: "192.0.2.7",
    keyId,
    authLevel: 1,
    permissions: ["geocode:*"],
    ownPermissions: undefined,
    parentId,
    provenAt: at,
    createdAt: at,
    lastUsedAt: at,
    expiresAt: new Date(atMs + 1_000_000),
    revokedAt: undefined,
  };
  return {
    place: { identityId, clientId, keyVersion: 1 },
    reached: { lastN: n, lastJti: randomUUID() },
    challenge,
    session,
    sessionDigest: randomBytes(32),
  };
}
