import type { Owner } from "./context.ts";

/** What is kept of the root: never the secret. */
export interface RootRecord {
  /** Absent when the root key is not made from a passphrase. */
  readonly salt?: Uint8Array | undefined;
  /** PBKDF2 iterations; absent with the salt. */
  readonly iterations?: number | undefined;
  /** Something wrapped by the root, to recognise it. Absent until the first start has come that far. */
  readonly check?: Uint8Array | undefined;
}

/** Of these keys one is active and wraps; the others only unwrap what it has not taken over yet, or are destroyed. */
export interface KeyEncryptionKeyRecord {
  /** 1, 2, 3 ... */
  readonly version: number;
  readonly state: "active" | "decrypt-only" | "destroyed";
  /** Wrapped by the root; absent when destroyed. */
  readonly wrappedKey: Uint8Array | undefined;
  readonly createdAt: Date;
  readonly destroyedAt: Date | undefined;
}

/** A key that seals the values of one owner. */
export interface DataKeyRecord extends Owner {
  readonly id: string;
  /** 1, 2, 3 ... of its owner. */
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
  /** Absent when destroyed. */
  readonly sealedPrivateKey: Uint8Array | undefined;
  readonly createdAt: Date;
  readonly destroyedAt: Date | undefined;
}

/**
 * Port: where the vault keeps its records. Several processes may share them, so each write that answers a boolean is one
 * transaction that checks what it rests on: `false` means that another process changed that first, and nothing is stored.
 */
export interface VaultRecords {
  root(): Promise<RootRecord | undefined>;
  /** False when there is one. */
  addRoot(root: RootRecord): Promise<boolean>;
  /** Keeps the check value, and a root record when there is none. False when there is a check value. */
  keepRootCheck(check: Uint8Array): Promise<boolean>;

  /** All of them, by version. */
  keyEncryptionKeys(): Promise<KeyEncryptionKeyRecord[]>;
  /**
   * Stores the next key as the active one, and makes the one that was active until now decrypt-only. False when that one
   * (undefined: none) is not the active one any more.
   */
  replaceActiveKey(previousVersion: number | undefined, next: KeyEncryptionKeyRecord): Promise<boolean>;
  /** Erases a decrypt-only key. False when a data key is still wrapped by it, or when it is in another state. */
  destroyKeyEncryptionKey(version: number, at: Date): Promise<boolean>;

  /** The data key of the owner with this version, or with the highest one. */
  dataKey(owner: Owner, version?: number): Promise<DataKeyRecord | undefined>;
  /** False when the owner has this version, or when the key that wraps it is not the active one. */
  addDataKey(key: DataKeyRecord): Promise<boolean>;
  /** At most `limit` data keys that are wrapped by this version, in the order of their ids, from the first after `afterId`. */
  dataKeysUnder(keyEncryptionKeyVersion: number, afterId: string, limit: number): Promise<DataKeyRecord[]>;
  countDataKeysUnder(keyEncryptionKeyVersion: number): Promise<number>;
  /**
   * Stores the newly wrapped keys; those that are under this version or a later one by now are left as they are. False
   * when this version is not the active one.
   */
  rewrapDataKeys(keyEncryptionKeyVersion: number, keys: readonly RewrappedKey[]): Promise<boolean>;

  signingKey(id: string): Promise<SigningKeyRecord | undefined>;
  addSigningKey(key: SigningKeyRecord): Promise<void>;
  /** Erases the private key. False when there is no such key in use. */
  destroySigningKey(id: string, at: Date): Promise<boolean>;
}

/** A data key under another key-encryption key. */
export type RewrappedKey = Pick<DataKeyRecord, "id" | "wrappedKey">;
