import type { Agreement } from "#contract/identity/v1/review_pb.js";
import { ComplianceCheckSchema } from "#contract/identity/v1/review_pb.js";
import { ReviewService } from "#contract/identity/v1/review_service_pb.js";
import { hex, joined, sha256, utf8 } from "../../../typescript/src/bytes.ts";
import { callUnary } from "../../../typescript/src/call-unary.ts";
import { outcomeOf } from "../../answer.ts";
import { command } from "../../command.ts";
import { Profile, profileOption } from "../../profile.ts";
import { profileCommand } from "../../remote-command.ts";
import { choiceOf } from "../../values.ts";

const { listAgreements, signAgreement, listCases, requestCompliance } = ReviewService.method;

export const identityAgreements = profileCommand({
  name: "identity agreements",
  summary: "Lists the agreements that are offered to an identity or signed, with their text.",
  method: listAgreements,
  request: (_, identityId) => ({ identityId }),
});

export const identitySignAgreement = command({
  name: "identity sign-agreement",
  summary: "Signs an agreement with the profile's key, if its statement is of the text that is offered.",
  operands: ["AGREEMENT"],
  options: { profile: profileOption },
  examples: ["platonic identity agreements && platonic identity sign-agreement 01920000-0000-7000-8000-000000000001"],
  async run({ operands: [id], options: { profile }, env, session }) {
    const { transport, identityId } = session(profile);
    const { agreements } = await callUnary(transport, listAgreements, { identityId });
    const agreement = agreements.find((one) => one.id === id);
    if (agreement === undefined)
      throw new Error(`there is no agreement ${id}: platonic identity agreements lists them`);
    await requireStatement(agreement, identityId);
    const { keyId, sign } = new Profile(env, profile).credentials();
    const signature = await sign(joined(utf8("platonic.agreement.v1\0"), utf8(agreement.statement)));
    return outcomeOf(
      signAgreement.output,
      await callUnary(transport, signAgreement, { id, identityId, keyId, signature }),
    );
  },
});

export const identityCases = profileCommand({
  name: "identity cases",
  summary: "Lists the cases of an identity's documents, and what was decided.",
  method: listCases,
  request: (_, identityId) => ({ identityId }),
});

export const identityCompliance = profileCommand({
  name: "identity compliance",
  summary: "Has the third party check an identity: personal or legal.",
  operands: ["CHECK"],
  method: requestCompliance,
  request: ({ operands: [check] }, identityId) => ({
    identityId,
    check: choiceOf("CHECK", ComplianceCheckSchema, check),
  }),
});

/** @throws Error for a statement about another agreement, identity or text: a user must not sign what was not shown */
async function requireStatement({ id, text, statement }: Agreement, identityId: string): Promise<void> {
  const digest = hex(await sha256(utf8(text)));
  let stated: { readonly agreement?: unknown; readonly identity?: unknown; readonly sha256?: unknown } | null = null;
  try {
    stated = JSON.parse(statement);
  } catch {
    // The comparison below refuses it.
  }
  if (stated?.agreement === id && stated.identity === identityId && stated.sha256 === digest) return;
  throw new Error("the statement is not of this agreement: nothing was signed; ask the operator of the service");
}
