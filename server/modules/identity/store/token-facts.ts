import type { EntityManager } from "typeorm";
import type { ChallengeTerms, ParentSession, TokenFacts, TokenNames } from "../domain/authentications.ts";
import type { VerificationLevel } from "../domain/identities.ts";

type Stored = bigint | number | string | null;

/** A row of the statement below. */
export interface FactsRow {
  readonly key_id: string | null;
  readonly public_key: Uint8Array | null;
  readonly revoked_at: Stored;
  readonly version: Stored;
  readonly sealed_secret: Uint8Array | null;
  readonly created_at: Stored;
  readonly ends_at: Stored;
  readonly last_n: Stored;
  readonly last_jti: string | null;
  readonly level: Stored;
  readonly level_falls: string | null;
  readonly challenge: string | null;
  readonly challenge_client: string | null;
  readonly challenge_scope: string | null;
  readonly longest_seconds: Stored;
  readonly session_id: string | null;
  readonly parent_id: string | null;
  readonly parent_identity: string | null;
  readonly auth_level: Stored;
  readonly permissions: string | null;
  readonly own_permissions: string | null;
  readonly expires_at: Stored;
  readonly parent_revoked_at: Stored;
}

/**
 * Returns the statement that reads the facts about the names in tokens.
 *
 * @param asked selects the names
 * @param also further columns of the result
 */
export function factsOfTokens(asked: string, also = ""): string {
  return (
    `SELECT ${also}k.id AS key_id, k.public_key, k.revoked_at, r.version, r.sealed_secret, r.created_at, r.ends_at, ` +
    "s.last_n, s.last_jti, i.level, i.level_falls, " +
    "c.challenge, c.client_id AS challenge_client, c.scope AS challenge_scope, c.longest_seconds, c.session_id, " +
    "p.id AS parent_id, p.identity_id AS parent_identity, p.auth_level, p.permissions, p.own_permissions, p.expires_at, " +
    `p.revoked_at AS parent_revoked_at FROM (${asked}) AS asked ` +
    "LEFT JOIN identities i ON i.id = asked.identity_id " +
    "LEFT JOIN signing_keys k ON k.id = asked.key_id AND k.identity_id = asked.identity_id " +
    "LEFT JOIN rotation_keys r ON r.identity_id = asked.identity_id AND r.version = asked.key_version " +
    "LEFT JOIN rotation_states s ON s.identity_id = asked.identity_id AND s.client_id = asked.client_id " +
    "AND s.key_version = asked.key_version " +
    "LEFT JOIN authentication_challenges c ON c.challenge = asked.challenge " +
    "LEFT JOIN sessions p ON p.id = c.session_id"
  );
}

/** Reads the facts about the names in several tokens in one statement. */
export async function factsOf(manager: EntityManager, all: readonly TokenNames[]): Promise<TokenFacts[]> {
  const one = "SELECT ? AS at, ? AS identity_id, ? AS key_id, ? AS client_id, ? AS key_version, ? AS challenge";
  const asked = [one, ...new Array(all.length - 1).fill("SELECT ?, ?, ?, ?, ?, ?")].join(" UNION ALL ");
  const rows: (FactsRow & { readonly at: Stored })[] = await manager.query(
    factsOfTokens(asked, "asked.at, "),
    all.flatMap((names, at) => [at, ...valuesOf(names)]),
  );
  const facts: TokenFacts[] = new Array(all.length);
  for (const row of rows) facts[Number(row.at)] = toFacts(row, all[Number(row.at)] as TokenNames);
  return facts;
}

/** Returns the values of the names, in the order of the statement's parameters. */
export function valuesOf({ identityId, keyId, clientId, keyVersion, challenge }: TokenNames): unknown[] {
  return [identityId, keyId, clientId, keyVersion, challenge ?? null];
}

export function toFacts(row: FactsRow, { identityId }: TokenNames): TokenFacts {
  return {
    signingKey:
      row.key_id === null
        ? undefined
        : {
            id: row.key_id,
            identityId,
            publicKey: row.public_key as Uint8Array,
            revokedAt: row.revoked_at === null ? undefined : momentOf(row.revoked_at),
          },
    rotationKey:
      row.version === null
        ? undefined
        : {
            identityId,
            version: Number(row.version),
            sealedSecret: row.sealed_secret as Uint8Array,
            createdAt: momentOf(row.created_at),
            endsAt: row.ends_at === null ? undefined : momentOf(row.ends_at),
          },
    state: row.last_n === null ? undefined : { lastN: Number(row.last_n), lastJti: row.last_jti as string },
    level: Number(row.level ?? 0) as VerificationLevel,
    levelFalls: JSON.parse(row.level_falls ?? "[]"),
    challenge: toChallengeTerms(row),
    parent: toParent(row),
  };
}

function toChallengeTerms(row: FactsRow): ChallengeTerms | undefined {
  if (row.challenge === null) return undefined;
  return {
    clientId: row.challenge_client ?? undefined,
    scope: row.challenge_scope ?? undefined,
    longestSeconds: row.longest_seconds === null ? undefined : Number(row.longest_seconds),
    sessionId: row.session_id ?? undefined,
  };
}

function toParent(row: FactsRow): ParentSession | undefined {
  if (row.parent_id === null) return undefined;
  return {
    id: row.parent_id,
    identityId: row.parent_identity as string,
    authLevel: Number(row.auth_level),
    permissions: JSON.parse(row.permissions as string),
    ownPermissions: row.own_permissions === null ? undefined : JSON.parse(row.own_permissions),
    expiresAt: momentOf(row.expires_at),
    revokedAt: row.parent_revoked_at === null ? undefined : momentOf(row.parent_revoked_at),
  };
}

function momentOf(stored: Stored): Date {
  return new Date(Number(stored));
}
