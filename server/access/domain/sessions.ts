import type { Alongside } from "../../core/alongside.ts";

/** A session of an identity as it is stored, without its token. `session-expiry.ts` defines when it ends. */
export interface Session {
  readonly id: string;
  readonly identityId: string;
  /** Client that authenticated, as named in its token. */
  readonly clientId: string;
  /** IP address from which it was opened, if known. */
  readonly address: string | undefined;
  /** Signing key that opened it, or renewed it last. Revoking the key ends the session. */
  readonly keyId: string;
  /** From 0, AUTH_NONE, to 5, AUTH_ENTERPRISE. */
  readonly authLevel: number;
  /** Permissions besides those on its own identity. */
  readonly permissions: readonly string[];
  /** Grants that limit its rights on its own identity; undefined: no limit. */
  readonly ownPermissions: readonly string[] | undefined;
  /** Session that requested the token by which this one was opened. It ends with that session. */
  readonly parentId: string | undefined;
  /** Time when its identity was last proven, by its own token or by a factor; undefined if it was only derived. */
  readonly provenAt: Date | undefined;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  /** Latest end, which a new authentication on its channel moves. */
  readonly expiresAt: Date;
  readonly revokedAt: Date | undefined;
}

/** The part of a session that a new authentication changes. Its token stays valid. */
export type RenewedSession = Pick<
  Session,
  "id" | "keyId" | "authLevel" | "permissions" | "ownPermissions" | "expiresAt"
>;

/**
 * Returns the id of the session that an authentication opened or renewed. A renewal is recorded as a session that was never
 * open, whose parent is the renewed one.
 */
export function sessionOfAuthentication({ id, parentId, createdAt, expiresAt }: Session): string {
  return parentId !== undefined && expiresAt <= createdAt ? parentId : id;
}

/** Sessions of an identity: all, or all but one. */
export interface SessionChoice {
  readonly exceptId?: string | undefined;
}

/** Port: the store of sessions, each with the SHA-256 of its token; the token itself is never stored. */
export interface Sessions {
  /** Returns the session with this id, ended or not, if this is the digest of its token. */
  find(id: string, digest: Uint8Array): Promise<Session | undefined>;
  /** Sessions of an identity that are neither revoked nor expired at that time, newest first. */
  listOpen(identityId: string, at: Date): Promise<Session[]>;
  /** Sessions of an identity, ended or not, newest first, beginning after the one with the id `before`. */
  list(identityId: string, before: string | undefined, count: number): Promise<Session[]>;
  /**
   * Revokes a session of the identity, and those derived from it, unless it already is, together with `alongside`;
   * returns its present state, or undefined if the identity has no such session.
   */
  revoke(identityId: string, id: string, at: Date, alongside?: Alongside): Promise<Session | undefined>;
  /**
   * Revokes all sessions of an identity, or some, and those derived from them, together with `alongside`. Returns how many
   * were open.
   */
  revokeAll(identityId: string, which: SessionChoice, at: Date, alongside?: Alongside): Promise<number>;
  /** Returns writes that do the same in the transaction of another store; call `changed` after it. */
  ending(identityId: string, which: SessionChoice, at: Date): Alongside;
  /** Notifies the listeners that a transaction of another store revoked or proved sessions of an identity. */
  changed(identityId: string): void;
  /** Records uses, never replacing a later time by an earlier one; unknown ids are ignored. */
  recordUses(uses: ReadonlyMap<string, Date>): Promise<void>;
  /**
   * Calls the listener whenever sessions of an identity are revoked, before the revocation returns. Returns a function
   * that removes the listener.
   */
  onRevoked(listener: (identityId: string) => void): () => void;
}
