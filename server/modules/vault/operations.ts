import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { VaultService, VaultStatusSchema } from "#contract/admin/v1/vault_pb.js";
import type { Operations } from "../../rpc/operations.ts";

/** Port: the state and rotation of the vault's keys. */
export interface VaultKeys {
  status(): Promise<VaultKeysStatus>;
  rotateNow(): Promise<void>;
}

/** Versions of key-encryption keys, without the keys. */
export interface VaultKeysStatus {
  readonly activeVersion: number;
  readonly activeSince: Date;
  readonly rotationDueAt: Date;
  readonly decryptOnly: readonly { readonly version: number; readonly dataKeys: number }[];
}

/** The operations of admin.v1.VaultService. */
export function vaultOperations(vault: VaultKeys): Operations<typeof VaultService> {
  return {
    async getVaultStatus() {
      return { status: toMessage(await vault.status()) };
    },

    async rotateVault(_, { act }) {
      await act?.begin();
      await vault.rotateNow();
      return { status: toMessage(await vault.status()) };
    },
  };
}

function toMessage(status: VaultKeysStatus): MessageInitShape<typeof VaultStatusSchema> {
  return {
    activeVersion: status.activeVersion,
    activeSince: timestampFromDate(status.activeSince),
    rotationDueAt: timestampFromDate(status.rotationDueAt),
    decryptOnly: status.decryptOnly.map(({ version, dataKeys }) => ({ version, dataKeys })),
  };
}
