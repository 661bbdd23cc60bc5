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
  /** Identity that owns the key; empty for a key of the operator. */
  readonly identityId: string;
}

/** Part of the list of keys, the newest first. */
export interface KeyPage {
  /** Owner of the keys; undefined for the keys of all. */
  readonly identityId?: string | undefined;
  /** The last key of the page before; undefined for the first page. */
  readonly after?: Pick<ApiKey, "id" | "createdAt"> | undefined;
  /** Largest number of keys; undefined for all. */
  readonly count?: number | undefined;
}

/** Port: the store of API keys. A key is found by the SHA-256 of its secret; the secret itself is never stored. */
export interface Keys {
  /**
   * Stores a new key. Returns false if its owner has `activeMax` keys that are not revoked. Rejects a taken id or digest.
   */
  create(key: ApiKey, digest: Uint8Array, activeMax?: number): Promise<boolean>;
  /** The key with this digest, revoked or not. */
  findByDigest(digest: Uint8Array): Promise<ApiKey | undefined>;
  find(id: string): Promise<ApiKey | undefined>;
  /** Keys, newest first: all, or those of a page. */
  list(page?: KeyPage): Promise<ApiKey[]>;
  /** Whether there never was a key; revoked ones count. */
  isEmpty(): Promise<boolean>;
  /**
   * Revokes the key unless it already is; returns its present state, or undefined when there is no such key, or when it is not
   * a key of the given owner.
   */
  revoke(id: string, at: Date, identityId?: string): Promise<ApiKey | undefined>;
  /** Moves the key to another plan unless it is revoked; returns its present state, or undefined when there is no such key. */
  changePlan(id: string, plan: string): Promise<ApiKey | undefined>;
  /** Records uses. An earlier time never replaces a later one; unknown ids are ignored. */
  recordUses(uses: ReadonlyMap<string, Date>): Promise<void>;
  /**
   * Calls the listener whenever `revoke` or `changePlan` has found a key, after it is stored and before they return, so that
   * caches of keys need no help of those who change them. Returns a function that removes the listener.
   */
  onChanged(listener: (key: ApiKey) => void): () => void;
}
