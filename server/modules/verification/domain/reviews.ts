import type { Alongside } from "../../../core/alongside.ts";
import type { Agreement } from "./agreement.ts";
import type { ComplianceCase } from "./compliance.ts";
import type { AcceptedDocument } from "./documents.ts";
import type { ReviewCase } from "./review.ts";

/** Contents of reviews by kind. */
export interface ReviewContents {
  readonly DOCUMENTS: { readonly reviewCase: ReviewCase; readonly documents: readonly NamedDocument[] };
  readonly COMPLIANCE: ComplianceCase;
  readonly AGREEMENT: { readonly agreement: Agreement; readonly text: string };
}

export type ReviewKind = keyof ReviewContents;

/** An accepted document and its id. */
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

/** A review as it is stored. */
export interface Review<Kind extends ReviewKind> {
  readonly id: string;
  readonly identityId: string;
  readonly kind: Kind;
  readonly content: ReviewContents[Kind];
  /** Whether a decision is pending. */
  readonly isOpen: boolean;
  /** From 1, incremented by every change. */
  readonly revision: number;
  readonly createdAt: Date;
}

/** Limits of all documents that an identity has submitted. */
export interface DocumentBounds {
  readonly countMax: number;
  readonly bytesMax: number;
}

/** Port: the store of reviews. */
export interface Reviews {
  /**
   * Stores a review: a new one at revision 1, or the revision after the stored one. Returns false and stores nothing if
   * another writer came first.
   */
  put<Kind extends ReviewKind>(review: Review<Kind>, alongside?: Alongside): Promise<boolean>;
  /** Does the same with documents. Also stores nothing if the identity would exceed the limits. */
  putDocuments(
    review: Review<"DOCUMENTS">,
    documents: readonly StoredDocument[],
    bounds: DocumentBounds,
  ): Promise<"stored" | "changed" | "too-many">;
  find<Kind extends ReviewKind>(kind: Kind, id: string): Promise<Review<Kind> | undefined>;
  /** Returns all reviews of an identity, oldest first. */
  ofIdentity<Kind extends ReviewKind>(kind: Kind, identityId: string): Promise<Review<Kind>[]>;
  /** Returns open reviews of all identities, oldest first, up to a limit. */
  open<Kind extends ReviewKind>(kind: Kind): Promise<Review<Kind>[]>;
  document(id: string): Promise<StoredDocument | undefined>;
}
