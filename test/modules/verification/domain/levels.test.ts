import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Fact,
  factOf,
  isNextLevel,
  type Level,
  levelOf,
  levels,
  type Method,
  methods,
  missingFor,
  nextExpiry,
  nextLevel,
  requirements,
} from "../../../../server/modules/verification/domain/levels.ts";
import { law } from "../../../support/laws/law.ts";

const now = new Date("2026-01-01T00:00:00Z");
const allMethods = Object.keys(methods) as Method[];
const anyExpiry = fc.option(fc.integer({ min: -2, max: 2 }), { nil: undefined });
const anyFact = fc
  .tuple(fc.constantFrom(...allMethods), anyExpiry)
  .map(([method, ms]) => factOf(method, now, ms === undefined ? undefined : new Date(now.getTime() + ms)));
const anyFacts = fc.array(anyFact, { maxLength: 24 });
const anyLevel = fc.constantFrom(...levels);
const anyCurrent = fc.constantFrom<Level | undefined>(undefined, ...levels);

function rank(level: Level | undefined): number {
  return level === undefined ? -1 : levels.indexOf(level);
}

function proven(...names: Method[]): Fact[] {
  return names.map((name) => factOf(name, now, undefined));
}

describe("a level", () => {
  it.each<[Method[], Level | undefined]>([
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
    [allMethods, "LEVEL_ENTERPRISE"],
    [allMethods.filter((name) => name !== "AGREEMENT_APPROVAL"), "LEVEL_BUSINESS"],
    [allMethods.filter((name) => name !== "LEGAL_COMPLIANCE"), "LEVEL_BUSINESS"],
    [allMethods.filter((name) => name !== "AGREEMENT_SIGNATURE"), "LEVEL_BUSINESS"],
    [allMethods.filter((name) => name !== "ORGANISATION_DOCUMENTS"), "LEVEL_ENHANCED"],
    [allMethods.filter((name) => name !== "EMAIL_CODE" && name !== "PHONE_CODE"), undefined],
  ])("of %j is %s", (names, level) => {
    expect(levelOf(proven(...names), now)).toBe(level);
  });

  it("ends in the millisecond in which a fact expires that it needs", () => {
    const facts = [...proven("EMAIL_CODE", "PASSWORD"), factOf("TOTP", now, new Date(now.getTime() + 1000))];
    expect(levelOf(facts, new Date(now.getTime() + 999))).toBe("LEVEL_STANDARD");
    expect(levelOf(facts, new Date(now.getTime() + 1000))).toBe("LEVEL_BASIC");
    expect(nextExpiry(facts, now)).toEqual(new Date(now.getTime() + 1000));
    expect(nextExpiry(facts, new Date(now.getTime() + 1000))).toBeUndefined();
  });

  it("tells what is missing", () => {
    expect(missingFor("LEVEL_STANDARD", proven("EMAIL_CODE", "TOTP"), now)).toEqual([
      { requirement: "KNOWLEDGE_FACTOR", methods: ["PASSWORD", "PIN"] },
    ]);
    expect(missingFor("LEVEL_STANDARD", [], now).map(({ requirement }) => requirement)).toEqual([
      "ADDRESS",
      "KNOWLEDGE_FACTOR",
      "POSSESSION_FACTOR",
    ]);
  });

  it("is not earned by a fact of a kind that its method does not prove", () => {
    expect(levelOf([{ kind: "KNOWLEDGE", method: "EMAIL_CODE", provenAt: now, expiresAt: undefined }], now)).toBe(
      undefined,
    );
  });

  law("is reached exactly when nothing is missing for it", fc.tuple(anyFacts, anyLevel), ([facts, level]) => {
    expect(missingFor(level, facts, now).length === 0).toBe(rank(levelOf(facts, now)) >= rank(level));
  });

  law("climbs one step at a time and falls at once", fc.tuple(anyCurrent, anyFacts), ([current, facts]) => {
    const next = nextLevel(current, facts, now);
    expect(rank(next)).toBe(Math.min(rank(levelOf(facts, now)), rank(current) + 1));
    if (next !== undefined && rank(next) > rank(current)) expect(isNextLevel(current, next)).toBe(true);
  });

  law("never falls by one more fact", fc.tuple(anyFacts, anyFact), ([facts, more]) => {
    expect(rank(levelOf([...facts, more], now))).toBeGreaterThanOrEqual(rank(levelOf(facts, now)));
  });

  law("does not depend on the order of the facts", anyFacts, (facts) => {
    expect(levelOf(facts.toReversed(), now)).toBe(levelOf(facts, now));
  });

  law("is lost with any one of its requirements", fc.tuple(anyLevel, fc.nat()), ([level, pick]) => {
    const needed = levels.slice(0, rank(level) + 1).flatMap((step) => requirements[step]);
    const lost = needed[pick % needed.length]?.methods ?? [];
    const facts = proven(...allMethods.filter((name) => !lost.includes(name)));
    expect(rank(levelOf(facts, now))).toBeLessThan(rank(level));
  });

  law("is not raised by security questions or recovery codes", anyFacts, (facts) => {
    const more = [...facts, ...proven("SECURITY_QUESTIONS", "RECOVERY_CODE")];
    expect(levelOf(more, now)).toBe(levelOf(facts, now));
  });
});
