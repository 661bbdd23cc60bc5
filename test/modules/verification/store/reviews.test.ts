import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Sealer } from "../../../../server/core/sealed-column.ts";
import { offerAgreement } from "../../../../server/modules/verification/domain/agreement.ts";
import type { ReviewCase } from "../../../../server/modules/verification/domain/review.ts";
import type { Review } from "../../../../server/modules/verification/domain/reviews.ts";
import { storedReviews } from "../../../../server/modules/verification/store/reviews.ts";
import { onEveryDatabase } from "../../../support/database/databases.ts";

/** Inverts bytes, so that a value that was stored unsealed is read incorrectly. */
const sealer: Sealer = {
  seal: async (_, bytes) => bytes.map((byte) => byte ^ 0xff),
  open: async (_, sealed) => Uint8Array.from(sealed, (byte) => byte ^ 0xff),
};

function agreementOf(identityId: string): Review<"AGREEMENT"> {
  const id = randomUUID();
  const content = { agreement: offerAgreement(id, identityId, "We agree."), text: "We agree." };
  return { id, identityId, kind: "AGREEMENT", content, isOpen: true, revision: 1, createdAt: new Date(1_000) };
}

const bounds = { countMax: 10, bytesMax: 1_000_000 };

function documentsOf(identityId: string): Review<"DOCUMENTS"> {
  const [id, createdAt] = [randomUUID(), new Date(1_000)];
  const reviewCase: ReviewCase = {
    ...{ id, identity: identityId, target: "LEVEL_ENHANCED", documents: [], state: "SUBMITTED", approvals: [] },
    ...{ rejection: undefined, submittedAt: createdAt },
  };
  return {
    id,
    identityId,
    kind: "DOCUMENTS",
    content: { reviewCase, documents: [] },
    isOpen: true,
    revision: 1,
    createdAt,
  };
}

onEveryDatabase("reviews", (engine) => {
  test("are read as they were stored, with times and bytes", async () => {
    const reviews = storedReviews(await engine.open(), sealer);
    const review = agreementOf(randomUUID());
    expect(await reviews.put(review)).toBe(true);
    const found = await reviews.find("AGREEMENT", review.id);
    expect(found?.content.agreement.statement).toEqual(review.content.agreement.statement);
    expect(found?.createdAt).toEqual(review.createdAt);
    const signature = { keyId: "k", bytes: new Uint8Array([0, 255]), at: new Date(2_000) };
    const agreement = { ...review.content.agreement, state: "SIGNED" as const, signature };
    const signed = { ...review, content: { ...review.content, agreement }, isOpen: false, revision: 2 };
    expect(await reviews.put(signed)).toBe(true);
    expect((await reviews.find("AGREEMENT", review.id))?.content.agreement.signature).toEqual(signature);
    expect(await reviews.open("AGREEMENT")).toEqual([]);
    expect(await reviews.ofIdentity("AGREEMENT", review.identityId)).toHaveLength(1);
    expect(await reviews.find("COMPLIANCE", review.id)).toBeUndefined();
  });

  test("are changed by one of ten concurrent changes of a revision, and only its documents are stored", async () => {
    const reviews = storedReviews(await engine.open(), sealer);
    const review = documentsOf(randomUUID());
    await reviews.put(review);
    expect(await reviews.put(review)).toBe(false);
    const documents = Array.from({ length: 10 }, (_, n) => ({
      id: randomUUID(),
      identityId: review.identityId,
      reviewId: review.id,
      bytes: new Uint8Array(100_000).fill(n),
    }));
    const changed = await Promise.all(
      documents.map((added) => reviews.putDocuments({ ...review, revision: 2 }, [added], bounds)),
    );
    expect(changed.toSorted()).toEqual([...Array(9).fill("changed"), "stored"]);
    const kept = await Promise.all(documents.map(({ id }) => reviews.document(id)));
    expect(kept.map((document) => (document ? "stored" : "changed"))).toEqual(changed);
    expect(kept[changed.indexOf("stored")]).toEqual(documents[changed.indexOf("stored")]);
  });

  test("of one identity keep documents within the bounds, also of ten that come at once", async () => {
    const reviews = storedReviews(await engine.open(), sealer);
    const identityId = randomUUID();
    const put = (bytes: number, count: number) => {
      const review = documentsOf(identityId);
      const documents = Array.from({ length: count }, () => ({
        ...{ id: randomUUID(), identityId, reviewId: review.id },
        bytes: new Uint8Array(bytes),
      }));
      return reviews.putDocuments(review, documents, { countMax: 6, bytesMax: 1_000 });
    };
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => put(300, 1)));
    expect(outcomes.toSorted()).toEqual([...Array(3).fill("stored"), ...Array(7).fill("too-many")]);
    expect(await put(10, 4)).toBe("too-many");
    expect(await put(10, 3)).toBe("stored");
    expect(await reviews.ofIdentity("DOCUMENTS", identityId)).toHaveLength(4);
  });
});
