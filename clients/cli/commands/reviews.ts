import type { JsonObject } from "@bufbuild/protobuf";
import { ComplianceCheckSchema, ReviewCaseSchema, ReviewDecisionSchema } from "#contract/identity/v1/review_pb.js";
import { ReviewService } from "#contract/identity/v1/review_service_pb.js";
import { VerificationMethodSchema } from "#contract/identity/v1/verification_pb.js";
import { VerificationService } from "#contract/identity/v1/verification_service_pb.js";
import { callUnary } from "../../typescript/src/call-unary.ts";
import { outcomeOf } from "../answer.ts";
import { command } from "../command.ts";
import { writeNew } from "../new-file.ts";
import { operatorCommand } from "../remote-command.ts";
import { requestInput, requestOption } from "../request-input.ts";
import { labelled } from "../text.ts";
import { UsageError } from "../usage-error.ts";
import { choiceOf } from "../values.ts";

const { listCases, getDocument, decideCase, requestCompliance, listAgreements, offerAgreement, approveAgreement } =
  ReviewService.method;

const identityOption = { value: "ID", help: "whose cases: by default the pending ones of all identities" } as const;

export const reviewsList = operatorCommand({
  name: "reviews list",
  summary: "Lists cases of documents that wait for a reviewer, or all of an identity.",
  options: { identity: identityOption },
  method: listCases,
  request: ({ options: { identity } }) => (identity === undefined ? {} : { identityId: identity }),
});

export const reviewsShow = command({
  name: "reviews show",
  summary: "Shows a case and its documents.",
  operands: ["CASE"],
  options: { identity: identityOption },
  async run({ operands: [id], options: { identity }, service }) {
    const request = identity === undefined ? {} : { identityId: identity };
    const { cases } = await callUnary(service().transport, listCases, request);
    const found = cases.find((one) => one.id === id);
    if (found !== undefined) return outcomeOf(ReviewCaseSchema, found);
    throw new Error(
      `no pending case is ${id}: platonic reviews list names them, and --identity those that are decided`,
    );
  },
});

export const reviewsDocument = command({
  name: "reviews document",
  summary: "Writes a document of a case to a new file.",
  operands: ["DOCUMENT", "FILE"],
  async run({ operands: [id, file], service }) {
    const { document, content } = await callUnary(service().transport, getDocument, { id });
    writeNew(file, content, 0o600);
    const json = { file, name: document?.name, mediaType: document?.mediaType, size: document?.size };
    return { json, text: labelled(json) };
  },
});

export const reviewsDecide = operatorCommand({
  name: "reviews decide",
  summary: "Records a reviewer's decision of a case: approve or reject.",
  operands: ["CASE", "DECISION"],
  options: { reason: { value: "TEXT", help: "why it is rejected, for the identity to read", mayBeEmpty: true } },
  examples: [
    'platonic reviews decide 01920000-0000-7000-8000-000000000001 reject --reason "The photograph is cut off."',
  ],
  method: decideCase,
  request: ({ operands: [id, written], options: { reason } }) => {
    const decision = choiceOf("DECISION", ReviewDecisionSchema, written);
    if (written.toLowerCase().endsWith("reject") && reason === undefined)
      throw new UsageError("a rejection needs a --reason, which the identity reads");
    return { id, decision, ...(reason !== undefined && { reason }) };
  },
});

export const reviewsCompliance = operatorCommand({
  name: "reviews compliance",
  summary: "Asks the third party to check an identity: personal or legal.",
  operands: ["IDENTITY", "CHECK"],
  method: requestCompliance,
  request: ({ operands: [identityId, check] }) => ({
    identityId,
    check: choiceOf("CHECK", ComplianceCheckSchema, check),
  }),
});

export const reviewsAgreements = operatorCommand({
  name: "reviews agreements",
  summary: "Lists the agreements of an identity.",
  operands: ["IDENTITY"],
  method: listAgreements,
  request: ({ operands: [identityId] }) => ({ identityId }),
});

export const reviewsOffer = operatorCommand({
  name: "reviews offer",
  summary: "Offers an agreement to the representative of an organisation.",
  operands: ["IDENTITY", "TEXT"],
  method: offerAgreement,
  request: ({ operands: [identityId, text] }) => ({ identityId, text }),
});

export const reviewsApprove = operatorCommand({
  name: "reviews approve",
  summary: "Approves a signed agreement by an administrator's hardware key, whose WebAuthn answer is the request.",
  operands: ["AGREEMENT", "ADMINISTRATOR", "CHALLENGE"],
  options: { request: requestOption },
  examples: [
    "platonic reviews approve 01920000-0000-7000-8000-000000000001 01920000-0000-7000-8000-000000000002 \\",
    "  01920000-0000-7000-8000-000000000003 --request @credential.json",
  ],
  method: approveAgreement,
  request: async ({ operands: [id, administratorId, challengeId], options: { request } }) => ({
    id,
    administratorId,
    challengeId,
    credential: credentialIn(JSON.parse(await requestInput("reviews approve", request))),
  }),
});

export const reviewsUnlock = operatorCommand({
  name: "reviews unlock",
  summary: "Unlocks a factor of an identity, such as totp, after 100 wrong answers in a row.",
  operands: ["IDENTITY", "METHOD"],
  method: VerificationService.method.unlockFactor,
  request: ({ operands: [identityId, method] }) => ({
    identityId,
    method: choiceOf("METHOD", VerificationMethodSchema, method),
  }),
});

/** @throws UsageError for anything but an object */
function credentialIn(json: unknown): JsonObject {
  if (typeof json === "object" && json !== null && !Array.isArray(json)) return json as JsonObject;
  throw new UsageError("the request of reviews approve must be the result of the browser's WebAuthn call, an object");
}
