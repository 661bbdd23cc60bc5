import type { Alongside } from "../../../core/alongside.ts";
import type { LevelFall } from "../../../core/level-expiry.ts";
import type { Entries } from "./entries.ts";

/** From 0, not verified, to 5, LEVEL_ENTERPRISE; the contract's numbers. */
export type VerificationLevel = 0 | 1 | 2 | 3 | 4 | 5;

/** An identity as it is stored. Private data are sealed. */
export interface Identity {
  readonly id: string;
  /** In the owner's spelling. */
  readonly username: string;
  /** Skeleton of the username, equal for all names that look alike; unique. */
  readonly usernameSkeleton: string;
  readonly displayName: string | undefined;
  /** E-mail address and profile, sealed by the vault. */
  readonly sealedPrivate: Uint8Array;
  readonly metadata: Entries;
  /** Present level: the one that its unexpired evidence supports. */
  readonly level: VerificationLevel;
  /** Falls of the level as evidence expires, if nothing else happens, earliest first. */
  readonly levelFalls: readonly LevelFall<VerificationLevel>[];
  /** From 1, incremented by every change. */
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Public key of an identity's signatures. */
export interface SigningKey {
  readonly id: string;
  readonly identityId: string;
  /** Ed25519, 32 bytes. */
  readonly publicKey: Uint8Array;
  /** The vault's name of the private key; absent if the client has it. */
  readonly vaultKeyId: string | undefined;
  readonly createdAt: Date;
  readonly revokedAt: Date | undefined;
}

/** The secret of rotation codes, sealed. */
export interface RotationKey {
  readonly identityId: string;
  /** From 1. */
  readonly version: number;
  readonly sealedSecret: Uint8Array;
  readonly createdAt: Date;
  /** Time from which its codes are rejected. */
  readonly endsAt: Date | undefined;
}

/** Counter of a client. */
export interface RotationState {
  readonly lastN: number;
  /** Id of the last token. Another token with the same counter reveals a cloned client. */
  readonly lastJti: string;
}

/** Key of a counter: every client of an identity has one for each rotation key. */
export interface RotationPlace {
  readonly identityId: string;
  readonly clientId: string;
  readonly keyVersion: number;
}

/** Port: the store of identities. */
export interface Identities {
  /**
   * Stores a new identity with its keys, together with `alongside`. Returns false, and stores nothing, when its name or
   * a similar one is taken.
   */
  create(identity: Identity, key: SigningKey, rotationKey: RotationKey, alongside?: Alongside): Promise<boolean>;
  find(id: string): Promise<Identity | undefined>;
  /**
   * Replaces the stored identity if it still has the previous version, together with `alongside`. Unless the result is
   * `changed`, nothing was written.
   */
  update(identity: Identity, alongside?: Alongside): Promise<"changed" | "version-mismatch" | "name-taken">;

  /** Returns the signing keys, newest first. */
  signingKeys(identityId: string): Promise<SigningKey[]>;
  /** Returns the public key of a signing key; undefined for a revoked one. Concurrent calls are read together. */
  publicKey(identityId: string, keyId: string): Promise<Uint8Array | undefined>;
  /**
   * Stores a key, together with `alongside`. Returns false, and stores nothing, when its identity already has
   * `activeMax` unrevoked keys.
   */
  addSigningKey(key: SigningKey, activeMax?: number, alongside?: Alongside): Promise<boolean>;
  /**
   * Revokes the key unless it already is, and the sessions that it opened, and destroys its private key if the vault
   * has it, together with `alongside`; returns its present state. Changes nothing if there is no such key, nor, if one is to
   * be kept, for the last one.
   */
  revokeSigningKey(
    identityId: string,
    id: string,
    at: Date,
    destroy: (vaultKeyId: string, transaction: object) => Promise<unknown>,
    also?: { readonly keepsOne?: boolean; readonly alongside?: Alongside | undefined },
  ): Promise<SigningKey | "last" | undefined>;

  latestRotationKey(identityId: string): Promise<RotationKey | undefined>;
  /**
   * Stores the next version of the key, together with `alongside`, and returns it. The previous version ends at
   * `previousEndsAt`, older ones at once. Returns undefined, and stores nothing, when another was added at the same
   * time.
   */
  addRotationKey(
    identityId: string,
    seal: (version: number) => Promise<Uint8Array>,
    at: Date,
    previousEndsAt: Date,
    alongside?: Alongside,
  ): Promise<RotationKey | undefined>;
}
