import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import {
  Custody,
  type IdentitySchema,
  type RotationKeySchema,
  type SigningKeySchema,
} from "#contract/identity/v1/identity_pb.js";
import type { Identity, SigningKey } from "../domain/identities.ts";
import type { PrivateData } from "./private-data.ts";

export function toIdentityMessage(
  identity: Identity,
  { email, profile }: PrivateData,
  key: SigningKey | undefined,
): MessageInitShape<typeof IdentitySchema> {
  return {
    id: identity.id,
    username: identity.username,
    ...(identity.displayName !== undefined && { displayName: identity.displayName }),
    ...(email !== undefined && { email }),
    profile: { ...profile },
    metadata: { ...identity.metadata },
    ...(identity.level !== 0 && { verificationLevel: identity.level }),
    ...(key && { custody: custodyOf(key) }),
    version: identity.version,
    createdAt: timestampFromDate(identity.createdAt),
    updatedAt: timestampFromDate(identity.updatedAt),
  };
}

export function toSigningKeyMessage(key: SigningKey): MessageInitShape<typeof SigningKeySchema> {
  return {
    id: key.id,
    publicKey: Buffer.from(key.publicKey).toString("base64url"),
    custody: custodyOf(key),
    createdAt: timestampFromDate(key.createdAt),
    ...(key.revokedAt && { revokedAt: timestampFromDate(key.revokedAt) }),
  };
}

export function toRotationKeyMessage(version: number, secret: Buffer): MessageInitShape<typeof RotationKeySchema> {
  return { version, secret: secret.toString("base64url") };
}

function custodyOf({ vaultKeyId }: SigningKey): Custody {
  return vaultKeyId === undefined ? Custody.CLIENT : Custody.SERVICE;
}
