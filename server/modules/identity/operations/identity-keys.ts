import type { IdentityService } from "#contract/identity/v1/identity_service_pb.js";
import { type Alongside, inOrder } from "../../../core/alongside.ts";
import { Fault } from "../../../core/fault.ts";
import { uuidV7 } from "../../../core/uuid.ts";
import { requireFreshProof, requireUnconfined } from "../../../rpc/fresh-proof.ts";
import { type Choices, choicesOf } from "../../../rpc/idempotency/choices.ts";
import type { Operations } from "../../../rpc/operations.ts";
import type { Principal } from "../../../rpc/principal.ts";
import type { Identity, RotationKey, SigningKey } from "../domain/identities.ts";
import { requirePublicKey } from "../domain/public-key.ts";
import { foundIdentity, type IdentityOperationsDeps } from "./identity-deps.ts";
import { toRotationKeyMessage, toSigningKeyMessage } from "./identity-messages.ts";
import { endingOtherSessions } from "./other-sessions.ts";
import { openPrivate, openRotationSecret, sealRotationSecret } from "./private-data.ts";

/** Validity of tokens of the previous rotation key after a rotation. */
const rotationOverlapMs = 24 * 3_600_000;

/** Most unrevoked signing keys of an identity: one for each of its devices. */
const activeKeysMax = 20;

type KeyOperations = Pick<
  Operations<typeof IdentityService>,
  "listSigningKeys" | "addSigningKey" | "revokeSigningKey" | "rotateRotationKey"
>;

/** Signing keys and rotation keys of identities. */
export function identityKeyOperations(deps: IdentityOperationsDeps): KeyOperations {
  const { identities, sessions, vault, newKeyLimiter, now } = deps;

  /** @throws Fault STATE_INVALID for an identity with the maximum number of keys */
  async function addedKey(id: string, publicKey: string, choices: Choices, also: Alongside): Promise<SigningKey> {
    await newKeyLimiter.consume(id);
    const { key, storing } = await newSigningKey(deps, id, publicKey, choices);
    if (await identities.addSigningKey(key, activeKeysMax, inOrder(storing, also))) {
      sessions.changed(id);
      return key;
    }
    const message = `The identity has ${activeKeysMax} signing keys already; revoke those that are not used.`;
    throw new Fault("STATE_INVALID", message);
  }

  return {
    async listSigningKeys({ id }) {
      await foundIdentity(identities, id);
      return { keys: (await identities.signingKeys(id)).map(toSigningKeyMessage) };
    },

    async addSigningKey({ id, publicKey }, context) {
      const { principal, act } = context;
      requireMaker(principal, now());
      const identity = await foundIdentity(identities, id);
      const choices = choicesOf(context, now());
      // An earlier execution of the same call may have added it.
      const before = (await identities.signingKeys(id)).find((one) => one.id === signingKeyId(choices));
      const ending = endingOtherSessions(sessions, principal, id, new Date(now()));
      const record = before === undefined ? await act?.prepare({ targets: [signingKeyId(choices)] }) : undefined;
      const notice = before === undefined ? await noticeOf(deps, identity) : undefined;
      const key = before ?? (await addedKey(id, publicKey, choices, inOrder(ending, notice, record?.alongside)));
      deps.sendNotices();
      return { key: toSigningKeyMessage(key) };
    },

    async revokeSigningKey({ id, keyId }, { principal, act }) {
      requireFreshProof(principal, now());
      // An administrator may lock an identity out; it may not lock itself out.
      const also = { keepsOne: principal.identityId !== undefined, alongside: (await act?.prepare())?.alongside };
      const key = await identities.revokeSigningKey(id, keyId, new Date(now()), vault.destroyKey, also);
      if (key === "last") throw lastKey();
      if (key === undefined) throw new Fault("RESOURCE_NOT_FOUND", "The identity has no key with this id.");
      sessions.changed(id);
      return { key: toSigningKeyMessage(key) };
    },

    async rotateRotationKey({ id }, context) {
      const { principal, act } = context;
      requireMaker(principal, now());
      await foundIdentity(identities, id);
      const secret = choicesOf(context, now()).bytes("rotation secret", 32);
      const before = context.choices && (await latestWith(deps, id, secret));
      if (before === undefined) await newKeyLimiter.consume(id);
      const record = before === undefined ? await act?.prepare() : undefined;
      const key =
        before ??
        (await identities.addRotationKey(
          id,
          (version) => sealRotationSecret(vault, id, version, secret),
          new Date(now()),
          new Date(now() + rotationOverlapMs),
          inOrder(endingOtherSessions(sessions, principal, id, new Date(now())), record?.alongside),
        ));
      if (key === undefined) throw madeMeanwhile();
      sessions.changed(id);
      return { rotationKey: toRotationKeyMessage(key.version, secret) };
    },
  };
}

/** Requires a caller that may make what opens sessions. @throws Fault PERMISSION_DENIED */
function requireMaker(principal: Principal, nowMs: number): void {
  requireFreshProof(principal, nowMs);
  requireUnconfined(principal);
}

/** Prepares the notice to the address of an identity that it has another key; undefined without an address. */
async function noticeOf({ vault, keyNotice }: IdentityOperationsDeps, identity: Identity) {
  const { email } = await openPrivate(vault, identity);
  return email === undefined ? undefined : keyNotice(identity, email);
}

function lastKey(): Fault {
  const message =
    "This is the only signing key of the identity, without which it can neither sign in nor pay. Add another one first, or have " +
    "an administrator revoke it.";
  return new Fault("STATE_INVALID", message, { parameter: "key_id" });
}

function madeMeanwhile(): Fault {
  return new Fault("RESOURCE_CONFLICT", "Another rotation key of the identity was made at the same time.");
}

/** Returns the latest rotation key if it has this secret: an earlier execution of the same call added it. */
async function latestWith(
  { identities, vault }: IdentityOperationsDeps,
  id: string,
  secret: Uint8Array,
): Promise<RotationKey | undefined> {
  const latest = await identities.latestRotationKey(id);
  if (latest === undefined) return undefined;
  const held = await openRotationSecret(vault, id, latest.version, latest.sealedSecret);
  return Buffer.from(secret).equals(held) ? latest : undefined;
}

function signingKeyId({ atMs, bytes }: Choices): string {
  return uuidV7(atMs, bytes("signing key", 10));
}

/** A new signing key, with the write that stores its private part if the vault has it. */
interface NewSigningKey {
  readonly key: SigningKey;
  readonly storing: Alongside | undefined;
}

/** Returns a new signing key: the client's own, or one made by the vault when no public key is given. */
export async function newSigningKey(
  { vault }: Pick<IdentityOperationsDeps, "vault">,
  identityId: string,
  publicKey: string,
  choices: Choices,
): Promise<NewSigningKey> {
  const id = signingKeyId(choices);
  const common = { id, identityId, createdAt: new Date(choices.atMs), revokedAt: undefined };
  if (publicKey !== "") {
    return { key: { ...common, publicKey: requirePublicKey(publicKey), vaultKeyId: undefined }, storing: undefined };
  }
  const { keyId, storing, ...created } = await vault.createSigningKey({ identity: identityId, purpose: "signing" });
  return { key: { ...common, ...created, vaultKeyId: keyId }, storing };
}
