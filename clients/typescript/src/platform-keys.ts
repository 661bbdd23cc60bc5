/** A key of WebCrypto. Platforms declare the type under different names. */
export type PlatformKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

export interface PlatformKeyPair {
  readonly publicKey: PlatformKey;
  readonly privateKey: PlatformKey;
}

/** Generates keys of a platform; tests provide platforms without a curve. */
export type KeyMaker = Pick<typeof crypto.subtle, "generateKey">;
