import { Fault } from "../../../core/fault.ts";
import { type HostAccounts, isHostUser, isIdentityUid, type LocalUid, type UidRange } from "../domain/host-accounts.ts";
import type { Identities, Identity } from "../domain/identities.ts";

export interface HostLoginDeps {
  readonly accounts: Pick<HostAccounts, "settle">;
  readonly localUid: LocalUid;
  readonly uids: UidRange;
  /** Receives the error if an identity could not be assigned its UID. */
  readonly report: (error: unknown) => void;
}

/**
 * Wraps the store of identities: one that becomes a user of the host gets its UID at once. If that fails, the identity
 * is changed nevertheless, and gets its UID when the user is first looked up by name. Refuses the name of a local user.
 */
export function withHostAccounts(identities: Identities, deps: HostLoginDeps): Identities {
  const { accounts, localUid, uids, report } = deps;

  /** @throws Fault if the identity would become a user of the host with the name of a local user */
  async function requireFreeName({ username }: Identity): Promise<void> {
    const uid = await localUid(username);
    if (uid === undefined || isIdentityUid(uid, uids)) return;
    throw new Fault(
      "RESOURCE_CONFLICT",
      `${username} is the name of a local user of this host; choose another username, or remove host.login`,
      { parameter: "username", provided: username },
    );
  }

  async function settle(identity: Identity): Promise<void> {
    try {
      await accounts.settle(identity.id);
    } catch (error) {
      report(error);
    }
  }

  return {
    ...identities,
    async create(identity, ...keys) {
      if (!isHostUser(identity)) return identities.create(identity, ...keys);
      await requireFreeName(identity);
      const isCreated = await identities.create(identity, ...keys);
      if (isCreated) await settle(identity);
      return isCreated;
    },
    async update(identity, alongside) {
      if (!isHostUser(identity)) return identities.update(identity, alongside);
      const before = await identities.find(identity.id);
      // A user of the host keeps its name, even if the machine has since got a local user with this name.
      const isKnown = before !== undefined && isHostUser(before) && before.username === identity.username;
      if (!isKnown) await requireFreeName(identity);
      const outcome = await identities.update(identity, alongside);
      if (outcome === "changed") await settle(identity);
      return outcome;
    },
  };
}
