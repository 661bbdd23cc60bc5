import { type MigrationInterface, type QueryRunner, Table, TableUnique } from "typeorm";

/** Creates the UIDs of identities as users of the host, which are never reused. */
export class CreateHostAccounts1764200000000 implements MigrationInterface {
  readonly name = "CreateHostAccounts1764200000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: "host_accounts",
        columns: [
          { name: "identity_id", type: "varchar", length: "36", isPrimary: true },
          { name: "uid", type: "bigint" },
        ],
        uniques: [new TableUnique({ name: "host_accounts_by_uid", columnNames: ["uid"] })],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable("host_accounts");
  }
}
