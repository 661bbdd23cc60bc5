import { EntitySchema } from "typeorm";
import { columnsOf } from "../../database/column-list.ts";
import { integerColumn, momentColumn, wordsColumn } from "../../database/columns.ts";

/** A row of `sessions`, kept after the session ends as the record of the authentication. */
export interface SessionRow {
  /** Grows with time. */
  id: string;
  identityId: string;
  /** SHA-256 of the token. */
  digest: Uint8Array;
  clientId: string;
  address: string | null;
  keyId: string;
  authLevel: number;
  permissions: string[];
  ownPermissions: string[] | null;
  parentId: string | null;
  provenAt: Date | null;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
}

/** The table `sessions`. */
export const sessionRows = new EntitySchema<SessionRow>({
  name: "Session",
  tableName: "sessions",
  columns: {
    id: { type: "varchar", length: 36, primary: true },
    identityId: { type: "varchar", length: 36, name: "identity_id" },
    digest: { type: "blob" },
    clientId: { type: "varchar", length: 64, name: "client_id" },
    address: { type: "varchar", length: 45, nullable: true },
    keyId: { type: "varchar", length: 64, name: "key_id" },
    authLevel: { ...integerColumn, name: "auth_level" },
    permissions: wordsColumn,
    ownPermissions: { ...wordsColumn, name: "own_permissions", nullable: true },
    parentId: { type: "varchar", length: 36, name: "parent_id", nullable: true },
    provenAt: { ...momentColumn, name: "proven_at", nullable: true },
    createdAt: { ...momentColumn, name: "created_at" },
    lastUsedAt: { ...momentColumn, name: "last_used_at" },
    expiresAt: { ...momentColumn, name: "expires_at" },
    revokedAt: { ...momentColumn, name: "revoked_at", nullable: true },
  },
});

export const sessionColumns = columnsOf(sessionRows);
