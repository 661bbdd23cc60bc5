import type { Database as Connection, Statement } from "better-sqlite3";
import { createGroupCommit } from "../../../core/batching/group-commit.ts";
import type { SqliteDatabase } from "../../../database/sqlite/database.ts";
import { inTransaction } from "../../../database/sqlite/transaction.ts";
import type { AdmittedToken, Authentications } from "../domain/authentications.ts";
import { type FactsRow, factsOfTokens, toFacts } from "./token-facts.ts";

/** Where tokens are consumed in SQLite: by its own statements, because the library's cost several times as much. */
export function sqliteAuthentications({ onConnection }: SqliteDatabase): Pick<Authentications, "facts" | "admit"> {
  let prepared: Statements | undefined;
  const statementsOf = (connection: Connection) => (prepared ??= prepare(connection));
  return {
    facts: (names) =>
      onConnection((connection) => {
        const { identityId, keyId, clientId, keyVersion } = names;
        const row = statementsOf(connection).facts.get(identityId, keyId, clientId, keyVersion);
        return toFacts(row as FactsRow, names);
      }),

    admit: createGroupCommit((items) =>
      onConnection((connection) => {
        const statements = statementsOf(connection);
        return inTransaction(connection, () => items.map((item) => admitOne(statements, item)));
      }),
    ),
  };
}

interface Statements {
  readonly facts: Statement;
  readonly challenge: Statement;
  readonly reach: Statement;
  readonly useChallenge: Statement;
  readonly openSession: Statement;
}

function prepare(connection: Connection): Statements {
  return {
    facts: connection.prepare(factsOfTokens("SELECT ? AS identity_id, ? AS key_id, ? AS client_id, ? AS key_version")),
    challenge: connection.prepare("SELECT 1 FROM authentication_challenges WHERE challenge = ? AND ends_at > ?"),
    // Changes nothing when the key is revoked, or when the counter is there or beyond.
    reach: connection.prepare(
      "INSERT INTO rotation_states (identity_id, client_id, key_version, last_n, last_jti) " +
        "SELECT ?, ?, ?, ?, ? FROM signing_keys WHERE id = ? AND revoked_at IS NULL " +
        "ON CONFLICT DO UPDATE SET last_n = excluded.last_n, last_jti = excluded.last_jti WHERE excluded.last_n > last_n",
    ),
    useChallenge: connection.prepare("DELETE FROM authentication_challenges WHERE challenge = ?"),
    openSession: connection.prepare(
      "INSERT INTO sessions (id, identity_id, digest, client_id, key_id, auth_level, permissions, created_at, " +
        "last_used_at, expires_at, revoked_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)",
    ),
  };
}

function admitOne(
  statements: Statements,
  { place, reached, challenge, session, sessionDigest }: AdmittedToken,
): boolean {
  const { id, identityId, clientId, keyId, authLevel, permissions, createdAt, lastUsedAt, expiresAt } = session;
  const atMs = createdAt.getTime();
  if (challenge !== undefined && statements.challenge.get(challenge, atMs) === undefined) return false;
  const { lastN, lastJti } = reached;
  const { changes } = statements.reach.run(
    place.identityId,
    place.clientId,
    place.keyVersion,
    lastN,
    lastJti,
    session.keyId,
  );
  if (changes === 0) return false;
  if (challenge !== undefined) statements.useChallenge.run(challenge);
  const opened = [id, identityId, sessionDigest, clientId, keyId, authLevel, JSON.stringify(permissions)];
  statements.openSession.run(...opened, atMs, lastUsedAt.getTime(), expiresAt.getTime());
  return true;
}
