import type { Session } from "../access/sessions.ts";
import type { RotationKey, RotationPlace, RotationState, SigningKey, VerificationLevel } from "./identities.ts";

/** One successful authentication, for the log that its owner reads. */
export interface AuthenticationEvent {
  readonly id: string;
  readonly identityId: string;
  readonly at: Date;
  readonly clientId: string;
  readonly authLevel: number;
  readonly sessionId: string;
}

/** All that a good token brings about. */
export interface Admittance {
  readonly place: RotationPlace;
  readonly reached: RotationState;
  /** The nonce that the token carries, if it does. It must be known and unused. */
  readonly challenge: string | undefined;
  readonly session: Session;
  readonly sessionDigest: Uint8Array;
  readonly event: AuthenticationEvent;
}

/** What a token names. */
export interface TokenNames extends RotationPlace {
  readonly keyId: string;
}

/** What is known of what a token names; undefined for each thing that is not there. */
export interface TokenFacts {
  readonly signingKey: Pick<SigningKey, "id" | "identityId" | "publicKey" | "revokedAt"> | undefined;
  readonly rotationKey: RotationKey | undefined;
  readonly state: RotationState | undefined;
  readonly level: VerificationLevel;
}

/** Port: where tokens are consumed. */
export interface Authentications {
  /** All that checking a token needs. Many questions that come together are one. */
  facts(names: TokenNames): Promise<TokenFacts>;
  /**
   * Consumes the token, opens the session and writes the event, all durably or nothing. Answers false when the counter
   * is there or beyond already, by whatever process, when the key was revoked meanwhile, or when the challenge is
   * unknown, used or over. Many that come together are written together.
   */
  admit(admittance: Admittance): Promise<boolean>;
  /** Keeps a nonce until then. */
  addChallenge(challenge: string, endsAt: Date): Promise<void>;
  /** The newest first, of those before the one given. */
  events(identityId: string, before: string | undefined, count: number): Promise<AuthenticationEvent[]>;
}
