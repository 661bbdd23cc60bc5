import type { Session } from "../../../access/domain/sessions.ts";
import type { RotationKey, RotationPlace, RotationState, SigningKey, VerificationLevel } from "./identities.ts";

/** All that a good token brings about. */
export interface AdmittedToken {
  readonly place: RotationPlace;
  readonly reached: RotationState;
  /** The nonce that the token carries, if it does. It must be known and unused. */
  readonly challenge: string | undefined;
  readonly session: Session;
  readonly sessionDigest: Uint8Array;
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
   * Consumes the token and opens the session, both durably or neither. Answers false when the counter
   * is there or beyond already, by whatever process, when the key was revoked meanwhile, or when the challenge is
   * unknown, used or over. Many that come together are written together.
   */
  admit(admittance: AdmittedToken): Promise<boolean>;
  /** Keeps a nonce until then. */
  addChallenge(challenge: string, endsAt: Date): Promise<void>;
}
