/** Where a sealed value is kept. It opens nowhere else. */
export interface SealedPlace {
  readonly table: string;
  readonly column: string;
  readonly row: string;
  readonly identity: string;
  readonly purpose: string;
}

/** Port: secure storage. Secrets are sealed, private keys sign, and neither is given away. */
export interface Vault {
  seal(place: SealedPlace, bytes: Uint8Array): Promise<Uint8Array>;
  /** Rejects when the bytes were not sealed for this place, or were changed. */
  open(place: SealedPlace, sealed: Uint8Array): Promise<Uint8Array>;
  /** Makes an Ed25519 key. */
  createSigningKey(owner: { readonly identity: string; readonly purpose: string }): Promise<{
    readonly keyId: string;
    /** 32 bytes. */
    readonly publicKey: Uint8Array;
  }>;
  /** An Ed25519 signature of just these bytes: 64 bytes. */
  sign(keyId: string, bytes: Uint8Array): Promise<Uint8Array>;
  /** The key signs no more, and cannot be restored. */
  destroyKey(keyId: string): Promise<unknown>;
}
