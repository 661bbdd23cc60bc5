import { EntitySchema } from "typeorm";
import { momentColumn } from "../../../database/columns.ts";

/** A row of `vault_signing_keys`. */
export interface VaultSigningKeyRow {
  id: string;
  identity: string;
  purpose: string;
  publicKey: Uint8Array;
  /** Null when destroyed. */
  sealedPrivateKey: Uint8Array | null;
  createdAt: Date;
  destroyedAt: Date | null;
}

/** The table `vault_signing_keys`. */
export const vaultSigningKeyRows = new EntitySchema<VaultSigningKeyRow>({
  name: "VaultSigningKey",
  tableName: "vault_signing_keys",
  columns: {
    id: { type: "varchar", length: 36, primary: true },
    identity: { type: "varchar", length: 128 },
    purpose: { type: "varchar", length: 128 },
    publicKey: { type: "blob", name: "public_key" },
    sealedPrivateKey: { type: "blob", name: "sealed_private_key", nullable: true },
    createdAt: { ...momentColumn, name: "created_at" },
    destroyedAt: { ...momentColumn, name: "destroyed_at", nullable: true },
  },
});
