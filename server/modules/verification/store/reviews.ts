import type { EntityManager } from "typeorm";
import type { Sealer } from "../../../core/sealed-column.ts";
import { dialectOf } from "../../../database/dialects.ts";
import type { Database } from "../../../database/source.ts";
import type { DocumentBounds, Review, ReviewContents, ReviewKind, Reviews } from "../domain/reviews.ts";
import { documentColumn, reviewColumn } from "../domain/sealed-columns.ts";
import { type ReviewRow, reviewDocumentRows, reviewRows } from "./review-row.ts";
import { bytesOfValue, valueOfBytes } from "./sealed-values.ts";

const openMax = 500;

/** Reviews of a database. Their contents and documents are sealed. */
export function storedReviews(database: Database, vault: Sealer): Reviews {
  const { manager } = database;

  async function toReview<Kind extends ReviewKind>(row: ReviewRow): Promise<Review<Kind>> {
    const { sealed, isOpen, kind, ...rest } = row;
    const content = valueOfBytes<ReviewContents[Kind]>(await vault.open(contextIn(reviewColumn, rest), sealed));
    return { ...rest, kind: kind as Kind, content, isOpen: isOpen === 1 };
  }

  return {
    async put(review, alongside) {
      const outcome = await store(database, await toReviewRow(review, vault), async (writer) => {
        await alongside?.(writer);
        return true;
      });
      return outcome === "stored";
    },

    async putDocuments(review, added, bounds) {
      const row = await toReviewRow(review, vault);
      const addedRows = await Promise.all(
        added.map(async ({ bytes, ...rest }) => ({
          ...rest,
          sealed: Buffer.from(await vault.seal(contextIn(documentColumn, rest), bytes)),
        })),
      );
      return store(database, row, async (writer) => {
        for (const one of addedRows) await writer.insert(reviewDocumentRows, one);
        return isWithin(bounds, writer, row.identityId);
      });
    },

    async find(kind, id) {
      const row = await manager.findOneBy(reviewRows, { id, kind });
      return row === null ? undefined : toReview(row);
    },

    async ofIdentity(kind, identityId) {
      const rows = await manager.find(reviewRows, {
        where: { identityId, kind },
        order: { createdAt: "ASC", id: "ASC" },
      });
      return Promise.all(rows.map((row) => toReview<typeof kind>(row)));
    },

    async open(kind) {
      const rows = await manager.find(reviewRows, {
        where: { kind, isOpen: 1 },
        order: { createdAt: "ASC", id: "ASC" },
        take: openMax,
      });
      return Promise.all(rows.map((row) => toReview<typeof kind>(row)));
    },

    async document(id) {
      const row = await manager.findOneBy(reviewDocumentRows, { id });
      if (row === null) return undefined;
      const { sealed, ...rest } = row;
      return { ...rest, bytes: await vault.open(contextIn(documentColumn, rest), sealed) };
    },
  };
}

/** Converts a review to a row, sealing its content. */
export async function toReviewRow({ content, isOpen, ...rest }: Review<ReviewKind>, vault: Sealer): Promise<ReviewRow> {
  const sealed = await vault.seal(contextIn(reviewColumn, rest), bytesOfValue(content));
  return { ...rest, isOpen: isOpen ? 1 : 0, sealed: Buffer.from(sealed) };
}

/** Stores the row of a review. Returns false if another writer came first. */
export async function keepReviewRow(writer: EntityManager, row: ReviewRow): Promise<boolean> {
  const { id, revision, isOpen, sealed } = row;
  if (revision > 1) {
    const result = await writer.update(reviewRows, { id, revision: revision - 1 }, { isOpen, sealed, revision });
    return result.affected === 1;
  }
  await writer.insert(reviewRows, row);
  return true;
}

/** Stores a row and what `add` writes, unless another writer came first or `add` returns false. */
async function store(
  database: Database,
  row: ReviewRow,
  add: (writer: EntityManager) => Promise<boolean>,
): Promise<"stored" | "changed" | "too-many"> {
  try {
    await database.transact(async (writer) => {
      if (!(await keepReviewRow(writer, row))) throw new Refused("changed");
      if (!(await add(writer))) throw new Refused("too-many");
    });
    return "stored";
  } catch (error) {
    if (error instanceof Refused) return error.outcome;
    if (database.dialect.isDuplicateKey(error)) return "changed";
    throw error;
  }
}

/** Rolls back a transaction. */
class Refused extends Error {
  readonly outcome: "changed" | "too-many";

  constructor(outcome: "changed" | "too-many") {
    super(outcome);
    this.outcome = outcome;
  }
}

/**
 * Whether an identity's documents, including those of this transaction, are within the limits. Makes concurrent counts
 * wait.
 */
async function isWithin(
  { countMax, bytesMax }: DocumentBounds,
  writer: EntityManager,
  identityId: string,
): Promise<boolean> {
  const sql = "SELECT COUNT(*) AS count, SUM(LENGTH(sealed)) AS bytes FROM review_documents WHERE identity_id = ?";
  const [row] = await writer.query(`${sql} ${dialectOf(writer).shareLock}`, [identityId]);
  return Number(row.count) <= countMax && Number(row.bytes) <= bytesMax;
}

function contextIn(
  column: typeof reviewColumn,
  { id, identityId }: { readonly id: string; readonly identityId: string },
) {
  return column.context({ id, identity_id: identityId });
}
