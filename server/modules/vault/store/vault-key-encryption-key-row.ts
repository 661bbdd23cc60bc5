import { EntitySchema } from "typeorm";
import { integerColumn, momentColumn } from "../../../database/columns.ts";

/** A row of `vault_key_encryption_keys`. */
export interface VaultKeyEncryptionKeyRow {
  version: number;
  state: "active" | "decrypt-only" | "destroyed";
  /** Null when destroyed. */
  wrappedKey: Uint8Array | null;
  createdAt: Date;
  destroyedAt: Date | null;
}

/** The table `vault_key_encryption_keys`. */
export const vaultKeyEncryptionKeyRows = new EntitySchema<VaultKeyEncryptionKeyRow>({
  name: "VaultKeyEncryptionKey",
  tableName: "vault_key_encryption_keys",
  columns: {
    version: { ...integerColumn, primary: true },
    state: { type: "varchar", length: 16 },
    wrappedKey: { type: "blob", name: "wrapped_key", nullable: true },
    createdAt: { ...momentColumn, name: "created_at" },
    destroyedAt: { ...momentColumn, name: "destroyed_at", nullable: true },
  },
});
