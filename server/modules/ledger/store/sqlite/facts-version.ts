import type { Database as Connection } from "better-sqlite3";

/**
 * Counts the changes by a connection that may invalidate cached wallets and accounts. All ledgers of the connection
 * share the count.
 */
export interface FactsVersion {
  readonly count: number;
  /**
   * Counts a batch that changes accounts. Triggers on accounts would slow down each transfer, so this is called
   * instead.
   */
  changed(): void;
}

/** Changes by others that triggers count. */
const counted = {
  wallets: ["INSERT", "UPDATE", "DELETE"],
  identities: ["INSERT", "UPDATE OF id, level, level_falls", "DELETE"],
};

const versions = new WeakMap<Connection, FactsVersion>();

/** Starts counting, or returns the existing counter of the connection. */
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
  // Temporary triggers belong to the connection, and see every statement on it.
  for (const [table, changes] of Object.entries(counted)) {
    for (const [index, change] of changes.entries()) {
      const trigger = `CREATE TEMP TRIGGER ${table}_changed_${index} AFTER ${change} ON main.${table}`;
      connection.exec(`${trigger} BEGIN SELECT ledger_facts_changed(); END`);
    }
  }
  versions.set(connection, version);
  return version;
}
