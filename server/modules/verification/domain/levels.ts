/** The levels of verification from the lowest to the highest. Before the first there is none: `undefined`. */
export const levels = [
  "LEVEL_BASIC",
  "LEVEL_STANDARD",
  "LEVEL_ENHANCED",
  "LEVEL_BUSINESS",
  "LEVEL_ENTERPRISE",
] as const;

export type Level = (typeof levels)[number];

/** What a method proves: something known, held, or of the body; or what others have checked or signed. */
export type Kind = "KNOWLEDGE" | "POSSESSION" | "INHERENCE" | "DOCUMENT" | "COMPLIANCE" | "AGREEMENT";

/** Every method by which something about an identity is proven, and what kind of proof it is. */
export const methods = {
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

export type Method = keyof typeof methods;

/** Something that was proven about an identity and counts until it expires; without `expiresAt` until it is taken back. */
export interface Fact {
  readonly kind: Kind;
  readonly method: Method;
  readonly provenAt: Date;
  readonly expiresAt: Date | undefined;
}

/** One thing that a level needs, and the methods of which any proves it. */
export interface Requirement {
  readonly requirement: string;
  readonly methods: readonly Method[];
}

/**
 * What each level needs beside everything that the levels below it need.
 *
 * Security questions and recovery codes are in no row: answers are guessed or found out, and a code on paper replaces a
 * device for once. They can help to pass a challenge and never raise a level.
 */
export const requirements: Readonly<Record<Level, readonly Requirement[]>> = {
  LEVEL_BASIC: [{ requirement: "ADDRESS", methods: ["EMAIL_CODE", "PHONE_CODE"] }],
  LEVEL_STANDARD: [
    { requirement: "KNOWLEDGE_FACTOR", methods: ["PASSWORD", "PIN"] },
    { requirement: "POSSESSION_FACTOR", methods: ["TOTP", "WEBAUTHN", "HARDWARE_KEY"] },
  ],
  LEVEL_ENHANCED: [
    { requirement: "PERSONAL_DATA", methods: ["PERSONAL_DOCUMENTS", "PERSONAL_COMPLIANCE"] },
    { requirement: "INHERENCE_FACTOR", methods: ["WEBAUTHN_USER_VERIFICATION"] },
  ],
  LEVEL_BUSINESS: [{ requirement: "ORGANISATION", methods: ["ORGANISATION_DOCUMENTS"] }],
  LEVEL_ENTERPRISE: [
    { requirement: "LEGAL_VALIDATION", methods: ["LEGAL_COMPLIANCE"] },
    { requirement: "SIGNED_AGREEMENT", methods: ["AGREEMENT_SIGNATURE"] },
    { requirement: "ADMINISTRATORS_APPROVAL", methods: ["AGREEMENT_APPROVAL"] },
  ],
};

/** What a proof by this method is worth. */
export function factOf(method: Method, provenAt: Date, expiresAt: Date | undefined): Fact {
  return { kind: methods[method], method, provenAt, expiresAt };
}

/** The highest level of which the facts prove every requirement, those of the levels below included. */
export function levelOf(facts: readonly Fact[], now: Date): Level | undefined {
  const proven = methodsProven(facts, now);
  const lost = levels.findIndex((level) => requirements[level].some((requirement) => !isMet(requirement, proven)));
  return lost === -1 ? levels[levels.length - 1] : levels[lost - 1];
}

/** Where an identity stands next: one step up at most, and down as far as the facts do not carry. */
export function nextLevel(current: Level | undefined, facts: readonly Fact[], now: Date): Level | undefined {
  return levels[Math.min(rankOf(levelOf(facts, now)), rankOf(current) + 1)];
}

/** Whether this is the level that comes directly after the current one. */
export function isNextLevel(current: Level | undefined, target: Level): boolean {
  return rankOf(target) === rankOf(current) + 1;
}

/** What the level needs, from the lowest level on, and the facts do not prove. Empty: nothing. */
export function missingFor(level: Level, facts: readonly Fact[], now: Date): Requirement[] {
  const proven = methodsProven(facts, now);
  return levels
    .slice(0, rankOf(level) + 1)
    .flatMap((step) => requirements[step])
    .filter((requirement) => !isMet(requirement, proven));
}

/** When the first of the facts that still count expires: the time to look at the level again. */
export function nextExpiry(facts: readonly Fact[], now: Date): Date | undefined {
  const times = facts.filter((fact) => counts(fact, now)).flatMap((fact) => fact.expiresAt ?? []);
  return times.length === 0 ? undefined : new Date(Math.min(...times.map(Number)));
}

function rankOf(level: Level | undefined): number {
  return level === undefined ? -1 : levels.indexOf(level);
}

function methodsProven(facts: readonly Fact[], now: Date): Set<Method> {
  return new Set(facts.filter((fact) => counts(fact, now)).map((fact) => fact.method));
}

/** A kind that does not belong to the method is a proof of nothing. */
function counts(fact: Fact, now: Date): boolean {
  return methods[fact.method] === fact.kind && (fact.expiresAt === undefined || now < fact.expiresAt);
}

function isMet(requirement: Requirement, proven: ReadonlySet<Method>): boolean {
  return requirement.methods.some((method) => proven.has(method));
}
