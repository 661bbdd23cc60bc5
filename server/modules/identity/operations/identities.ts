import type { IdentityService, UpdateIdentityRequest } from "#contract/identity/v1/identity_service_pb.js";
import { inOrder } from "../../../core/alongside.ts";
import { isSameMailbox } from "../../../core/email-address.ts";
import { requireFreshProof } from "../../../rpc/fresh-proof.ts";
import type { Context, Operations } from "../../../rpc/operations.ts";
import { changedAtVersion } from "../../../rpc/preconditions.ts";
import { isHostUser } from "../domain/host-accounts.ts";
import type { Identity } from "../domain/identities.ts";
import { requireUsername } from "../domain/username.ts";
import { foundIdentity, type IdentityOperationsDeps, nameTaken } from "./identity-deps.ts";
import { readEmail, readEntries } from "./identity-fields.ts";
import { identityKeyOperations } from "./identity-keys.ts";
import { toIdentityMessage } from "./identity-messages.ts";
import { identityRegistration } from "./identity-registration.ts";
import { openPrivate, sealPrivate } from "./private-data.ts";

/** The operations of identity.v1.IdentityService. */
export function identityOperations(deps: IdentityOperationsDeps): Operations<typeof IdentityService> {
  const { identities, vault } = deps;
  return {
    ...identityRegistration(deps),
    ...identityKeyOperations(deps),

    async getIdentity({ id }) {
      const identity = await foundIdentity(identities, id);
      const [key] = await identities.signingKeys(id);
      return { identity: toIdentityMessage(identity, await openPrivate(vault, identity), key) };
    },

    async updateIdentity(request, caller) {
      const version = Object.hasOwn(request, "version") ? request.version : undefined;
      return changedAtVersion({ version, ifMatch: request.ifMatch }, (requireVersion) =>
        updated(request, caller, deps, requireVersion),
      );
    },
  };
}

/** Updates an identity once; undefined if another change came first. */
async function updated(
  request: UpdateIdentityRequest,
  { principal, act }: Context,
  { identities, sessions, vault, emailWithdrawal, sendNotices, now }: IdentityOperationsDeps,
  requireVersion: (version: number) => void,
) {
  const before = await foundIdentity(identities, request.id);
  requireVersion(before.version);
  const name = Object.hasOwn(request, "username") ? requireUsername(request.username) : undefined;
  const held = await openPrivate(vault, before);
  const email = Object.hasOwn(request, "email") ? newEmail(request.email) : held.email;
  if (email !== held.email) requireFreshProof(principal, now());
  const profile = request.profile ? readEntries(request.profile, "profile") : held.profile;
  const after: Identity = {
    ...before,
    username: name?.username ?? before.username,
    usernameSkeleton: name?.skeleton ?? before.usernameSkeleton,
    displayName: Object.hasOwn(request, "displayName") ? request.displayName : before.displayName,
    sealedPrivate: await sealPrivate(vault, before.id, { email, profile }),
    metadata: request.metadata ? readEntries(request.metadata, "metadata") : before.metadata,
    version: before.version + 1,
    updatedAt: new Date(now()),
  };
  if (isHostUser(after) && !isHostUser(before)) requireFreshProof(principal, now());
  // Another spelling of the same address keeps its verification.
  const isOtherMailbox = !isSameMailbox(email, held.email);
  const sessionId = principal.session?.identityId === after.id ? principal.session.id : undefined;
  const withdrawal = isOtherMailbox
    ? await emailWithdrawal(after, { before: held.email, after: email, sessionId })
    : undefined;
  const record = await act?.prepare();
  const outcome = await identities.update(after, inOrder(withdrawal, record?.alongside));
  if (outcome === "name-taken") throw nameTaken(request.username);
  if (outcome === "version-mismatch") return undefined;
  if (isOtherMailbox) {
    sessions.changed(after.id);
    sendNotices();
  }
  const [key] = await identities.signingKeys(after.id);
  // A changed address may have lowered the level.
  const current = isOtherMailbox ? await foundIdentity(identities, after.id) : after;
  return { identity: toIdentityMessage(current, { email, profile }, key) };
}

/** Returns the address of an update, in which an empty text removes it. */
function newEmail(text: string): string | undefined {
  return text === "" ? undefined : readEmail(text);
}
