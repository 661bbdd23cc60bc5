import { type HostAccounts, isHostUser } from "../domain/host-accounts.ts";
import type { Identities, Identity } from "../domain/identities.ts";

/**
 * The same identities, but that one which becomes a user of the host is given its number at once. Should that fail, the
 * change stands, and the number is given when somebody asks for the user by name.
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
