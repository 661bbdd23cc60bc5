import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Evidence,
  type EvidenceName,
  evidenceKinds,
  evidenceOf,
  fallsOf,
  type Level,
  levelAbove,
  levelOf,
  levels,
  missingFor,
  nextLevel,
  requirements,
  requirementsWhere,
} from "../../../../server/modules/verification/domain/levels.ts";
import { law } from "../../../support/laws/law.ts";

const now = new Date("2026-01-01T00:00:00Z");
const allEvidence = Object.keys(evidenceKinds) as EvidenceName[];
const anyExpiry = fc.option(fc.integer({ min: -2, max: 2 }), { nil: undefined });
const anyPiece = fc
  .tuple(fc.constantFrom(...allEvidence), anyExpiry)
  .map(([method, ms]) => evidenceOf(method, now, ms === undefined ? undefined : new Date(now.getTime() + ms)));
const anyEvidence = fc.array(anyPiece, { maxLength: 24 });
const anyLevel = fc.constantFrom(...levels);
const anyCurrent = fc.constantFrom<Level | undefined>(undefined, ...levels);

function rank(level: Level | undefined): number {
  return level === undefined ? -1 : levels.indexOf(level);
}

function proven(...names: EvidenceName[]): Evidence[] {
  return names.map((name) => evidenceOf(name, now, undefined));
}

describe("a level", () => {
  it.each<[EvidenceName[], Level | undefined]>([
    [[], undefined],
    [["PASSWORD"], undefined],
    [["EMAIL_CODE"], "LEVEL_BASIC"],
    [["PHONE_CODE"], "LEVEL_BASIC"],
    [["PASSWORD", "TOTP"], undefined],
    [["EMAIL_CODE", "PASSWORD"], "LEVEL_BASIC"],
    [["EMAIL_CODE", "PHONE_CODE", "PASSWORD", "PIN"], "LEVEL_BASIC"],
    [["EMAIL_CODE", "TOTP", "WEBAUTHN"], "LEVEL_BASIC"],
    [["EMAIL_CODE", "PASSWORD", "TOTP"], "LEVEL_STANDARD"],
    [["PHONE_CODE", "PIN", "HARDWARE_KEY"], "LEVEL_STANDARD"],
    [["EMAIL_CODE", "SECURITY_QUESTIONS", "TOTP"], "LEVEL_BASIC"],
    [["EMAIL_CODE", "PASSWORD", "RECOVERY_CODE"], "LEVEL_BASIC"],
    [["EMAIL_CODE", "PASSWORD", "WEBAUTHN", "PERSONAL_DOCUMENTS"], "LEVEL_STANDARD"],
    [["EMAIL_CODE", "PASSWORD", "WEBAUTHN", "PERSONAL_DOCUMENTS", "WEBAUTHN_USER_VERIFICATION"], "LEVEL_ENHANCED"],
    [["EMAIL_CODE", "PASSWORD", "TOTP", "PERSONAL_COMPLIANCE", "WEBAUTHN_USER_VERIFICATION"], "LEVEL_ENHANCED"],
    [["EMAIL_CODE", "PASSWORD", "TOTP", "ORGANISATION_DOCUMENTS"], "LEVEL_STANDARD"],
    [allEvidence, "LEVEL_ENTERPRISE"],
    [allEvidence.filter((name) => name !== "AGREEMENT_APPROVAL"), "LEVEL_BUSINESS"],
    [allEvidence.filter((name) => name !== "LEGAL_COMPLIANCE"), "LEVEL_BUSINESS"],
    [allEvidence.filter((name) => name !== "AGREEMENT_SIGNATURE"), "LEVEL_BUSINESS"],
    [allEvidence.filter((name) => name !== "ORGANISATION_DOCUMENTS"), "LEVEL_ENHANCED"],
    [allEvidence.filter((name) => name !== "EMAIL_CODE" && name !== "PHONE_CODE"), undefined],
  ])("of %j is %s", (names, level) => {
    expect(levelOf(proven(...names), now)).toBe(level);
  });

  it("ends in the millisecond in which required evidence expires", () => {
    const evidence = [...proven("EMAIL_CODE", "PASSWORD"), evidenceOf("TOTP", now, new Date(now.getTime() + 1000))];
    expect(levelOf(evidence, new Date(now.getTime() + 999))).toBe("LEVEL_STANDARD");
    expect(levelOf(evidence, new Date(now.getTime() + 1000))).toBe("LEVEL_BASIC");
    const at = new Date(now.getTime() + 1000);
    expect(fallsOf("LEVEL_STANDARD", evidence, now)).toEqual([{ at, level: "LEVEL_BASIC" }]);
    expect(fallsOf("LEVEL_BASIC", evidence, now)).toEqual([]);
    expect(fallsOf("LEVEL_STANDARD", evidence, at)).toEqual([]);
  });

  law(
    "falls as its evidence expires, to what the rest carries at each time",
    fc.tuple(anyEvidence, anyCurrent),
    ([evidence, current]) => {
      const carried = levelOf(evidence, now);
      const held = rank(carried) < rank(current) ? carried : current;
      const falls = fallsOf(held, evidence, now);
      for (const ms of [0, 1, 2, 3]) {
        const then = new Date(now.getTime() + ms);
        const left = levelOf(evidence, then);
        const expected = rank(left) < rank(held) ? left : held;
        expect(falls.findLast(({ at }) => at <= then) ?? { level: held }).toMatchObject({ level: expected });
      }
    },
  );

  it("above STANDARD needs no inherence where none can be enrolled, and all else as ever", () => {
    const required = requirementsWhere({ supportsInherence: false });
    const standard = proven("EMAIL_CODE", "PASSWORD", "TOTP");
    const enhanced = [...standard, ...proven("PERSONAL_DOCUMENTS")];
    expect(levelOf(standard, now, required)).toBe("LEVEL_STANDARD");
    expect(levelOf(enhanced, now, required)).toBe("LEVEL_ENHANCED");
    expect(nextLevel("LEVEL_STANDARD", enhanced, now, required)).toBe("LEVEL_ENHANCED");
    expect(fallsOf("LEVEL_ENHANCED", enhanced, now, required)).toEqual([]);
    const leftOut = levels.flatMap((level) => requirements[level].filter((one) => !required[level].includes(one)));
    expect(leftOut.map(({ requirement }) => requirement)).toEqual(["INHERENCE_FACTOR"]);
  });

  it("needs inherence where it can be enrolled, and by default", () => {
    const evidence = proven("EMAIL_CODE", "PASSWORD", "TOTP", "PERSONAL_DOCUMENTS");
    expect(requirementsWhere({ supportsInherence: true })).toBe(requirements);
    expect(levelOf(evidence, now)).toBe("LEVEL_STANDARD");
    expect(missingFor("LEVEL_ENHANCED", evidence, now)).toMatchObject([{ requirement: "INHERENCE_FACTOR" }]);
  });

  it("names the requirements that are not met", () => {
    expect(missingFor("LEVEL_STANDARD", proven("EMAIL_CODE", "TOTP"), now)).toEqual([
      { requirement: "KNOWLEDGE_FACTOR", evidence: ["PASSWORD", "PIN"] },
    ]);
    expect(missingFor("LEVEL_STANDARD", [], now).map(({ requirement }) => requirement)).toEqual([
      "ADDRESS",
      "KNOWLEDGE_FACTOR",
      "POSSESSION_FACTOR",
    ]);
  });

  it("is not earned by evidence of a wrong kind", () => {
    expect(levelOf([{ kind: "KNOWLEDGE", name: "EMAIL_CODE", provenAt: now, expiresAt: undefined }], now)).toBe(
      undefined,
    );
  });

  law("is reached exactly when nothing is missing for it", fc.tuple(anyEvidence, anyLevel), ([evidence, level]) => {
    expect(missingFor(level, evidence, now).length === 0).toBe(rank(levelOf(evidence, now)) >= rank(level));
  });

  law("rises one step at a time and falls at once", fc.tuple(anyCurrent, anyEvidence), ([current, evidence]) => {
    const next = nextLevel(current, evidence, now);
    expect(rank(next)).toBe(Math.min(rank(levelOf(evidence, now)), rank(current) + 1));
    if (next !== undefined && rank(next) > rank(current)) expect(next).toBe(levelAbove(current));
  });

  law("never falls by more evidence", fc.tuple(anyEvidence, anyPiece), ([evidence, more]) => {
    expect(rank(levelOf([...evidence, more], now))).toBeGreaterThanOrEqual(rank(levelOf(evidence, now)));
  });

  law("does not depend on the order of the evidence", anyEvidence, (evidence) => {
    expect(levelOf(evidence.toReversed(), now)).toBe(levelOf(evidence, now));
  });

  law("is lost without any one of its requirements", fc.tuple(anyLevel, fc.nat()), ([level, pick]) => {
    const needed = levels.slice(0, rank(level) + 1).flatMap((step) => requirements[step]);
    const lost = needed[pick % needed.length]?.evidence ?? [];
    const evidence = proven(...allEvidence.filter((name) => !lost.includes(name)));
    expect(rank(levelOf(evidence, now))).toBeLessThan(rank(level));
  });

  law("is not raised by security questions or recovery codes", anyEvidence, (evidence) => {
    const more = [...evidence, ...proven("SECURITY_QUESTIONS", "RECOVERY_CODE")];
    expect(levelOf(more, now)).toBe(levelOf(evidence, now));
  });
});
