/** From 0, not verified, to 5, LEVEL_ENTERPRISE; the contract's numbers. */
export type VerificationLevel = 0 | 1 | 2 | 3 | 4 | 5;

/** What is kept of an identity. Private data are sealed. */
export interface Identity {
  readonly id: string;
  /** As its owner spells it. */
  readonly username: string;
  /** What all usernames that look like it have in common; unique. */
  readonly usernameSkeleton: string;
  readonly displayName: string | undefined;
  /** E-mail address and profile, sealed by the vault. */
  readonly sealedPrivate: Uint8Array;
  readonly metadata: { readonly [name: string]: string };
  readonly level: VerificationLevel;
  /** From 1, one more with every change. */
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A public key by which an identity signs. */
export interface SigningKey {
  readonly id: string;
  readonly identityId: string;
  /** Ed25519, 32 bytes. */
  readonly publicKey: Uint8Array;
  /** The vault's name of the private key; absent when the client has it. */
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
  /** From when on its codes are refused. */
  readonly endsAt: Date | undefined;
}

/** How far a client has come with its counter. */
export interface RotationState {
  readonly lastN: number;
  /** The token's own id; another one at the same place tells a copied client. */
  readonly lastJti: string;
}

/** Which counter: every client of an identity has its own, and begins anew with a new rotation key. */
export interface RotationPlace {
  readonly identityId: string;
  readonly clientId: string;
  readonly keyVersion: number;
}

/** Port: where identities are kept. */
export interface Identities {
  /** Stores all of a new identity, or, when a name like its own is taken, nothing and answers false. */
  create(identity: Identity, key: SigningKey, rotationKey: RotationKey): Promise<boolean>;
  find(id: string): Promise<Identity | undefined>;
  /**
   * Replaces what is kept, if that is still at the version before; answers `changed` then, and nothing was written
   * otherwise.
   */
  update(identity: Identity): Promise<"changed" | "version-mismatch" | "name-taken">;

  /** Newest first. */
  signingKeys(identityId: string): Promise<SigningKey[]>;
  /** Of one of them; undefined when it is revoked by now. Many that are asked for at once cost little more than one. */
  publicKey(identityId: string, keyId: string): Promise<Uint8Array | undefined>;
  addSigningKey(key: SigningKey): Promise<void>;
  /** Marks it revoked unless it already is; answers it as it then stands. */
  revokeSigningKey(identityId: string, id: string, at: Date): Promise<SigningKey | undefined>;

  latestRotationKey(identityId: string): Promise<RotationKey | undefined>;
  /**
   * Stores the key as the next version, which it answers, and ends those before at that time at the latest. Undefined when
   * another was made at the same time, and then nothing is stored.
   */
  addRotationKey(
    identityId: string,
    seal: (version: number) => Promise<Uint8Array>,
    at: Date,
    othersEndAt: Date,
  ): Promise<RotationKey | undefined>;
}
