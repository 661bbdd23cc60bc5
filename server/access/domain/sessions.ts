import type { Alongside } from "../../core/alongside.ts";

/** A session of an identity, as it is stored: without its token. When it ends: `session-expiry.ts`. */
export interface Session {
  readonly id: string;
  readonly identityId: string;
  /** Client that authenticated, as its token names it. */
  readonly clientId: string;
  /** IP address from which it was opened, if that is known. */
  readonly address: string | undefined;
  /** Signing key that opened it. Revoking the key ends the session. */
  readonly keyId: string;
  /** From 0, AUTH_NONE, to 5, AUTH_ENTERPRISE. */
  readonly authLevel: number;
  /** Permissions beside those on its own identity. */
  readonly permissions: readonly string[];
  /** Grants to which its rights on its own identity are confined; undefined: not confined. */
  readonly ownPermissions: readonly string[] | undefined;
  /** Session that requested the token by which this one was opened. It ends with that session. */
  readonly parentId: string | undefined;
  /** Time of the last proof of its identity, by a token of its own or by a factor; undefined if it was only derived. */
  readonly provenAt: Date | undefined;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  /** Latest end. */
  readonly expiresAt: Date;
  readonly revokedAt: Date | undefined;
}

/** Sessions of an identity: all, or all but one. */
export interface SessionChoice {
  readonly exceptId?: string | undefined;
}

/** Port: the store of sessions, each with the SHA-256 of its token; the token itself is never stored. */
export interface Sessions {
  /** The session with this id, ended or not, if this is the digest of its token. */
  find(id: string, digest: Uint8Array): Promise<Session | undefined>;
  /** Sessions of an identity that are neither revoked nor expired at that time, newest first. */
  listOpen(identityId: string, at: Date): Promise<Session[]>;
  /** Sessions of an identity, ended or not, newest first, beginning after the one with the id `before`. */
  list(identityId: string, before: string | undefined, count: number): Promise<Session[]>;
  /** Revokes a session of the identity, and those derived from it, unless it already is; returns its present state. */
  revoke(identityId: string, id: string, at: Date): Promise<Session | undefined>;
  /** Revokes all sessions of an identity, or some, and those derived from them. Returns how many were open. */
  revokeAll(identityId: string, which: SessionChoice, at: Date): Promise<number>;
  /** Writes that do the same in the transaction of another store, after which `changed` is to be called. */
  ending(identityId: string, which: SessionChoice, at: Date): Alongside;
  /** Tells the listeners that sessions of an identity were revoked, or proven, by a transaction of another store. */
  changed(identityId: string): void;
  /** Records uses. An earlier time never replaces a later one; unknown ids are ignored. */
  recordUses(uses: ReadonlyMap<string, Date>): Promise<void>;
  /**
   * Calls the listener whenever sessions of an identity were revoked, before the revocation returns. Returns a function
   * that removes the listener.
   */
  onRevoked(listener: (identityId: string) => void): () => void;
}
