/** A session of an identity, as it is kept: without its token. */
export interface Session {
  readonly id: string;
  readonly identityId: string;
  /** The client that authenticated, as its token named it. */
  readonly clientId: string;
  /** The signing key that opened it; the session ends with the key. */
  readonly keyId: string;
  /** From 0, AUTH_NONE, to 5, AUTH_ENTERPRISE. */
  readonly authLevel: number;
  /** What it may do, beside what belongs to its identity: grants as API keys have them. */
  readonly permissions: readonly string[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  /** At the latest. */
  readonly expiresAt: Date;
  readonly revokedAt: Date | undefined;
}

/** Port: where sessions are kept, each with the SHA-256 of its token; the token itself is never stored. */
export interface Sessions {
  /** The session with this id, revoked or over or not, if this is the digest of its token. */
  find(id: string, digest: Uint8Array): Promise<Session | undefined>;
  /** The sessions of an identity that are neither revoked nor over at that time, the newest first. */
  listOpen(identityId: string, at: Date): Promise<Session[]>;
  /** Sessions of an identity whether good or over, the newest first, of those before the one with this id. */
  list(identityId: string, before: string | undefined, count: number): Promise<Session[]>;
  /** Marks a session of the identity revoked unless it already is; answers it as it then stands. */
  revoke(identityId: string, id: string, at: Date): Promise<Session | undefined>;
  /** Ends all sessions of an identity, or those that a signing key opened. */
  revokeAll(identityId: string, keyId: string | undefined, at: Date): Promise<void>;
  /** Records uses; an earlier time never replaces a later one, and unknown ids are passed over. */
  recordUses(uses: ReadonlyMap<string, Date>): Promise<void>;
  /**
   * Has the listener called whenever sessions of an identity were revoked, before that is answered. Answers a function
   * that ends it.
   */
  onRevoked(listener: (identityId: string) => void): () => void;
}
