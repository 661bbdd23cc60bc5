import { sealedColumn } from "../../../core/sealed-column.ts";

/** Payloads of factors. */
export const factorColumn = sealedColumn(
  "verification_factors",
  "sealed",
  ["identity_id", "name"],
  ({ identity_id, name }) => ({ row: `${identity_id}.${name}`, identity: identity_id, purpose: "verification" }),
);

/** Secrets of open challenges. */
export const challengeColumn = byId("verification_challenges", "sealed_secret");

/** Contents of reviews. */
export const reviewColumn = byId("reviews", "sealed");

/** Documents submitted for reviews. */
export const documentColumn = byId("review_documents", "sealed");

/** Mails of notices that wait to be sent. */
export const noticeColumn = byId("owner_notices", "sealed");

function byId(table: string, column: string) {
  return sealedColumn(table, column, ["id", "identity_id"], ({ id, identity_id }) => ({
    row: id,
    identity: identity_id,
    purpose: "verification",
  }));
}
