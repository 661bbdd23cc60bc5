import type { Alongside } from "../../../core/alongside.ts";
import type { Challenge } from "./challenge.ts";
import type { Factor } from "./factors.ts";
import type { Evidence, Fall, Level } from "./levels.ts";
import type { Method } from "./methods.ts";
import type { Review, ReviewKind } from "./reviews.ts";

/** All that one answer or one decision changes. It is stored as a whole, or not at all. */
export interface Settlement {
  /** A challenge as it was read, and as its answer leaves it. */
  readonly challenge?: { readonly before: Challenge; readonly after: Challenge } | undefined;
  /** A review at the revision after the stored one. */
  readonly review?: Review<ReviewKind> | undefined;
  readonly factors?: readonly FactorChange[] | undefined;
  /** An identity whose level is looked at although none of its factors changes. */
  readonly identityId?: string | undefined;
  readonly sessions?: SessionChange | undefined;
  /** The notice that tells of the change. */
  readonly notice?: Alongside | undefined;
}

/** A factor that is proven, or removed. */
export type FactorChange = FactorProof | FactorRemoval;

export interface FactorProof extends Omit<Factor, "revision"> {
  /** Revision of the factor that it takes the place of; undefined if there is none. */
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
  /** Proves the identity to the session, by a factor that had last been proven at this time. */
  readonly provenBefore?: Date | undefined;
}

/** Level that an identity has after a change, and its falls, by the level before and its present evidence. */
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
   * Stores all of a settlement in one transaction, with the levels of its identities that follow from it. Sessions end with
   * the level at which they were opened. Stores nothing when another writer was first, or when `levelAfter` throws.
   */
  settle(settlement: Settlement, levelAfter: LevelAfter, at: Date): Promise<SettledLevels | Conflict>;
  /** Prepares a settlement for the transaction of another store, which tells of the sessions when it has ended. */
  prepare(settlement: Settlement, levelAfter: LevelAfter, at: Date): Promise<Alongside>;
}
