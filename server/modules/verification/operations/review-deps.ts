import type { Alongside } from "../../../core/alongside.ts";
import { Fault } from "../../../core/fault.ts";
import type { SharedLimiter } from "../../../core/fixed-window/shared-limiter.ts";
import { newUuidV7 } from "../../../core/uuid.ts";
import type { Principal } from "../../../rpc/principal.ts";
import type { Identities, Vault } from "../../identity/index.ts";
import type { ComplianceCase } from "../domain/compliance.ts";
import type { Review, ReviewKind, Reviews } from "../domain/reviews.ts";
import type { Verifier } from "../methods/verifier.ts";

export interface ReviewOperationsDeps {
  readonly reviews: Reviews;
  readonly identities: Identities;
  readonly vault: Vault;
  readonly verifier: Verifier;
  /** Third party that checks identities, and the secrets of its signatures; undefined if none is configured. */
  readonly compliance:
    | {
        readonly ask: (complianceCase: ComplianceCase, claims: Readonly<Record<string, string>>) => Promise<void>;
        readonly secrets: readonly Uint8Array[];
        /** Limits requests, by identity. */
        readonly requestLimiter: SharedLimiter;
      }
    | undefined;
  /** Most bytes of all documents of an identity. */
  readonly documentBytesMax: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Makes a new id. */
export function newId(now: () => number): string {
  return newUuidV7(now());
}

/** Returns the id of the deciding caller: the identity, whichever credentials it uses, or else the principal. */
export function deciderOf({ id, identityId }: Principal): string {
  return identityId ?? id;
}

/**
 * Stores the next state of a review, together with `alongside`.
 *
 * @throws Fault STATE_INVALID if another writer came first
 */
export async function keepReview<Kind extends ReviewKind>(
  reviews: Reviews,
  review: Review<Kind>,
  alongside?: Alongside,
): Promise<void> {
  if (!(await reviews.put(review, alongside))) throw changedMeanwhile();
}

/** Returns the fault for a review that another writer changed first. */
export function changedMeanwhile(): Fault {
  return new Fault("STATE_INVALID", "The review was changed meanwhile; read it again.");
}

/** @throws Fault RESOURCE_NOT_FOUND */
export async function foundReview<Kind extends ReviewKind>(
  reviews: Reviews,
  kind: Kind,
  id: string,
): Promise<Review<Kind>> {
  const review = await reviews.find(kind, id);
  if (review === undefined) throw new Fault("RESOURCE_NOT_FOUND", "There is no review with this id.");
  return review;
}
