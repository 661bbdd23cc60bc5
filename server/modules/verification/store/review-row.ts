import { EntitySchema } from "typeorm";
import { integerColumn, momentColumn } from "../../../database/columns.ts";

/** A row of `reviews`. */
export interface ReviewRow {
  id: string;
  identityId: string;
  kind: string;
  /** 1 while a decision is pending. */
  isOpen: number;
  sealed: Uint8Array;
  revision: number;
  createdAt: Date;
}

/** The table `reviews`: document cases, compliance checks and agreements. Their contents are sealed. */
export const reviewRows = new EntitySchema<ReviewRow>({
  name: "Review",
  tableName: "reviews",
  columns: {
    id: { type: "varchar", length: 36, primary: true },
    identityId: { type: "varchar", length: 36, name: "identity_id" },
    kind: { type: "varchar", length: 12 },
    isOpen: { ...integerColumn, name: "is_open" },
    sealed: { type: "blob" },
    revision: integerColumn,
    createdAt: { ...momentColumn, name: "created_at" },
  },
});

/** A row of `review_documents`. */
export interface ReviewDocumentRow {
  id: string;
  identityId: string;
  reviewId: string;
  sealed: Uint8Array;
}

/** The table `review_documents`: the files of document cases. */
export const reviewDocumentRows = new EntitySchema<ReviewDocumentRow>({
  name: "ReviewDocument",
  tableName: "review_documents",
  columns: {
    id: { type: "varchar", length: 36, primary: true },
    identityId: { type: "varchar", length: 36, name: "identity_id" },
    reviewId: { type: "varchar", length: 36, name: "review_id" },
    sealed: { type: "blob" },
  },
});
