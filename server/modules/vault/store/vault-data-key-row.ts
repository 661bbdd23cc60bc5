import { EntitySchema } from "typeorm";
import { integerColumn, momentColumn } from "../../../database/columns.ts";

/** A row of `vault_data_keys`. */
export interface VaultDataKeyRow {
  id: string;
  identity: string;
  purpose: string;
  version: number;
  keyEncryptionKeyVersion: number;
  wrappedKey: Uint8Array;
  createdAt: Date;
}

/** The table `vault_data_keys`. */
export const vaultDataKeyRows = new EntitySchema<VaultDataKeyRow>({
  name: "VaultDataKey",
  tableName: "vault_data_keys",
  columns: {
    id: { type: "varchar", length: 36, primary: true },
    identity: { type: "varchar", length: 128 },
    purpose: { type: "varchar", length: 128 },
    version: integerColumn,
    keyEncryptionKeyVersion: { ...integerColumn, name: "key_encryption_key_version" },
    wrappedKey: { type: "blob", name: "wrapped_key" },
    createdAt: { ...momentColumn, name: "created_at" },
  },
});
