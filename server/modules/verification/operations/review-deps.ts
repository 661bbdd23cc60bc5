import { randomBytes } from "node:crypto";
import { Fault } from "../../../core/fault.ts";
import type { FixedWindowLimiter } from "../../../core/fixed-window/fixed-window-limiter.ts";
import { uuidV7 } from "../../../core/uuid.ts";
import type { Principal } from "../../../rpc/principal.ts";
import type { Identities, Vault } from "../../identity/index.ts";
import type { ComplianceCase } from "../domain/compliance.ts";
import type { Review, ReviewKind, Reviews, StoredDocument } from "../domain/reviews.ts";
import type { Verifier } from "../methods/verifier.ts";

/** What the operations on reviews need. */
export interface ReviewOperationsDeps {
  readonly reviews: Reviews;
  readonly identities: Identities;
  readonly vault: Vault;
  readonly verifier: Verifier;
  /** The third party that checks identities, and the secrets with which it signs; absent when there is none. */
  readonly compliance:
    | {
        readonly ask: (complianceCase: ComplianceCase, claims: Readonly<Record<string, string>>) => Promise<void>;
        readonly secrets: readonly Uint8Array[];
        /** Limits requests, by identity. */
        readonly requestLimiter: FixedWindowLimiter;
      }
    | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** An id that nothing has. */
export function newId(now: () => number): string {
  return uuidV7(now(), randomBytes(10));
}

/** Who decides: an identity is itself, with whatever session. */
export function deciderOf({ id, session }: Principal): string {
  return session?.identityId ?? id;
}

/** Stores the next state of what somebody else may be changing, too. */
export async function keepReview<Kind extends ReviewKind>(
  reviews: Reviews,
  review: Review<Kind>,
  documents?: readonly StoredDocument[],
): Promise<void> {
  if (await reviews.put(review, documents)) return;
  throw new Fault("STATE_INVALID", "It was changed meanwhile; look at it again.");
}

/** @throws Fault RESOURCE_NOT_FOUND */
export async function foundReview<Kind extends ReviewKind>(
  reviews: Reviews,
  kind: Kind,
  id: string,
): Promise<Review<Kind>> {
  const review = await reviews.find(kind, id);
  if (review === undefined) throw new Fault("RESOURCE_NOT_FOUND", "There is nothing to decide with this id.");
  return review;
}
