import { EntitySchema } from "typeorm";
import { integerColumn } from "../../../database/columns.ts";

/** A row of `owner_notices`. Times are milliseconds since 1970. */
export interface NoticeRow {
  id: string;
  identityId: string;
  sealed: Uint8Array;
  attempts: number;
  createdAtMs: number;
  /** While a process sends it, the time after which the process counts as dead. */
  dueAtMs: number;
}

/** The table `owner_notices`: notices to owners of identities that are not yet sent. */
export const noticeRows = new EntitySchema<NoticeRow>({
  name: "OwnerNotice",
  tableName: "owner_notices",
  columns: {
    id: { type: "varchar", length: 36, primary: true },
    identityId: { type: "varchar", length: 36, name: "identity_id" },
    sealed: { type: "blob" },
    attempts: integerColumn,
    createdAtMs: { ...integerColumn, name: "created_at" },
    dueAtMs: { ...integerColumn, name: "due_at" },
  },
});
