import type { RenewedSession, Session } from "../../../access/domain/sessions.ts";
import type { LevelFall } from "../../../core/level-expiry.ts";
import type { RotationKey, RotationPlace, RotationState, SigningKey, VerificationLevel } from "./identities.ts";

/** Data that is written when a valid token is consumed. */
export interface AdmittedToken {
  readonly place: RotationPlace;
  readonly reached: RotationState;
  /** Nonce of the token, if it has one. It must be known and unused. */
  readonly challenge: string | undefined;
  /** The opened session; for a renewal, its record. */
  readonly session: Session;
  /** Session that the token renews, the parent of its record; absent: it opens one. */
  readonly renewed?: RenewedSession | undefined;
  readonly sessionDigest: Uint8Array;
}

/** Names in a token. */
export interface TokenNames extends RotationPlace {
  readonly keyId: string;
  readonly challenge: string | undefined;
}

/** Terms of the request for a challenge. Undefined members do not restrict the token. */
export interface ChallengeTerms {
  readonly clientId: string | undefined;
  /** Words separated by one space. */
  readonly scope: string | undefined;
  /** Longest lifetime of the token, in seconds. */
  readonly longestSeconds: number | undefined;
  /** Session that requested the token. */
  readonly sessionId: string | undefined;
}

/** Part of a session that limits those derived from it. */
export type ParentSession = Pick<
  Session,
  "id" | "identityId" | "authLevel" | "permissions" | "ownPermissions" | "expiresAt" | "revokedAt"
>;

/** Stored facts about the names in a token; undefined for each that does not exist. */
export interface TokenFacts {
  readonly signingKey: Pick<SigningKey, "id" | "identityId" | "publicKey" | "revokedAt"> | undefined;
  readonly rotationKey: RotationKey | undefined;
  readonly state: RotationState | undefined;
  readonly level: VerificationLevel;
  /** Falls of the level, earliest first. */
  readonly levelFalls: readonly LevelFall<VerificationLevel>[];
  readonly challenge: ChallengeTerms | undefined;
  /** Session that requested the token. */
  readonly parent: ParentSession | undefined;
}

/** Port: the store in which tokens are consumed. */
export interface Authentications {
  /** Reads everything that the check of a token needs. Concurrent calls are read together. */
  facts(names: TokenNames): Promise<TokenFacts>;
  /**
   * Consumes the token and opens or renews the session, both durably or neither. Returns false when any process has already
   * reached the counter, when the key or the parent session was revoked meanwhile, or when the challenge is unknown,
   * used or expired. Concurrent calls are written together.
   */
  admit(admittance: AdmittedToken): Promise<boolean>;
  /** Stores a nonce until it expires. */
  addChallenge(challenge: string, endsAt: Date, terms: ChallengeTerms): Promise<void>;
}
