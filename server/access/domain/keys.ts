/** An API key as it is kept: without its secret. */
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

/** Port: where API keys are kept. A key is found by the SHA-256 of its secret; the secret itself is never stored. */
export interface Keys {
  /** Stores a new key. Rejects when its id or digest is taken. */
  create(key: ApiKey, digest: Uint8Array): Promise<void>;
  /** The key with this digest, revoked or not. */
  findByDigest(digest: Uint8Array): Promise<ApiKey | undefined>;
  /** All keys, the newest first. */
  list(): Promise<ApiKey[]>;
  /** Whether there never was a key: revoked ones count. */
  isEmpty(): Promise<boolean>;
  /** Marks the key revoked unless it already is; answers it as it then stands, or undefined when there is none. */
  revoke(id: string, at: Date): Promise<ApiKey | undefined>;
  /** Records uses; an earlier time never replaces a later one, and unknown ids are passed over. */
  recordUses(uses: ReadonlyMap<string, Date>): Promise<void>;
  /**
   * Has the listener called whenever `revoke` has found a key, after it is stored and before `revoke` answers.
   * Whoever remembers keys listens here, so that no caller of `revoke` can forget to tell them. Answers a function
   * that ends it.
   */
  onRevoked(listener: (key: ApiKey) => void): () => void;
}
