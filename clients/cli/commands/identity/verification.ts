import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { JsonObject } from "@bufbuild/protobuf";
import { VerificationLevelSchema } from "#contract/identity/v1/identity_pb.js";
import { ReviewService } from "#contract/identity/v1/review_service_pb.js";
import { VerificationMethodSchema } from "#contract/identity/v1/verification_pb.js";
import { VerificationService } from "#contract/identity/v1/verification_service_pb.js";
import { profileCommand } from "../../remote-command.ts";
import { requestInput, requestOption } from "../../request-input.ts";
import { UsageError } from "../../usage-error.ts";
import { choiceOf, yesOrNo } from "../../values.ts";

const {
  requestChallenge,
  submitResponse,
  listChallenges,
  getVerificationStatus,
  requestLevel,
  unlockFactor,
  renewRecoveryCodes,
} = VerificationService.method;

export const identityStatus = profileCommand({
  name: "identity status",
  summary:
    "Shows the verification level of an identity, what the next one lacks, and how many recovery codes are left.",
  method: getVerificationStatus,
  request: (_, id) => ({ id }),
});

export const identityVerify = profileCommand({
  name: "identity verify",
  summary:
    "Begins a step of verification, such as email, phone, password, pin or totp; email goes to the address of the registration. " +
    "A right answer to recovery-code removes a lost authenticator app; the code is spent even if there is none.",
  operands: ["METHOD"],
  options: {
    address: { value: "ADDRESS", help: "the number, for phone" },
    replace: { value: "yes|no", help: "whether it takes the place of what is proven, and other sessions end (no)" },
  },
  examples: [
    "platonic identity verify email",
    "platonic identity verify phone --address +15550100",
    "platonic identity verify totp --replace yes",
  ],
  method: requestChallenge,
  request: ({ operands: [method], options: { address, replace } }, identityId) => ({
    identityId,
    method: choiceOf("METHOD", VerificationMethodSchema, method),
    ...(address !== undefined && { address }),
    replace: yesOrNo("--replace", replace) ?? false,
  }),
});

export const identityAnswer = profileCommand({
  name: "identity answer",
  summary: "Ends a step of verification: by its code, or by a request with `code`, `answers` or `credential`.",
  operands: ["CHALLENGE"],
  options: { code: { value: "CODE", help: "the code that was sent, or that the app shows" }, request: requestOption },
  examples: ["platonic identity answer 01920000-0000-7000-8000-000000000001 --code 123456"],
  method: submitResponse,
  request: async ({ operands: [challengeId], options: { code, request } }, identityId) => {
    const head = { identityId, challengeId };
    if (code !== undefined) return { ...head, code };
    return { ...head, ...answerIn(JSON.parse(await requestInput("identity answer", request))) };
  },
});

export const identityChallenges = profileCommand({
  name: "identity challenges",
  summary: "Lists the steps of verification that are begun.",
  method: listChallenges,
  request: (_, id) => ({ id }),
});

export const identityLevel = profileCommand({
  name: "identity level",
  summary: "Asks for a verification level, such as standard, once its steps are done.",
  operands: ["LEVEL"],
  method: requestLevel,
  request: ({ operands: [level] }, id) => ({ id, level: choiceOf("LEVEL", VerificationLevelSchema, level) }),
});

export const identityUnlock = profileCommand({
  name: "identity unlock",
  summary: "Unlocks a factor, such as totp, after 100 wrong answers in a row.",
  operands: ["METHOD"],
  method: unlockFactor,
  request: ({ operands: [method] }, identityId) => ({
    identityId,
    method: choiceOf("METHOD", VerificationMethodSchema, method),
  }),
});

export const identityRecoveryCodes = profileCommand({
  name: "identity recovery-codes",
  summary: "Issues ten new recovery codes, which are shown this once. Those before end.",
  method: renewRecoveryCodes,
  request: (_, identityId) => ({ identityId }),
});

export const identityDocument = profileCommand({
  name: "identity document",
  summary: "Submits a PDF, JPEG or PNG file for review: for the level enhanced or business.",
  operands: ["LEVEL", "FILE"],
  method: ReviewService.method.submitDocuments,
  request: ({ operands: [level, file] }, identityId) => ({
    identityId,
    level: choiceOf("LEVEL", VerificationLevelSchema, level),
    documents: [{ name: basename(file), content: readFileSync(file) }],
  }),
});

interface Answer {
  readonly code?: string;
  readonly answers?: Readonly<Record<string, string>>;
  readonly credential?: JsonObject;
}

/** @throws UsageError */
function answerIn(json: Answer | null) {
  const { code, answers, credential } = json ?? {};
  if (typeof code === "string") return { code };
  if (answers !== undefined) return { answers: { entries: answers } };
  if (credential !== undefined) return { credential };
  throw new UsageError("the request of identity answer needs one of code, answers and credential");
}
