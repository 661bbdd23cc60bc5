import { EntitySchema } from "typeorm";
import { integerColumn } from "../../../database/columns.ts";

/** A row of `host_accounts`. */
export interface HostAccountRow {
  identityId: string;
  uid: number;
}

/** The table `host_accounts`. */
export const hostAccountRows = new EntitySchema<HostAccountRow>({
  name: "HostAccount",
  tableName: "host_accounts",
  columns: {
    identityId: { type: "varchar", length: 36, name: "identity_id", primary: true },
    uid: { ...integerColumn, unique: true },
  },
});
