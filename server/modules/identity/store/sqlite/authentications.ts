import type { Database as Connection, Statement } from "better-sqlite3";
import { renewalText, renewalValues } from "../../../../access/store/session-renewal.ts";
import { sessionColumns } from "../../../../access/store/session-row.ts";
import { toSessionRow } from "../../../../access/store/sessions.ts";
import { createGroupCommit } from "../../../../core/batching/group-commit.ts";
import { into } from "../../../../database/column-list.ts";
import type { SqliteDatabase } from "../../../../database/sqlite/database.ts";
import { sqliteDialect } from "../../../../database/sqlite/dialect.ts";
import { inTransaction } from "../../../../database/sqlite/transaction.ts";
import type { AdmittedToken, Authentications } from "../../domain/authentications.ts";
import { reachedColumns, rotationStateColumns } from "../authentication-row.ts";
import { type FactsRow, factsOfTokens, toFacts, valuesOf } from "../token-facts.ts";

/** Consumes tokens in SQLite with prepared statements, because those of the ORM cost several times as much. */
export function sqliteAuthentications({
  onConnection,
  readOnConnection,
}: SqliteDatabase): Pick<Authentications, "facts" | "admit"> {
  let prepared: Statements | undefined;
  const statementsOf = (connection: Connection) => (prepared ??= prepare(connection));
  return {
    facts: (names) =>
      readOnConnection((connection) => {
        const row = statementsOf(connection).facts.get(...valuesOf(names));
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
  readonly parent: Statement;
  readonly reach: Statement;
  readonly useChallenge: Statement;
  readonly openSession: Statement;
  readonly renewSession: Statement;
}

function prepare(connection: Connection): Statements {
  return {
    facts: connection.prepare(
      factsOfTokens("SELECT ? AS identity_id, ? AS key_id, ? AS client_id, ? AS key_version, ? AS challenge"),
    ),
    challenge: connection.prepare("SELECT 1 FROM authentication_challenges WHERE challenge = ? AND ends_at > ?"),
    parent: connection.prepare("SELECT 1 FROM sessions WHERE id = ? AND revoked_at IS NULL"),
    // Changes nothing when the key is revoked, or when the counter was already reached.
    reach: connection.prepare(
      `INSERT INTO rotation_states (${rotationStateColumns.sql}) ` +
        `SELECT ${rotationStateColumns.names.map(() => "?").join(", ")} FROM signing_keys ` +
        "WHERE id = ? AND revoked_at IS NULL " +
        `${sqliteDialect.overwrite(reachedColumns.names)} WHERE excluded.last_n > last_n`,
    ),
    useChallenge: connection.prepare("DELETE FROM authentication_challenges WHERE challenge = ?"),
    openSession: connection.prepare(`INSERT ${into(sessionColumns)}`),
    renewSession: connection.prepare(renewalText),
  };
}

function admitOne(
  statements: Statements,
  { place, reached, challenge, session, renewed, sessionDigest }: AdmittedToken,
): boolean {
  const atMs = session.createdAt.getTime();
  if (challenge !== undefined && statements.challenge.get(challenge, atMs) === undefined) return false;
  if (session.parentId !== undefined && statements.parent.get(session.parentId) === undefined) return false;
  const state = rotationStateColumns.values({ ...place, ...reached });
  const { changes } = statements.reach.run(...state, session.keyId);
  if (changes === 0) return false;
  if (challenge !== undefined) statements.useChallenge.run(challenge);
  statements.openSession.run(...sessionColumns.values(toSessionRow(session, sessionDigest)));
  if (renewed !== undefined) statements.renewSession.run(...renewalValues(renewed));
  return true;
}
