import type { Alongside, LastStatements } from "../../core/alongside.ts";

/** Facts of an act. None is secret. */
export interface ActFacts {
  readonly action: string;
  /** `OK`, `BEGUN`, or the reason of a failure. */
  readonly result: string;
  readonly actorKind: ActorKind;
  readonly actorId: string;
  readonly protocol: string;
  readonly requestId: string;
  /** IP address of the caller. */
  readonly address: string;
  readonly userAgent: string;
  /** Ids that are acted upon. */
  readonly targets: readonly string[];
  /** Values that say nothing of a person. */
  readonly values: Readonly<Record<string, string>>;
  /** Texts of the caller, by their fields; sealed, as is the origin. */
  readonly texts: Readonly<Record<string, string>>;
  /** Number of the record `BEGUN` of the act, if it has one. */
  readonly begun?: number | undefined;
}

export type ActorKind = "key" | "session" | "token" | "anonymous" | "host" | "service" | "program";

/** A record, ready to be written in the transaction of its act. */
export interface PreparedRecord {
  /** For a store that writes with the database's manager. */
  readonly alongside: Alongside;
  /** For one that writes otherwise. */
  readonly statements: LastStatements;
}

/** Port: the audit log. */
export interface AuditLog {
  /** Seals what must be sealed. Rejects if the vault or the database is not available: the act is refused then. */
  prepare(facts: ActFacts): Promise<PreparedRecord>;
  /** Appends a record in a transaction of its own, and returns its number. */
  append(facts: ActFacts): Promise<number>;
  /** Receives the error of a record that could not be written although nothing is left to refuse. */
  readonly report: (error: unknown) => void;
}
