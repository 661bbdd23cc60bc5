import type { LastStatements } from "../../../core/alongside.ts";

/** The parts of every request to the ledger. */
export interface RequestKey {
  /** UUID; makes the request idempotent permanently. */
  readonly id: string;
  readonly owner: string;
  /** Writes that take place with a new entry of the request, or not at all. */
  readonly record?: LastStatements | undefined;
}
