import { columnsOf } from "../../database/column-list.ts";
import type { RenewedSession } from "../domain/sessions.ts";
import { sessionRows } from "./session-row.ts";

const renewed = columnsOf(sessionRows, ["keyId", "authLevel", "permissions", "ownPermissions", "expiresAt"]);

/** The statement that renews an open session. */
export const renewalText = `UPDATE sessions SET ${renewed.names.map((name) => `${name} = ?`).join(", ")} WHERE id = ? AND revoked_at IS NULL`;

/** Returns the values of that statement. */
export function renewalValues({ id, permissions, ownPermissions, ...session }: RenewedSession): unknown[] {
  const own = ownPermissions === undefined ? null : [...ownPermissions];
  return [...renewed.values({ ...session, permissions: [...permissions], ownPermissions: own }), id];
}
