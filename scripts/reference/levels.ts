import { defaultPolicy } from "../../server/modules/ledger/domain/default-policy.ts";
import { decimalOf } from "../../server/modules/ledger/domain/money.ts";
import type { AssetPolicy, Limit } from "../../server/modules/ledger/domain/policy.ts";
import {
  type EvidenceName,
  evidenceKinds,
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

/** The levels of verification, with their requirements and the limits of their identities. */
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
