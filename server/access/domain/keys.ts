import type { Alongside } from "../../core/alongside.ts";

/** An API key as it is stored, without its secret. */
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
   * Stores a new key, together with `alongside`. Returns false if its owner has `activeMax` keys that are not revoked. Rejects a taken id or digest.
   */
  create(key: ApiKey, digest: Uint8Array, activeMax?: number, alongside?: Alongside): Promise<boolean>;
  /** The key with this digest, revoked or not. */
  findByDigest(digest: Uint8Array): Promise<ApiKey | undefined>;
  find(id: string): Promise<ApiKey | undefined>;
  /** Keys, newest first: all, or those of a page. */
  list(page?: KeyPage): Promise<ApiKey[]>;
  /** Whether there never was a key, not even a revoked one. */
  isEmpty(): Promise<boolean>;
  /**
   * Revokes the key unless it already is, together with `alongside`; returns its present state, or undefined if no such key exists or it does not
   * belong to the given owner.
   */
  revoke(id: string, at: Date, identityId?: string, alongside?: Alongside): Promise<ApiKey | undefined>;
  /**
   * Moves the key to another plan unless it is revoked, together with `alongside`; returns its present state, or undefined if no such key exists.
   */
  changePlan(id: string, plan: string, alongside?: Alongside): Promise<ApiKey | undefined>;
  /** Records uses, never replacing a later time by an earlier one; unknown ids are ignored. */
  recordUses(uses: ReadonlyMap<string, Date>): Promise<void>;
  /**
   * Calls the listener whenever `revoke` or `changePlan` has found a key, after the change is stored and before they
   * return, so that caches of keys stay correct without the help of callers. Returns a function that removes the
   * listener.
   */
  onChanged(listener: (key: ApiKey) => void): () => void;
}
