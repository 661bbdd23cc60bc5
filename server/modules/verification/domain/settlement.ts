import type { Alongside } from "../../../core/alongside.ts";
import type { Challenge } from "./challenge.ts";
import type { Factor } from "./factors.ts";
import type { Evidence, Fall, Level } from "./levels.ts";
import type { Method } from "./methods.ts";
import type { Review, ReviewKind } from "./reviews.ts";

/** All changes caused by one answer or one decision, stored together or not at all. */
export interface Settlement {
  /** A challenge before and after its answer. */
  readonly challenge?: { readonly before: Challenge; readonly after: Challenge } | undefined;
  /** A review at the revision after the stored one. */
  readonly review?: Review<ReviewKind> | undefined;
  readonly factors?: readonly FactorChange[] | undefined;
  /** An identity whose level is recomputed although none of its factors changes. */
  readonly identityId?: string | undefined;
  readonly sessions?: SessionChange | undefined;
  /** The notice that reports the change. */
  readonly notice?: Alongside | undefined;
  /** The record of who has decided. */
  readonly record?: Alongside | undefined;
}

/** A factor that is proven or removed. */
export type FactorChange = FactorProof | FactorRemoval;

export interface FactorProof extends Omit<Factor, "revision"> {
  /** Revision of the factor that it replaces; undefined if there is none. */
  readonly before: number | undefined;
}

export interface FactorRemoval {
  readonly identityId: string;
  readonly method: Method;
  readonly isRemoved: true;
}

/** Effect of an answer on the sessions of its identity. */
export interface SessionChange {
  readonly identityId: string;
  /** Session that gave the answer. */
  readonly sessionId: string;
  /** Ends the other sessions of the identity. */
  readonly endsOthers?: boolean;
  /** Proves the identity to the session, with a factor that had last been proven at this time. */
  readonly provenBefore?: Date | undefined;
}

/**
 * Computes the level of an identity after a change, and its falls, from the previous level and its present evidence.
 */
export type LevelAfter = (
  level: Level | undefined,
  evidence: readonly Evidence[],
) => { readonly level: Level | undefined; readonly falls: readonly Fall[] };

/** The part of a settlement that another writer changed first. */
export type Conflict = "challenge" | "review" | "factor";

/** The levels after a settlement, by identity. */
export type SettledLevels = ReadonlyMap<string, Level | undefined>;

/** Port: stores settlements. */
export interface Settlements {
  /**
   * Stores a settlement in one transaction, with the resulting levels of its identities. Sessions end with the level at
   * which they were opened. Stores nothing if another writer came first, or if `levelAfter` throws.
   */
  settle(settlement: Settlement, levelAfter: LevelAfter, at: Date): Promise<SettledLevels | Conflict>;
  /** Prepares a settlement for the transaction of another store, which notifies about the sessions after it. */
  prepare(settlement: Settlement, levelAfter: LevelAfter, at: Date): Promise<Alongside>;
}
