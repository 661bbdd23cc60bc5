import { randomBytes } from "node:crypto";
import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import {
  Custody,
  type IdentitySchema,
  type RotationKeySchema,
  type SigningKeySchema,
} from "../../../../gen/es/identity/v1/identity_pb.js";
import type { IdentityService } from "../../../../gen/es/identity/v1/identity_service_pb.js";
import type { Sessions } from "../../../access/domain/sessions.ts";
import { Fault } from "../../../core/fault.ts";
import { uuidV7 } from "../../../core/uuid.ts";
import type { Operations } from "../../../rpc/operations.ts";
import type { Identities, Identity, SigningKey } from "../domain/identities.ts";
import { requirePublicKey } from "../domain/public-key.ts";
import { requireUsername } from "../domain/username.ts";
import type { Vault } from "../domain/vault.ts";
import { openPrivate, type PrivateData, sealPrivate, sealRotationSecret } from "./private-data.ts";

export interface IdentityOperationsDeps {
  readonly identities: Identities;
  readonly sessions: Sessions;
  readonly vault: Vault;
  /** Begins to verify an identity's e-mail address. */
  readonly startVerification: (identity: Identity, email: string) => Promise<void>;
  /** Takes back what the address before proved. */
  readonly emailChanged: (identity: Identity, email: string | undefined) => Promise<unknown>;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** How long tokens by the rotation key before are still good. */
const rotationOverlapMs = 24 * 3_600_000;

/** The operations of identity.v1.IdentityService. */
export function identityOperations(deps: IdentityOperationsDeps): Operations<typeof IdentityService> {
  const { identities, sessions, vault, startVerification, emailChanged, now = Date.now } = deps;
  const newId = () => uuidV7(now(), randomBytes(10));

  async function found(id: string): Promise<Identity> {
    const identity = await identities.find(id);
    if (identity === undefined) throw new Fault("RESOURCE_NOT_FOUND", "There is no identity with this id.");
    return identity;
  }

  async function newSigningKey(identityId: string, publicKey: string): Promise<SigningKey> {
    const common = { id: newId(), identityId, createdAt: new Date(now()), revokedAt: undefined };
    if (publicKey !== "") return { ...common, publicKey: requirePublicKey(publicKey), vaultKeyId: undefined };
    const made = await vault.createSigningKey({ identity: identityId, purpose: "signing" });
    return { ...common, publicKey: made.publicKey, vaultKeyId: made.keyId };
  }

  return {
    async createIdentity(request) {
      const { username, skeleton } = requireUsername(request.username);
      const email = Object.hasOwn(request, "email") ? readEmail(request.email) : undefined;
      if (request.startVerification && email === undefined) {
        throw new Fault("PARAMETER_REQUIRED", "email is required when start_verification is true", {
          parameter: "email",
        });
      }
      const profile = readSettings(request.profile?.entries, "profile");
      const metadata = readSettings(request.metadata?.entries, "metadata");
      const id = newId();
      const key = await newSigningKey(id, request.publicKey);
      const secret = randomBytes(32);
      const at = new Date(now());
      const identity: Identity = {
        id,
        username,
        usernameSkeleton: skeleton,
        displayName: Object.hasOwn(request, "displayName") ? request.displayName : undefined,
        sealedPrivate: await sealPrivate(vault, id, { email, profile }),
        metadata,
        level: 0,
        version: 1,
        createdAt: at,
        updatedAt: at,
      };
      const sealedSecret = await sealRotationSecret(vault, id, 1, secret);
      const rotationKey = { identityId: id, version: 1, sealedSecret, createdAt: at, endsAt: undefined };
      if (!(await identities.create(identity, key, rotationKey))) throw nameTaken(request.username);
      if (request.startVerification && email !== undefined) await startVerification(identity, email);
      return {
        identity: toMessage(identity, { email, profile }, key),
        signingKey: toKeyMessage(key),
        rotationKey: toRotationKeyMessage(1, secret),
      };
    },

    async getIdentity({ id }) {
      const identity = await found(id);
      const [key] = await identities.signingKeys(id);
      return { identity: toMessage(identity, await openPrivate(vault, identity), key) };
    },

    async updateIdentity(request) {
      const before = await found(request.id);
      if (Object.hasOwn(request, "version") && request.version !== before.version) throw otherVersion(before.version);
      const name = Object.hasOwn(request, "username") ? requireUsername(request.username) : undefined;
      const held = await openPrivate(vault, before);
      const email = Object.hasOwn(request, "email") ? readEmail(request.email) : held.email;
      const profile = request.profile ? readSettings(request.profile.entries, "profile") : held.profile;
      const after: Identity = {
        ...before,
        username: name?.username ?? before.username,
        usernameSkeleton: name?.skeleton ?? before.usernameSkeleton,
        displayName: Object.hasOwn(request, "displayName") ? request.displayName : before.displayName,
        sealedPrivate: await sealPrivate(vault, before.id, { email, profile }),
        metadata: request.metadata ? readSettings(request.metadata.entries, "metadata") : before.metadata,
        version: before.version + 1,
        updatedAt: new Date(now()),
      };
      const outcome = await identities.update(after);
      if (outcome === "name taken") throw nameTaken(request.username);
      if (outcome === "not that version") throw otherVersion(undefined);
      if (email !== held.email) await emailChanged(after, email);
      const [key] = await identities.signingKeys(after.id);
      return { identity: toMessage(email === held.email ? after : await found(after.id), { email, profile }, key) };
    },

    async listSigningKeys({ id }) {
      await found(id);
      return { keys: (await identities.signingKeys(id)).map(toKeyMessage) };
    },

    async addSigningKey({ id, publicKey }) {
      await found(id);
      const key = await newSigningKey(id, publicKey);
      await identities.addSigningKey(key);
      return { key: toKeyMessage(key) };
    },

    async revokeSigningKey({ id, keyId }) {
      const at = new Date(now());
      const key = await identities.revokeSigningKey(id, keyId, at);
      if (key === undefined) throw new Fault("RESOURCE_NOT_FOUND", "The identity has no key with this id.");
      await sessions.revokeAll(id, keyId, at);
      if (key.vaultKeyId !== undefined) await vault.destroyKey(key.vaultKeyId);
      return { key: toKeyMessage(key) };
    },

    async rotateRotationKey({ id }) {
      await found(id);
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
      return { rotationKey: toRotationKeyMessage(key.version, secret) };
    },
  };
}

function toMessage(
  identity: Identity,
  { email, profile }: PrivateData,
  key: SigningKey | undefined,
): MessageInitShape<typeof IdentitySchema> {
  return {
    id: identity.id,
    username: identity.username,
    ...(identity.displayName !== undefined && { displayName: identity.displayName }),
    ...(email !== undefined && { email }),
    profile: { entries: { ...profile } },
    metadata: { entries: { ...identity.metadata } },
    ...(identity.level !== 0 && { verificationLevel: identity.level }),
    ...(key && { custody: custodyOf(key) }),
    version: identity.version,
    createdAt: timestampFromDate(identity.createdAt),
    updatedAt: timestampFromDate(identity.updatedAt),
  };
}

function toKeyMessage(key: SigningKey): MessageInitShape<typeof SigningKeySchema> {
  return {
    id: key.id,
    publicKey: Buffer.from(key.publicKey).toString("base64url"),
    custody: custodyOf(key),
    createdAt: timestampFromDate(key.createdAt),
    ...(key.revokedAt && { revokedAt: timestampFromDate(key.revokedAt) }),
  };
}

function toRotationKeyMessage(version: number, secret: Buffer): MessageInitShape<typeof RotationKeySchema> {
  return { version, secret: secret.toString("base64url") };
}

function custodyOf({ vaultKeyId }: SigningKey): Custody {
  return vaultKeyId === undefined ? Custody.CLIENT : Custody.SERVICE;
}

/** One address as mail takes it: something, an at sign, a host with a dot; nothing that could end a header. */
function readEmail(text: string): string {
  if (/^[^\s@"<>(),:;[\]\\]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z0-9-]{2,63}$/u.test(text)) return text;
  throw new Fault("PARAMETER_INVALID", "email must be an e-mail address", { parameter: "email" });
}

const settingsMax = 64;
const settingNameMax = 64;
const settingTextMax = 2048;

function readSettings(entries: { [name: string]: string } | undefined, parameter: string): { [name: string]: string } {
  const read: { [name: string]: string } = Object.create(null);
  const names = Object.keys(entries ?? {});
  if (names.length > settingsMax) throw badSettings(parameter, `must have at most ${settingsMax} entries`);
  for (const name of names) {
    const text = entries?.[name] as string;
    if (name.length === 0 || name.length > settingNameMax) {
      throw badSettings(parameter, `must have names of 1 to ${settingNameMax} characters`);
    }
    if (text.length > settingTextMax)
      throw badSettings(parameter, `must have texts of at most ${settingTextMax} characters`);
    read[name] = text;
  }
  return read;
}

function badSettings(parameter: string, expected: string): Fault {
  return new Fault("PARAMETER_INVALID", `${parameter} ${expected}`, { parameter });
}

function nameTaken(username: string): Fault {
  return new Fault("RESOURCE_CONFLICT", "username is taken by an identity with this name or one that looks like it", {
    parameter: "username",
    provided: username,
  });
}

function otherVersion(version: number | undefined): Fault {
  const which = version === undefined ? "meanwhile" : `: it is at version ${version}`;
  return new Fault("VERSION_MISMATCH", `The identity has changed ${which}.`.replace(" :", ":"), {
    parameter: "version",
  });
}
