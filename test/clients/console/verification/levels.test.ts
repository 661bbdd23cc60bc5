import { create } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { VerificationLevel as Level } from "#contract/identity/v1/identity_pb.js";
import { VerificationMethod as Method, VerificationSchema } from "#contract/identity/v1/verification_pb.js";
import {
  expiryOf,
  levels,
  nameOf,
  type Requirement,
  stateOf,
} from "../../../../clients/console/src/verification/levels.ts";
import { type EvidenceName, requirements } from "../../../../server/modules/verification/domain/levels.ts";

/** The method whose factor gives a piece of evidence. */
const methodOf: Partial<Record<EvidenceName, keyof typeof Method>> = {
  EMAIL_CODE: "EMAIL",
  PHONE_CODE: "PHONE",
  HARDWARE_KEY: "WEBAUTHN",
  WEBAUTHN_USER_VERIFICATION: "WEBAUTHN",
  AGREEMENT_SIGNATURE: "AGREEMENT",
  AGREEMENT_APPROVAL: "AGREEMENT",
};

test("the levels and requirements are those of the service, and so are the methods that prove them", () => {
  const shown = levels.map(({ level, requirements: own }) => [
    `LEVEL_${Level[level]}`,
    own.map(({ word, methods }) => [word, methods.map((method) => Method[method])]),
  ]);
  const enforced = Object.entries(requirements).map(([level, own]) => [
    level,
    own.map(({ requirement, evidence }) => [requirement, [...new Set(evidence.map((name) => methodOf[name] ?? name))]]),
  ]);
  expect(shown).toEqual(enforced);
});

test("every level has a name, also the one before the first", () => {
  expect([0, 1, 5].map(nameOf)).toEqual(["Not verified", "Basic", "Enterprise"]);
});

describe("a requirement", () => {
  const requirement = (word: string) =>
    levels
      .flatMap((level) => level.requirements.map((one) => ({ level, one })))
      .find(({ one }) => one.word === word) as {
      level: (typeof levels)[number];
      one: Requirement;
    };
  const state = (word: string, level: Level, missing: string[], proven: Method[]) => {
    const { level: own, one } = requirement(word);
    const factors = proven.map((method) => ({ method }));
    return stateOf(one, own, create(VerificationSchema, { level, nextLevel: level + 1, missing, factors }));
  };

  test.each([
    ["of the next level is missing if the service says so", "missing", "KNOWLEDGE_FACTOR", 1, ["KNOWLEDGE_FACTOR"], []],
    ["is proven by any of its methods", "proven", "ADDRESS", 1, [], [Method.PHONE]],
    ["of a later level is proven ahead", "proven", "INHERENCE_FACTOR", 1, ["KNOWLEDGE_FACTOR"], [Method.WEBAUTHN]],
    ["of a later level is missing", "missing", "ORGANISATION", 1, [], []],
    [
      "of the next level is not asked for if the service has none",
      "not-asked",
      "INHERENCE_FACTOR",
      2,
      ["PERSONAL_DATA"],
      [],
    ],
    ["of a level that was reached without it was not asked for", "not-asked", "INHERENCE_FACTOR", 3, [], []],
    [
      "for approval is not met by the signature",
      "missing",
      "ADMINISTRATORS_APPROVAL",
      4,
      ["ADMINISTRATORS_APPROVAL"],
      [Method.AGREEMENT],
    ],
    ["for approval is met at the highest level", "proven", "ADMINISTRATORS_APPROVAL", 5, [], [Method.AGREEMENT]],
    ["for approval is missing while the level is far", "missing", "ADMINISTRATORS_APPROVAL", 2, [], [Method.AGREEMENT]],
  ] as const)("%s", (_, expected, word, level, missing, proven) => {
    expect(state(word, level, [...missing], [...proven])).toBe(expected);
  });
});

describe("a level is held until", () => {
  const factor = (method: Method, end?: number) => ({ method, ...(end && { expiresAt: { seconds: BigInt(end) } }) });
  const until = (level: Level, ...factors: ReturnType<typeof factor>[]) =>
    expiryOf(create(VerificationSchema, { level, factors }));

  test.each([
    ["no time if nothing expires", undefined, 1, [factor(Method.EMAIL)]],
    ["its only proof expires", 9_000, 1, [factor(Method.EMAIL, 9)]],
    ["the last of the proofs that serve it expires", 12_000, 1, [factor(Method.EMAIL, 9), factor(Method.PHONE, 12)]],
    ["no time if one of them does not expire", undefined, 1, [factor(Method.EMAIL, 9), factor(Method.PHONE)]],
    [
      "the first of its requirements is lost",
      7_000,
      2,
      [factor(Method.EMAIL, 9), factor(Method.PIN, 7), factor(Method.TOTP)],
    ],
    [
      "no time by what a higher level needs",
      undefined,
      1,
      [factor(Method.EMAIL), factor(Method.PERSONAL_COMPLIANCE, 3)],
    ],
  ] as const)("%s", (_, expected, level, factors) => {
    expect(until(level, ...factors)).toBe(expected);
  });
});
