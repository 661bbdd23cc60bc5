import { EntitySchema } from "typeorm";
import { columnsOf } from "../../database/column-list.ts";
import { momentColumn, wordsColumn } from "../../database/columns.ts";

/** A row of `api_keys`. */
export interface ApiKeyRow {
  id: string;
  /** SHA-256 of the secret. */
  digest: Uint8Array;
  name: string;
  plan: string;
  permissions: string[];
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  /** Empty for a key of the operator. */
  identityId: string;
}

/** The table `api_keys`. */
export const apiKeyRows = new EntitySchema<ApiKeyRow>({
  name: "ApiKey",
  tableName: "api_keys",
  columns: {
    id: { type: "varchar", length: 64, primary: true },
    digest: { type: "blob", unique: true },
    name: { type: "varchar", length: 100 },
    plan: { type: "varchar", length: 64 },
    permissions: wordsColumn,
    createdAt: { ...momentColumn, name: "created_at" },
    lastUsedAt: { ...momentColumn, name: "last_used_at", nullable: true },
    revokedAt: { ...momentColumn, name: "revoked_at", nullable: true },
    identityId: { type: "varchar", length: 36, name: "identity_id" },
  },
});

export const apiKeyColumns = columnsOf(apiKeyRows);
