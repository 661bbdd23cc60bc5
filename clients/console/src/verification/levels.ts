import { VerificationLevel } from "#contract/identity/v1/identity_pb.js";
import type { Factor, Verification } from "#contract/identity/v1/verification_pb.js";
import { VerificationMethod as Method } from "#contract/identity/v1/verification_pb.js";

/** A requirement of a level, proven by any of its methods. */
export interface Requirement {
  /** Word of the requirement in `missing`. */
  readonly word: string;
  readonly title: string;
  readonly methods: readonly Method[];
}

/** A level, with its requirements in addition to those of lower levels. */
export interface Level {
  readonly level: VerificationLevel;
  readonly name: string;
  readonly requirements: readonly Requirement[];
}

/** The levels, lowest first. */
export const levels: readonly Level[] = [
  {
    level: VerificationLevel.BASIC,
    name: "Basic",
    requirements: [{ word: "ADDRESS", title: "An address that is yours", methods: [Method.EMAIL, Method.PHONE] }],
  },
  {
    level: VerificationLevel.STANDARD,
    name: "Standard",
    requirements: [
      { word: "KNOWLEDGE_FACTOR", title: "Something that you know", methods: [Method.PASSWORD, Method.PIN] },
      { word: "POSSESSION_FACTOR", title: "Something that you have", methods: [Method.TOTP, Method.WEBAUTHN] },
    ],
  },
  {
    level: VerificationLevel.ENHANCED,
    name: "Enhanced",
    requirements: [
      {
        word: "PERSONAL_DATA",
        title: "Who you are",
        methods: [Method.PERSONAL_DOCUMENTS, Method.PERSONAL_COMPLIANCE],
      },
      { word: "INHERENCE_FACTOR", title: "A passkey that knows you", methods: [Method.WEBAUTHN] },
    ],
  },
  {
    level: VerificationLevel.BUSINESS,
    name: "Business",
    requirements: [{ word: "ORGANISATION", title: "Your organisation", methods: [Method.ORGANISATION_DOCUMENTS] }],
  },
  {
    level: VerificationLevel.ENTERPRISE,
    name: "Enterprise",
    requirements: [
      { word: "LEGAL_VALIDATION", title: "A check of the organisation", methods: [Method.LEGAL_COMPLIANCE] },
      { word: "SIGNED_AGREEMENT", title: "A signed agreement", methods: [Method.AGREEMENT] },
      { word: "ADMINISTRATORS_APPROVAL", title: "Approval by two administrators", methods: [Method.AGREEMENT] },
    ],
  },
];

/** Returns the name of a level, including the one before the first. */
export function nameOf(level: VerificationLevel): string {
  return levels.find((one) => one.level === level)?.name ?? "Not verified";
}

export type RequirementState = "proven" | "missing" | "not-asked";

/** Returns the state of a requirement of a level. A service without passkeys does not require all of them. */
export function stateOf(
  { word, methods }: Requirement,
  { level }: Pick<Level, "level">,
  { level: present, nextLevel, missing, factors }: Pick<Verification, "level" | "nextLevel" | "missing" | "factors">,
): RequirementState {
  const isNext = level === nextLevel;
  if (isNext && missing.includes(word)) return "missing";
  const isProven = factors.some(({ method }) => methods.includes(method));
  // The factor shows that the agreement is signed, not that it is approved.
  const isKnown = word !== "ADMINISTRATORS_APPROVAL" || level <= present;
  if (isProven && isKnown) return "proven";
  return isNext || level <= present ? "not-asked" : "missing";
}

/** Returns the unmet requirements of the next level. */
export function missingOf(verification: Verification): Requirement[] {
  return levels
    .filter(({ level }) => level <= verification.nextLevel)
    .flatMap((level) => level.requirements.filter((one) => stateOf(one, level, verification) === "missing"));
}

/**
 * Returns the time in milliseconds since 1970 when the present level is lost unless something is proven again;
 * undefined if never.
 */
export function expiryOf({
  level,
  factors,
}: {
  readonly level: VerificationLevel;
  readonly factors: readonly Pick<Factor, "method" | "expiresAt">[];
}): number | undefined {
  const ends = levels
    .filter((one) => one.level <= level)
    .flatMap(({ requirements }) => requirements)
    .map(({ methods }) => {
      const proofs = factors.filter(({ method }) => methods.includes(method));
      // One proof without expiry is enough. A requirement without proof is ignored.
      return proofs.length === 0 ? Infinity : Math.max(...proofs.map(endOf));
    });
  const first = Math.min(...ends);
  return first === Infinity ? undefined : first;
}

function endOf({ expiresAt }: Pick<Factor, "expiresAt">): number {
  return expiresAt === undefined ? Infinity : Number(expiresAt.seconds) * 1_000;
}
