/** The levels of verification, lowest first. `undefined` is the level before the first. */
export const levels = [
  "LEVEL_BASIC",
  "LEVEL_STANDARD",
  "LEVEL_ENHANCED",
  "LEVEL_BUSINESS",
  "LEVEL_ENTERPRISE",
] as const;

export type Level = (typeof levels)[number];

export const highestLevel: Level = "LEVEL_ENTERPRISE";

/** Kinds of evidence: something known, possessed, or inherent; or something that others have checked or signed. */
export type Kind = "KNOWLEDGE" | "POSSESSION" | "INHERENCE" | "DOCUMENT" | "COMPLIANCE" | "AGREEMENT";

/** Every piece of evidence about an identity, and its kind. */
export const evidenceKinds = {
  EMAIL_CODE: "POSSESSION",
  PHONE_CODE: "POSSESSION",
  PASSWORD: "KNOWLEDGE",
  PIN: "KNOWLEDGE",
  SECURITY_QUESTIONS: "KNOWLEDGE",
  TOTP: "POSSESSION",
  RECOVERY_CODE: "POSSESSION",
  WEBAUTHN: "POSSESSION",
  HARDWARE_KEY: "POSSESSION",
  WEBAUTHN_USER_VERIFICATION: "INHERENCE",
  PERSONAL_DOCUMENTS: "DOCUMENT",
  ORGANISATION_DOCUMENTS: "DOCUMENT",
  PERSONAL_COMPLIANCE: "COMPLIANCE",
  LEGAL_COMPLIANCE: "COMPLIANCE",
  AGREEMENT_SIGNATURE: "AGREEMENT",
  AGREEMENT_APPROVAL: "AGREEMENT",
} as const satisfies Record<string, Kind>;

export type EvidenceName = keyof typeof evidenceKinds;

/** Evidence about an identity. It counts until it expires; without `expiresAt` until it is withdrawn. */
export interface Evidence {
  readonly kind: Kind;
  readonly name: EvidenceName;
  readonly provenAt: Date;
  readonly expiresAt: Date | undefined;
}

/** A requirement of a level, and the alternative pieces of evidence that meet it. */
export interface Requirement {
  readonly requirement: string;
  readonly evidence: readonly EvidenceName[];
}

/** Requirements of each level in addition to those of lower levels. */
export type Requirements = Readonly<Record<Level, readonly Requirement[]>>;

/**
 * Every requirement.
 *
 * Security questions and recovery codes are in no row: answers can be guessed or researched, and a code on paper
 * replaces a device only once. They can help to pass a challenge and never raise a level.
 */
export const requirements: Requirements = {
  LEVEL_BASIC: [{ requirement: "ADDRESS", evidence: ["EMAIL_CODE", "PHONE_CODE"] }],
  LEVEL_STANDARD: [
    { requirement: "KNOWLEDGE_FACTOR", evidence: ["PASSWORD", "PIN"] },
    { requirement: "POSSESSION_FACTOR", evidence: ["TOTP", "WEBAUTHN", "HARDWARE_KEY"] },
  ],
  LEVEL_ENHANCED: [
    { requirement: "PERSONAL_DATA", evidence: ["PERSONAL_DOCUMENTS", "PERSONAL_COMPLIANCE"] },
    { requirement: "INHERENCE_FACTOR", evidence: ["WEBAUTHN_USER_VERIFICATION"] },
  ],
  LEVEL_BUSINESS: [{ requirement: "ORGANISATION", evidence: ["ORGANISATION_DOCUMENTS"] }],
  LEVEL_ENTERPRISE: [
    { requirement: "LEGAL_VALIDATION", evidence: ["LEGAL_COMPLIANCE"] },
    { requirement: "SIGNED_AGREEMENT", evidence: ["AGREEMENT_SIGNATURE"] },
    { requirement: "ADMINISTRATORS_APPROVAL", evidence: ["AGREEMENT_APPROVAL"] },
  ],
};

/**
 * Returns the requirements of a deployment: without those that only a factor of inherence meets if none can be
 * enrolled.
 */
export function requirementsWhere({ supportsInherence }: { readonly supportsInherence: boolean }): Requirements {
  if (supportsInherence) return requirements;
  const isPossible = ({ evidence }: Requirement) => evidence.some((name) => evidenceKinds[name] !== "INHERENCE");
  return { ...requirements, LEVEL_ENHANCED: requirements.LEVEL_ENHANCED.filter(isPossible) };
}

/** Returns the evidence with a name, adding its kind. */
export function evidenceOf(name: EvidenceName, provenAt: Date, expiresAt: Date | undefined): Evidence {
  return { kind: evidenceKinds[name], name, provenAt, expiresAt };
}

/** Returns the highest level whose requirements, including those of lower levels, the evidence meets. */
export function levelOf(evidence: readonly Evidence[], now: Date, required = requirements): Level | undefined {
  const proven = namesProven(evidence, now);
  const unmet = levels.findIndex((level) => required[level].some((requirement) => !isMet(requirement, proven)));
  return unmet === -1 ? highestLevel : levels[unmet - 1];
}

/** Returns the level after the current one: up by one step at most, and down to what the evidence supports. */
export function nextLevel(
  current: Level | undefined,
  evidence: readonly Evidence[],
  now: Date,
  required = requirements,
): Level | undefined {
  return levels[Math.min(rankOf(levelOf(evidence, now, required)), rankOf(current) + 1)];
}

/** Returns the level directly above a level; undefined above the highest. */
export function levelAbove(level: Level | undefined): Level | undefined {
  return levels[rankOf(level) + 1];
}

export function isBelow(level: Level | undefined, other: Level | undefined): boolean {
  return rankOf(level) < rankOf(other);
}

/** Returns the requirements of a level and of lower ones that the evidence does not meet. */
export function missingFor(
  level: Level,
  evidence: readonly Evidence[],
  now: Date,
  required = requirements,
): Requirement[] {
  const proven = namesProven(evidence, now);
  return levels
    .slice(0, rankOf(level) + 1)
    .flatMap((step) => required[step])
    .filter((requirement) => !isMet(requirement, proven));
}

/** A lower level that is reached at a time because evidence expires then. */
export interface Fall {
  readonly at: Date;
  readonly level: Level | undefined;
}

/** Returns the falls of a level as the evidence expires, if nothing else happens, earliest first. */
export function fallsOf(
  level: Level | undefined,
  evidence: readonly Evidence[],
  now: Date,
  required = requirements,
): Fall[] {
  const expiries = evidence
    .filter((piece) => counts(piece, now))
    .flatMap(({ expiresAt }) => expiresAt?.getTime() ?? []);
  const falls: Fall[] = [];
  let current = level;
  for (const at of [...new Set(expiries)].sort((one, other) => one - other).map((ms) => new Date(ms))) {
    const carried = levelOf(evidence, at, required);
    if (!isBelow(carried, current)) continue;
    falls.push({ at, level: carried });
    current = carried;
  }
  return falls;
}

function rankOf(level: Level | undefined): number {
  return level === undefined ? -1 : levels.indexOf(level);
}

function namesProven(evidence: readonly Evidence[], now: Date): Set<EvidenceName> {
  return new Set(evidence.filter((piece) => counts(piece, now)).map((piece) => piece.name));
}

/** Whether evidence counts: it has the right kind and has not expired. */
function counts(piece: Evidence, now: Date): boolean {
  return evidenceKinds[piece.name] === piece.kind && (piece.expiresAt === undefined || now < piece.expiresAt);
}

function isMet(requirement: Requirement, proven: ReadonlySet<EvidenceName>): boolean {
  return requirement.evidence.some((method) => proven.has(method));
}
