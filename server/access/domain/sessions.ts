/** A session of an identity, as it is stored: without its token. When it ends: `session-expiry.ts`. */
export interface Session {
  readonly id: string;
  readonly identityId: string;
  /** Client that authenticated, as its token names it. */
  readonly clientId: string;
  /** Signing key that opened it. Revoking the key ends the session. */
  readonly keyId: string;
  /** From 0, AUTH_NONE, to 5, AUTH_ENTERPRISE. */
  readonly authLevel: number;
  /** Permissions beside those on its own identity. */
  readonly permissions: readonly string[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  /** Latest end. */
  readonly expiresAt: Date;
  readonly revokedAt: Date | undefined;
}

/** Port: the store of sessions, each with the SHA-256 of its token; the token itself is never stored. */
export interface Sessions {
  /** The session with this id, ended or not, if this is the digest of its token. */
  find(id: string, digest: Uint8Array): Promise<Session | undefined>;
  /** Sessions of an identity that are neither revoked nor expired at that time, newest first. */
  listOpen(identityId: string, at: Date): Promise<Session[]>;
  /** Sessions of an identity, ended or not, newest first, beginning after the one with the id `before`. */
  list(identityId: string, before: string | undefined, count: number): Promise<Session[]>;
  /** Revokes a session of the identity unless it already is; returns its present state. */
  revoke(identityId: string, id: string, at: Date): Promise<Session | undefined>;
  /** Revokes all sessions of an identity, or those that a signing key opened. */
  revokeAll(identityId: string, keyId: string | undefined, at: Date): Promise<void>;
  /** Records uses. An earlier time never replaces a later one; unknown ids are ignored. */
  recordUses(uses: ReadonlyMap<string, Date>): Promise<void>;
  /**
   * Calls the listener whenever sessions of an identity were revoked, before the revocation returns. Returns a function
   * that removes the listener.
   */
  onRevoked(listener: (identityId: string) => void): () => void;
}
