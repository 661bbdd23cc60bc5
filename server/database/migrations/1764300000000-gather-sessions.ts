import { type MigrationInterface, type QueryRunner, Table, TableIndex } from "typeorm";
import { dialectOf } from "../dialects.ts";

/**
 * Makes an authentication write less, and to fewer pages. A session is the record of the authentication that opened it,
 * so the log with the same data is dropped. A session is now found by its id, which its token contains, instead of the
 * token's digest; so earlier sessions, whose tokens contain none, end.
 */
export class GatherSessions1764300000000 implements MigrationInterface {
  readonly name = "GatherSessions1764300000000";

  async up(runner: QueryRunner): Promise<void> {
    await remake(runner, sessions(runner, true));
    await runner.query("UPDATE sessions SET revoked_at = created_at WHERE revoked_at IS NULL");
    await remake(runner, rotationStates(true));
    await runner.query("DROP TABLE authentication_events");
  }

  async down(runner: QueryRunner): Promise<void> {
    await remake(runner, sessions(runner, false));
    await remake(runner, rotationStates(false));
    await runner.createTable(
      new Table({
        name: "authentication_events",
        columns: [
          { name: "id", ...id, isPrimary: true },
          { name: "identity_id", ...id },
          { name: "happened_at", ...moment },
          { name: "client_id", ...client },
          { name: "auth_level", type: "int" },
          { name: "session_id", ...id },
        ],
        indices: [new TableIndex({ name: "authentication_events_of_identity", columnNames: ["identity_id", "id"] })],
      }),
    );
    await runner.query(
      "INSERT INTO authentication_events (id, identity_id, happened_at, client_id, auth_level, session_id) " +
        "SELECT id, identity_id, created_at, client_id, auth_level, id FROM sessions",
    );
  }
}

const id = { type: "varchar", length: "36" };
const client = { type: "varchar", length: "64" };
const moment = { type: "bigint" };

function sessions(runner: QueryRunner, isGathered: boolean): Table {
  return new Table({
    name: "sessions",
    columns: [
      { name: "id", ...id, isPrimary: true },
      { name: "identity_id", ...id },
      { name: "digest", ...dialectOf(runner).schema.digest, isUnique: !isGathered },
      { name: "client_id", ...client },
      { name: "key_id", ...client },
      { name: "auth_level", type: "int" },
      { name: "permissions", type: "text" },
      { name: "created_at", ...moment },
      { name: "last_used_at", ...moment },
      { name: "expires_at", ...moment },
      { name: "revoked_at", ...moment, isNullable: true },
    ],
    indices: [
      new TableIndex({
        name: isGathered ? "sessions_by_identity" : "sessions_of_identity",
        columnNames: ["identity_id", isGathered ? "id" : "created_at"],
      }),
    ],
    withoutRowid: isGathered,
  });
}

function rotationStates(isGathered: boolean): Table {
  return new Table({
    name: "rotation_states",
    columns: [
      { name: "identity_id", ...id, isPrimary: true },
      { name: "client_id", ...client, isPrimary: true },
      { name: "key_version", type: "int", isPrimary: true },
      { name: "last_n", type: "bigint" },
      { name: "last_jti", ...client },
    ],
    withoutRowid: isGathered,
  });
}

/**
 * Recreates a table with its rows. The statements do not depend on the content of the database, and the new table
 * replaces the old one atomically, so that they can be resumed anywhere.
 */
async function remake(runner: QueryRunner, table: Table): Promise<void> {
  const { name } = table;
  const made = table.clone();
  made.name = `${name}_after`;
  const columns = table.columns.map((column) => column.name).join(", ");
  await runner.createTable(made);
  await runner.query(`INSERT INTO ${name}_after (${columns}) SELECT ${columns} FROM ${name}`);
  if (dialectOf(runner).name === "mysql") {
    await runner.query(`RENAME TABLE ${name} TO ${name}_before, ${name}_after TO ${name}`);
  } else {
    await runner.query(`ALTER TABLE ${name} RENAME TO ${name}_before`);
    await runner.query(`ALTER TABLE ${name}_after RENAME TO ${name}`);
  }
  await runner.query(`DROP TABLE ${name}_before`);
}
