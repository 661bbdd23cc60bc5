import { type HostAccounts, isHostUser } from "../domain/host-accounts.ts";
import type { Identities, Identity } from "../domain/identities.ts";

/**
 * Wraps the store of identities: one that becomes a user of the host gets its UID at once. If that fails, the identity
 * is changed nonetheless, and gets its UID when the user is first looked up by name.
 */
export function withHostAccounts(
  identities: Identities,
  accounts: Pick<HostAccounts, "settle">,
  report: (error: unknown) => void,
): Identities {
  async function settle(identity: Identity): Promise<void> {
    if (!isHostUser(identity)) return;
    try {
      await accounts.settle(identity.id);
    } catch (error) {
      report(error);
    }
  }

  return {
    ...identities,
    async create(identity, ...keys) {
      const isCreated = await identities.create(identity, ...keys);
      if (isCreated) await settle(identity);
      return isCreated;
    },
    async update(identity) {
      const outcome = await identities.update(identity);
      if (outcome === "changed") await settle(identity);
      return outcome;
    },
  };
}
