import { EntitySchema } from "typeorm";
import { integerColumn } from "../../../database/columns.ts";

/** The row of `vault_root`. */
export interface VaultRootRow {
  /** 1: there is one row. */
  id: number;
  salt: Uint8Array | null;
  /** SQLite returns it as bigint. */
  iterations: number | bigint | null;
  checkValue: Uint8Array | null;
}

/** The table `vault_root`. */
export const vaultRootRows = new EntitySchema<VaultRootRow>({
  name: "VaultRoot",
  tableName: "vault_root",
  columns: {
    id: { ...integerColumn, primary: true },
    salt: { type: "blob", nullable: true },
    iterations: { type: "int", nullable: true },
    checkValue: { type: "blob", name: "check_value", nullable: true },
  },
});
