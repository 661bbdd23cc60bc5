import { EntitySchema } from "typeorm";
import { integerColumn, momentColumn, wordsColumn } from "../../../database/columns.ts";

/** A row of `verification_challenges`. */
export interface VerificationChallengeRow {
  id: string;
  identityId: string;
  method: string;
  target: string;
  /** 1 if the right answer replaces a factor; null in rows of earlier versions. */
  replaces: number | null;
  state: string;
  attempts: number;
  attemptsMax: number;
  createdAt: Date;
  expiresAt: Date;
  /** Empty once the challenge is closed. */
  sealedSecret: Uint8Array;
}

/** The table `verification_challenges`. */
export const verificationChallengeRows = new EntitySchema<VerificationChallengeRow>({
  name: "VerificationChallenge",
  tableName: "verification_challenges",
  columns: {
    id: { type: "varchar", length: 36, primary: true },
    identityId: { type: "varchar", length: 36, name: "identity_id" },
    method: { type: "varchar", length: 40 },
    target: { type: "varchar", length: 20 },
    replaces: { type: "int", nullable: true },
    state: { type: "varchar", length: 12 },
    attempts: integerColumn,
    attemptsMax: { ...integerColumn, name: "attempts_max" },
    createdAt: { ...momentColumn, name: "created_at" },
    expiresAt: { ...momentColumn, name: "expires_at" },
    sealedSecret: { type: "blob", name: "sealed_secret" },
  },
});

/** A row of `verification_factors`. */
export interface VerificationFactorRow {
  identityId: string;
  name: string;
  methods: string[];
  sealed: Uint8Array;
  revision: number;
  provenAt: Date;
  expiresAt: Date | null;
}

/** The table `verification_factors`: factors of identities. */
export const verificationFactorRows = new EntitySchema<VerificationFactorRow>({
  name: "VerificationFactor",
  tableName: "verification_factors",
  columns: {
    identityId: { type: "varchar", length: 36, name: "identity_id", primary: true },
    name: { type: "varchar", length: 40, primary: true },
    methods: wordsColumn,
    sealed: { type: "blob" },
    revision: integerColumn,
    provenAt: { ...momentColumn, name: "proven_at" },
    expiresAt: { ...momentColumn, name: "expires_at", nullable: true },
  },
});

/** A row of `verification_guesses`. */
export interface VerificationGuessRow {
  identityId: string;
  method: string;
  windowStartedAt: Date;
  windowCount: number;
  consecutive: number;
}

/** The table `verification_guesses`: wrong answers by identity and method. */
export const verificationGuessRows = new EntitySchema<VerificationGuessRow>({
  name: "VerificationGuess",
  tableName: "verification_guesses",
  columns: {
    identityId: { type: "varchar", length: 36, name: "identity_id", primary: true },
    method: { type: "varchar", length: 40, primary: true },
    windowStartedAt: { ...momentColumn, name: "window_started_at" },
    windowCount: { ...integerColumn, name: "window_count" },
    consecutive: integerColumn,
  },
});
