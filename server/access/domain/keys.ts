/** An API key as it is stored: without its secret. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  /** Name of a configured plan. */
  readonly plan: string;
  readonly permissions: readonly string[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | undefined;
  readonly revokedAt: Date | undefined;
}

/** Port: the store of API keys. A key is found by the SHA-256 of its secret; the secret itself is never stored. */
export interface Keys {
  /** Stores a new key. Returns false if there are `activeMax` keys that are not revoked. Rejects a taken id or digest. */
  create(key: ApiKey, digest: Uint8Array, activeMax?: number): Promise<boolean>;
  /** The key with this digest, revoked or not. */
  findByDigest(digest: Uint8Array): Promise<ApiKey | undefined>;
  /** All keys, newest first. */
  list(): Promise<ApiKey[]>;
  /** Whether there never was a key; revoked ones count. */
  isEmpty(): Promise<boolean>;
  /** Revokes the key unless it already is; returns its present state, or undefined when there is no such key. */
  revoke(id: string, at: Date): Promise<ApiKey | undefined>;
  /** Records uses. An earlier time never replaces a later one; unknown ids are ignored. */
  recordUses(uses: ReadonlyMap<string, Date>): Promise<void>;
  /**
   * Calls the listener whenever `revoke` has found a key, after it is stored and before `revoke` returns, so that
   * caches of keys need no help of those who revoke. Returns a function that removes the listener.
   */
  onRevoked(listener: (key: ApiKey) => void): () => void;
}
