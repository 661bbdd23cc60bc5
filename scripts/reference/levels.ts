import { defaultPolicy } from "../../server/modules/ledger/domain/default-policy.ts";
import { decimalOf } from "../../server/modules/ledger/domain/money.ts";
import type { AssetPolicy, Limit } from "../../server/modules/ledger/domain/policy.ts";
import {
  type EvidenceName,
  evidenceKinds,
  type Level,
  levels,
  requirements,
} from "../../server/modules/verification/domain/levels.ts";
import { code, table } from "./table.ts";

const proofs: Readonly<Record<EvidenceName, string>> = {
  EMAIL_CODE: "a code sent to the e-mail address",
  PHONE_CODE: "a code sent to a phone",
  PASSWORD: "a password",
  PIN: "a PIN",
  SECURITY_QUESTIONS: "answers to security questions",
  TOTP: "a code of an authenticator app",
  RECOVERY_CODE: "a recovery code",
  WEBAUTHN: "a passkey",
  HARDWARE_KEY: "a hardware key",
  WEBAUTHN_USER_VERIFICATION: "a passkey or hardware key that verified its holder",
  PERSONAL_DOCUMENTS: "personal documents that a reviewer approved",
  ORGANISATION_DOCUMENTS: "documents of the organisation that two reviewers approved",
  PERSONAL_COMPLIANCE: "a check of the person by a third party",
  LEGAL_COMPLIANCE: "a check of the organisation by a third party",
  AGREEMENT_SIGNATURE: "an agreement signed by the representative",
  AGREEMENT_APPROVAL: "approval of the agreement by two administrators",
};

const noProofing = "evidence of the person, validated and bound to them; this level proves an address only";
const proofing =
  "collecting and validating evidence of the strength that IAL2 asks for, and verifying that it is the applicant's, which the service leaves to reviewers";
const oneFactor = "a second factor at every authentication, and a choice that resists phishing";

/** IAL and what is missing for the next, AAL and what is missing for the next. */
const assurance: Readonly<Record<Level, readonly [string, string, string, string]>> = {
  LEVEL_BASIC: ["none", noProofing, "AAL1", oneFactor],
  LEVEL_STANDARD: ["none", noProofing, "AAL1", oneFactor],
  LEVEL_ENHANCED: ["IAL1, if reviewers or the third party follow its rules", proofing, "AAL1", oneFactor],
  LEVEL_BUSINESS: ["as the level before", "the same", "AAL1", oneFactor],
  LEVEL_ENTERPRISE: ["as the level before", "the same", "AAL1", oneFactor],
};

/** Writes the levels of verification, with their requirements and the limits of their identities. */
export function verificationLevels(): string {
  const required = levels.flatMap((level) => requirements[level].map((requirement) => ({ level, ...requirement })));
  const counted = new Set(required.flatMap((requirement) => requirement.evidence));
  const uncounted = (Object.keys(evidenceKinds) as EvidenceName[]).filter((method) => !counted.has(method));
  return `Each level asks for all of its requirements and for those of every level before it. The word of a requirement is the one in
\`missing\` of \`GetVerificationStatus\`; any one of its proofs will do.

${table(
  ["level", "requirement", "proven by"],
  required.map(({ level, requirement, evidence: methods }) => [code(level), code(requirement), either(methods)]),
)}

No level asks for ${either(uncounted)}: these help to pass a challenge.

\`INHERENCE_FACTOR\` is left out where no passkey can be enrolled, because \`WEBAUTHN_RP_ID\` is not set
([decision](../decisions/0033-levels-without-passkeys.md)).

## Levels of NIST SP 800-63-4

What the service itself enforces; no auditor has confirmed it. IAL is about the proof who a person is, AAL about the proof at
each authentication that it is the same person again.

${table(
  ["level", "IAL", "missing for the next IAL", "AAL", "missing for the next AAL"],
  levels.map((level) => [code(level), ...assurance[level]]),
)}

- A session is opened by a rotating token, at every level: a signature and a one-time code, by keys that the client holds. Both
  are possessed, so that this is one factor. The factors that a level requires are asked for when they are enrolled, for
  changes that need a fresh proof, and by applications that start a challenge; they do not raise the AAL of a session.
- If the vault holds the signing key (\`CUSTODY_SERVICE\`), the application authenticates the person, and its AAL counts.
- A code by e-mail proves an address only; NIST accepts none as an authenticator. One by text message is restricted there.
- NIST has no levels for organisations: the last two say nothing more about the person who represents one.

## Limits

An identity may send at most so much in one transaction / in one day of UTC, in units of the asset and without fees.
These are the defaults: \`GetLedgerPolicy\` answers the limits in force, and \`LEDGER_POLICY\` changes them
([settings](settings.md)).

${table(
  ["asset", "not verified", ...levels.map(code)],
  [...defaultPolicy.assets.values()].map((asset) => [
    code(asset.code),
    ...asset.limits.map((limit) => `${amount(limit.perTransaction, asset)} / ${amount(limit.perDay, asset)}`),
  ]),
)}
`;
}

function either(methods: readonly EvidenceName[]): string {
  return alternatives.format(methods.map((method) => proofs[method]));
}

const alternatives = new Intl.ListFormat("en", { type: "disjunction" });

function amount(minor: Limit["perDay"], { scale }: AssetPolicy): string {
  const decimal = decimalOf(minor, scale) as `${number}`;
  return new Intl.NumberFormat("en", { maximumFractionDigits: scale }).format(decimal);
}
