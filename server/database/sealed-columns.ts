/** A column whose values the vault seals, and where each of them belongs. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** Columns that tell where a value belongs. */
  readonly by: readonly string[];
  placeOf(values: readonly string[]): SealedPlace;
}

/** The part of a vault's context that differs from row to row. */
export interface SealedPlace {
  readonly row: string;
  readonly identity: string;
  readonly purpose: string;
}

/** The table `vault_signing_keys` has one more, which the vault itself opens: those keys only sign. */
export const sealedColumns: readonly SealedColumn[] = [
  {
    table: "identities",
    column: "sealed_private",
    by: ["id"],
    placeOf: ([id = ""]) => ({ row: id, identity: id, purpose: "private" }),
  },
  {
    table: "rotation_keys",
    column: "sealed_secret",
    by: ["identity_id", "version"],
    placeOf: ([identity = "", version]) => ({ row: `${identity}.${version}`, identity, purpose: "rotation" }),
  },
  {
    table: "verification_factors",
    column: "sealed",
    by: ["identity_id", "name"],
    placeOf: ([identity = "", name]) => ({ row: `${identity}.${name}`, identity, purpose: "verification" }),
  },
  {
    table: "service_secrets",
    column: "sealed",
    by: ["name"],
    placeOf: ([name = ""]) => ({ row: name, identity: "service", purpose: name }),
  },
  ofVerification("verification_challenges", "sealed_secret"),
  ofVerification("reviews", "sealed"),
  ofVerification("review_documents", "sealed"),
];

function ofVerification(table: string, column: string): SealedColumn {
  const placeOf = ([row = "", identity = ""]: readonly string[]) => ({ row, identity, purpose: "verification" });
  return { table, column, by: ["id", "identity_id"], placeOf };
}
