import type { Agreement } from "./agreement.ts";
import type { ComplianceCase } from "./compliance.ts";
import type { AcceptedDocument } from "./documents.ts";
import type { ReviewCase } from "./review.ts";

/** What others decide about, by its kind. */
export interface ReviewContents {
  readonly DOCUMENTS: { readonly reviewCase: ReviewCase; readonly documents: readonly NamedDocument[] };
  readonly COMPLIANCE: ComplianceCase;
  readonly AGREEMENT: { readonly agreement: Agreement; readonly text: string };
}

export type ReviewKind = keyof ReviewContents;

/** An accepted document, under an id of its own. */
export interface NamedDocument extends AcceptedDocument {
  readonly id: string;
}

/** The content of a document. */
export interface StoredDocument {
  readonly id: string;
  readonly identityId: string;
  readonly reviewId: string;
  readonly bytes: Uint8Array;
}

/** A review as it is kept. */
export interface Review<Kind extends ReviewKind> {
  readonly id: string;
  readonly identityId: string;
  readonly kind: Kind;
  readonly content: ReviewContents[Kind];
  /** Whether others are still to decide. */
  readonly isOpen: boolean;
  /** From 1, one more with every change. */
  readonly revision: number;
  readonly createdAt: Date;
}

/** Port: where reviews are kept. */
export interface Reviews {
  /**
   * Stores a review with documents that come to it: a new one at revision 1, or the next revision of the one before.
   * False when another was faster, and then nothing is stored.
   */
  put<Kind extends ReviewKind>(review: Review<Kind>, documents?: readonly StoredDocument[]): Promise<boolean>;
  find<Kind extends ReviewKind>(kind: Kind, id: string): Promise<Review<Kind> | undefined>;
  /** All of an identity, the oldest first. */
  ofIdentity<Kind extends ReviewKind>(kind: Kind, identityId: string): Promise<Review<Kind>[]>;
  /** Those of all identities that wait, the oldest first; no more than anybody looks at in a day. */
  open<Kind extends ReviewKind>(kind: Kind): Promise<Review<Kind>[]>;
  document(id: string): Promise<StoredDocument | undefined>;
}
