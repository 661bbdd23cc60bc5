/** A key of WebCrypto. Platforms declare the type under different names. */
export type PlatformKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

export interface PlatformKeyPair {
  readonly publicKey: PlatformKey;
  readonly privateKey: PlatformKey;
}

/** What makes the keys of a platform, so that tests can have one without a curve. */
export type KeyMaker = Pick<typeof crypto.subtle, "generateKey">;
