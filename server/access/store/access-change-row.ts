import { EntitySchema } from "typeorm";
import { integerColumn } from "../../database/columns.ts";

/** A row of `access_changes`. */
export interface AccessChangeRow {
  /** Milliseconds since 1970, by the clock of the database. */
  changedMs: number;
  id: string;
  principalId: string;
}

/** The table `access_changes`, in the order of time. */
export const accessChangeRows = new EntitySchema<AccessChangeRow>({
  name: "AccessChange",
  tableName: "access_changes",
  columns: {
    changedMs: { ...integerColumn, name: "changed_ms", primary: true },
    id: { type: "varchar", length: 36, primary: true },
    principalId: { type: "varchar", length: 100, name: "principal_id" },
  },
});
