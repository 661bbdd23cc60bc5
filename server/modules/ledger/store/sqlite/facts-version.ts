import type { Database as Connection } from "better-sqlite3";

/** Counts the changes by a connection after which cached wallets and accounts may be wrong. All ledgers of it share the count. */
export interface FactsVersion {
  readonly count: number;
  /** Counts a batch that changes accounts. Nothing else does: triggers on them would slow down each transfer. */
  changed(): void;
}

/** Changes by others that triggers count. */
const counted = {
  wallets: ["INSERT", "UPDATE", "DELETE"],
  identities: ["INSERT", "UPDATE OF id, level, level_falls", "DELETE"],
};

const versions = new WeakMap<Connection, FactsVersion>();

/** Begins to count, or returns the count of the connection. */
export function factsVersion(connection: Connection): FactsVersion {
  const known = versions.get(connection);
  if (known !== undefined) return known;
  const version = {
    count: 0,
    changed() {
      version.count++;
    },
  };
  connection.function("ledger_facts_changed", () => {
    version.changed();
    return null;
  });
  // Temporary triggers belong to the connection. They see every statement, whoever runs it.
  for (const [table, changes] of Object.entries(counted)) {
    for (const [index, change] of changes.entries()) {
      const trigger = `CREATE TEMP TRIGGER ${table}_changed_${index} AFTER ${change} ON main.${table}`;
      connection.exec(`${trigger} BEGIN SELECT ledger_facts_changed(); END`);
    }
  }
  versions.set(connection, version);
  return version;
}
