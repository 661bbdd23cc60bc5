import { EntitySchema } from "typeorm";
import type { LevelFall } from "../../../core/level-expiry.ts";
import { integerColumn, jsonColumn, momentColumn } from "../../../database/columns.ts";
import type { Entries } from "../domain/entries.ts";

/** A row of `identities`. */
export interface IdentityRow {
  id: string;
  username: string;
  usernameSkeleton: string;
  displayName: string | null;
  sealedPrivate: Uint8Array;
  metadata: Entries;
  level: number;
  levelFalls: readonly LevelFall[] | null;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** The table `identities`. */
export const identityRows = new EntitySchema<IdentityRow>({
  name: "Identity",
  tableName: "identities",
  columns: {
    id: { type: "varchar", length: 36, primary: true },
    username: { type: "varchar", length: 64 },
    usernameSkeleton: { type: "varchar", length: 128, name: "username_skeleton", unique: true },
    displayName: { type: "varchar", length: 200, name: "display_name", nullable: true },
    sealedPrivate: { type: "blob", name: "sealed_private" },
    metadata: jsonColumn,
    level: integerColumn,
    levelFalls: { ...jsonColumn, name: "level_falls", nullable: true },
    version: integerColumn,
    createdAt: { ...momentColumn, name: "created_at" },
    updatedAt: { ...momentColumn, name: "updated_at" },
  },
});

/** A row of `signing_keys`. */
export interface SigningKeyRow {
  id: string;
  identityId: string;
  publicKey: Uint8Array;
  vaultKeyId: string | null;
  createdAt: Date;
  revokedAt: Date | null;
}

/** The table `signing_keys`. */
export const signingKeyRows = new EntitySchema<SigningKeyRow>({
  name: "SigningKey",
  tableName: "signing_keys",
  columns: {
    id: { type: "varchar", length: 36, primary: true },
    identityId: { type: "varchar", length: 36, name: "identity_id" },
    publicKey: { type: "blob", name: "public_key" },
    vaultKeyId: { type: "varchar", length: 64, name: "vault_key_id", nullable: true },
    createdAt: { ...momentColumn, name: "created_at" },
    revokedAt: { ...momentColumn, name: "revoked_at", nullable: true },
  },
});

/** A row of `rotation_keys`. */
export interface RotationKeyRow {
  identityId: string;
  version: number;
  sealedSecret: Uint8Array;
  createdAt: Date;
  endsAt: Date | null;
}

/** The table `rotation_keys`. */
export const rotationKeyRows = new EntitySchema<RotationKeyRow>({
  name: "RotationKey",
  tableName: "rotation_keys",
  columns: {
    identityId: { type: "varchar", length: 36, name: "identity_id", primary: true },
    version: { ...integerColumn, primary: true },
    sealedSecret: { type: "blob", name: "sealed_secret" },
    createdAt: { ...momentColumn, name: "created_at" },
    endsAt: { ...momentColumn, name: "ends_at", nullable: true },
  },
});
