import { generateKeyPairSync, sign } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Agreement,
  type AgreementRefusal,
  agreementPrefix,
  approveAgreement,
  evidenceOfAgreement,
  offerAgreement,
  signAgreement,
} from "../../../../server/modules/verification/domain/agreement.ts";
import {
  approveCase,
  evidenceOfCase,
  type ReviewCase,
  type ReviewRefusal,
  rejectCase,
  submitCase,
} from "../../../../server/modules/verification/domain/review.ts";
import { law } from "../../../support/laws/law.ts";

const now = new Date("2026-01-01T00:00:00Z");

function done<T extends object>(outcome: T | ReviewRefusal | AgreementRefusal): T {
  if (typeof outcome === "string") throw new Error(outcome);
  return outcome;
}

function submitted(target: ReviewCase["target"]): ReviewCase {
  return done<ReviewCase>(submitCase({ id: "r1", identity: "owner", target, documents: ["d1"] }, now));
}

describe("a review", () => {
  it("needs documents", () => {
    const known = { id: "r1", identity: "owner", target: "LEVEL_ENHANCED", documents: [] } as const;
    expect(submitCase(known, now)).toBe("NO_DOCUMENTS");
  });

  it("of a person needs one reviewer and of an organisation two different ones", () => {
    const person = done<ReviewCase>(approveCase(submitted("LEVEL_ENHANCED"), "eve", now));
    expect(person.state).toBe("APPROVED");
    expect(evidenceOfCase(person, undefined)).toMatchObject({ kind: "DOCUMENT", name: "PERSONAL_DOCUMENTS" });
    const half = done<ReviewCase>(approveCase(submitted("LEVEL_BUSINESS"), "eve", now));
    expect(half.state).toBe("SUBMITTED");
    expect(evidenceOfCase(half, undefined)).toBeUndefined();
    expect(approveCase(half, "eve", now)).toBe("APPROVED_BEFORE");
    const whole = done<ReviewCase>(approveCase(half, "bob", now));
    expect(whole.state).toBe("APPROVED");
    expect(evidenceOfCase(whole, undefined)).toMatchObject({ name: "ORGANISATION_DOCUMENTS" });
    expect(approveCase(whole, "kim", now)).toBe("CLOSED");
  });

  it("cannot be decided by the identity itself, and a rejection needs a reason", () => {
    expect(approveCase(submitted("LEVEL_ENHANCED"), "owner", now)).toBe("OWN_CASE");
    expect(rejectCase(submitted("LEVEL_ENHANCED"), "owner", "no", now)).toBe("OWN_CASE");
    expect(rejectCase(submitted("LEVEL_ENHANCED"), "eve", " \n", now)).toBe("REASON_REQUIRED");
    const rejected = done<ReviewCase>(rejectCase(submitted("LEVEL_BUSINESS"), "eve", " blurred ", now));
    expect(rejected).toMatchObject({ state: "REJECTED", rejection: { reviewer: "eve", reason: "blurred" } });
    expect(approveCase(rejected, "bob", now)).toBe("CLOSED");
    expect(evidenceOfCase(rejected, undefined)).toBeUndefined();
  });

  const step = fc.tuple(fc.constantFrom("owner", "a", "b", "c"), fc.boolean());
  law("is approved exactly by two other reviewers before a rejection", fc.array(step, { maxLength: 8 }), (steps) => {
    let reviewCase = submitted("LEVEL_BUSINESS");
    const consents = new Set<string>();
    let expected: ReviewCase["state"] = "SUBMITTED";
    for (const [reviewer, isConsent] of steps) {
      const next = isConsent ? approveCase(reviewCase, reviewer, now) : rejectCase(reviewCase, reviewer, "no", now);
      if (typeof next !== "string") reviewCase = next;
      if (expected !== "SUBMITTED" || reviewer === "owner") continue;
      if (!isConsent) expected = "REJECTED";
      else if (consents.add(reviewer).size === 2) expected = "APPROVED";
    }
    expect(reviewCase.state).toBe(expected);
  });
});

describe("an agreement", () => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const raw = Buffer.from(publicKey.export({ format: "jwk" }).x as string, "base64url");
  const key = { id: "k1", publicKey: raw };
  const offered = offerAgreement("a1", "owner", "The parties agree.");
  const signature = sign(null, Buffer.concat([agreementPrefix, offered.statement]), privateKey);
  const signed = done<Agreement>(signAgreement(offered, key, signature, now));
  const hardware = (id: string) => ({ id, hasUsedHardwareKey: true });

  it("is signed by the representative over prefix, ids and the digest of the text", () => {
    expect(signed).toMatchObject({ state: "SIGNED", signature: { keyId: "k1" } });
    expect(evidenceOfAgreement(signed, undefined).map(({ name: method }) => method)).toEqual(["AGREEMENT_SIGNATURE"]);
    expect(evidenceOfAgreement(offered, undefined)).toEqual([]);
  });

  it.each([
    ["without the prefix", () => sign(null, offered.statement, privateKey)],
    [
      "by another key",
      () => sign(null, Buffer.concat([agreementPrefix, offered.statement]), generateKeyPairSync("ed25519").privateKey),
    ],
    ["with a byte more", () => Buffer.concat([signature, Buffer.alloc(1)])],
    ["with nothing", () => Buffer.alloc(0)],
  ])("is not signed %s", (_, bytes) => expect(signAgreement(offered, key, bytes(), now)).toBe("SIGNATURE_INVALID"));

  it.each([
    ["another text", offerAgreement("a1", "owner", "The parties agree!")],
    ["another identity", offerAgreement("a1", "other", "The parties agree.")],
    ["another agreement", offerAgreement("a2", "owner", "The parties agree.")],
  ])("with %s does not accept the signature of the original", (_, other) =>
    expect(signAgreement(other, key, signature, now)).toBe("SIGNATURE_INVALID"),
  );

  it("is concluded by two different administrators with hardware keys, after the signature", () => {
    expect(approveAgreement(offered, hardware("eve"), now)).toBe("STATE");
    expect(approveAgreement(signed, hardware("owner"), now)).toBe("OWN_AGREEMENT");
    expect(approveAgreement(signed, { id: "eve", hasUsedHardwareKey: false }, now)).toBe("HARDWARE_KEY_REQUIRED");
    const half = done<Agreement>(approveAgreement(signed, hardware("eve"), now));
    expect(half.state).toBe("SIGNED");
    expect(approveAgreement(half, hardware("eve"), now)).toBe("APPROVED_BEFORE");
    const whole = done<Agreement>(approveAgreement(half, hardware("bob"), now));
    expect(whole.state).toBe("CONCLUDED");
    const proven = evidenceOfAgreement(whole, undefined).map(({ name: method }) => method);
    expect(proven).toEqual(["AGREEMENT_SIGNATURE", "AGREEMENT_APPROVAL"]);
    expect(signAgreement(whole, key, signature, now)).toBe("STATE");
  });
});
