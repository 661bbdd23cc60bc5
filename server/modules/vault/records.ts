import type { Owner } from "./context.ts";

/** The stored record of the root, without its secret. */
export interface RootRecord {
  /** Absent if the root key is not derived from a passphrase. */
  readonly salt?: Uint8Array | undefined;
  /** PBKDF2 iterations; absent with the salt. */
  readonly iterations?: number | undefined;
  /** A value wrapped by the root, to recognize it; absent until the first start has stored it. */
  readonly check?: Uint8Array | undefined;
}

/** A key-encryption key. One is active and wraps; the others only unwrap until everything is rewrapped, or are destroyed. */
export interface KeyEncryptionKeyRecord {
  /** 1, 2, 3 ... */
  readonly version: number;
  readonly state: "active" | "decrypt-only" | "destroyed";
  /** The key, wrapped by the root; absent if destroyed. */
  readonly wrappedKey: Uint8Array | undefined;
  readonly createdAt: Date;
  readonly destroyedAt: Date | undefined;
}

/** A key that seals the values of one owner. */
export interface DataKeyRecord extends Owner {
  readonly id: string;
  /** 1, 2, 3 ... for each owner. */
  readonly version: number;
  readonly keyEncryptionKeyVersion: number;
  readonly wrappedKey: Uint8Array;
  readonly createdAt: Date;
}

/** An Ed25519 key pair. */
export interface SigningKeyRecord extends Owner {
  readonly id: string;
  /** 32 bytes (RFC 8032). */
  readonly publicKey: Uint8Array;
  /** Absent if destroyed. */
  readonly sealedPrivateKey: Uint8Array | undefined;
  readonly createdAt: Date;
  readonly destroyedAt: Date | undefined;
}

/**
 * Port: storage of the vault's records. Several processes may share them: each write that returns a boolean is one
 * transaction that checks its precondition, and `false` means that another process was first and nothing was stored.
 */
export interface VaultRecords {
  root(): Promise<RootRecord | undefined>;
  /** Returns false if there is a root record. */
  addRoot(root: RootRecord): Promise<boolean>;
  /** Stores the check value, in a new root record if there is none. Returns false if there is a check value. */
  keepRootCheck(check: Uint8Array): Promise<boolean>;
  /**
   * Stores another root, and with it every key-encryption key that is not destroyed, as `rewrap` returns it. Returns false if
   * the check value is not the previous one.
   */
  changeRoot(
    previousCheck: Uint8Array,
    next: Required<RootRecord>,
    rewrap: (key: KeyEncryptionKeyRecord) => Promise<Uint8Array>,
  ): Promise<boolean>;

  /** Returns all key-encryption keys, by version. */
  keyEncryptionKeys(): Promise<KeyEncryptionKeyRecord[]>;
  /**
   * Stores the next key as the active one, and makes the previous one decrypt-only. Returns false if the previous one
   * (undefined: none) is no longer active, or the root no longer has this check value (undefined: none): nobody could
   * open a key wrapped by the previous root.
   */
  replaceActiveKey(
    previousVersion: number | undefined,
    next: KeyEncryptionKeyRecord,
    rootCheck: Uint8Array | undefined,
  ): Promise<boolean>;
  /** Erases a decrypt-only key. Returns false if it still wraps a data key, or is in another state. */
  destroyKeyEncryptionKey(version: number, at: Date): Promise<boolean>;

  /** Returns the data key of an owner with this version, or with the highest one. */
  dataKey(owner: Owner, version?: number): Promise<DataKeyRecord | undefined>;
  /** Returns false if the owner has this version already, or the wrapping key is not active. */
  addDataKey(key: DataKeyRecord): Promise<boolean>;
  /** Returns data keys wrapped by a version, ordered by id, after `afterId`. */
  dataKeysUnder(keyEncryptionKeyVersion: number, afterId: string, limit: number): Promise<DataKeyRecord[]>;
  countDataKeysUnder(keyEncryptionKeyVersion: number): Promise<number>;
  /**
   * Stores rewrapped keys; skips those that are already under this version or a later one. Returns false if this
   * version is not active.
   */
  rewrapDataKeys(keyEncryptionKeyVersion: number, keys: readonly RewrappedKey[]): Promise<boolean>;

  signingKey(id: string): Promise<SigningKeyRecord | undefined>;
  /** Stores a key in the given transaction, or in a separate one. */
  addSigningKey(key: SigningKeyRecord, transaction?: object): Promise<void>;
  /** Erases the private key, in the given transaction or in a separate one. Returns false if no such key is in use. */
  destroySigningKey(id: string, at: Date, transaction?: object): Promise<boolean>;
}

/** A data key, wrapped by another key-encryption key. */
export type RewrappedKey = Pick<DataKeyRecord, "id" | "wrappedKey">;
