import { sealedColumn } from "../../../core/sealed-column.ts";

/** Private data of identities: e-mail address and profile. */
export const privateDataColumn = sealedColumn("identities", "sealed_private", ["id"], ({ id }) => ({
  row: id,
  identity: id,
  purpose: "private",
}));

/** Secrets from which the rotation codes of an identity's tokens are derived. */
export const rotationSecretColumn = sealedColumn(
  "rotation_keys",
  "sealed_secret",
  ["identity_id", "version"],
  ({ identity_id, version }) => ({ row: `${identity_id}.${version}`, identity: identity_id, purpose: "rotation" }),
);
