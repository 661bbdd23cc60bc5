import { KernelService } from "#contract/host/v1/host_pb.js";
import { UserDatabaseService } from "#contract/host/v1/user_database_pb.js";
import type { ServiceTable } from "../../rpc/handler.ts";
import { type HostAccounts, type Identities, type LocalUid, serviceId, type UidRange } from "../identity/index.ts";
import type { HostSettings } from "./config.ts";
import { localUid } from "./local-users.ts";
import { type KernelOperationsDeps, kernelOperations } from "./operations/kernel.ts";
import { userDatabaseOperations } from "./operations/user-database.ts";

export interface HostModuleDeps extends Pick<KernelOperationsDeps, "authenticate" | "transfer" | "ledger"> {
  readonly identities: Pick<Identities, "signingKeys">;
  readonly accounts: HostAccounts;
  readonly settings: HostSettings;
}

/** Names and UIDs of this machine. Without a host socket no identity is a user of it, and every name is free. */
export function hostNames({ socket, uids }: HostSettings): { readonly localUid: LocalUid; readonly uids: UidRange } {
  return { localUid: socket === undefined ? async () => undefined : localUid, uids };
}

/** Operations for the host operating system and its kernel. */
export function hostTables(deps: HostModuleDeps): readonly ServiceTable[] {
  const { identities, accounts, settings, ...operations } = deps;
  const { uids, homeDirectory, shell } = settings;
  const receiptKey = async (keyId: string) =>
    (await identities.signingKeys(serviceId)).find(({ id }) => id === keyId)?.publicKey;
  return [
    { service: KernelService, operations: kernelOperations({ ...operations, accounts, receiptKey }) },
    {
      service: UserDatabaseService,
      operations: userDatabaseOperations(accounts, { gid: uids.base, homeDirectory, shell }),
    },
  ];
}
