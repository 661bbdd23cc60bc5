import type { DataSource } from "typeorm";
import type { Dialect, DialectName } from "./dialect.ts";
import { mysqlDialect } from "./mysql/dialect.ts";
import { sqliteDialect } from "./sqlite/dialect.ts";

const dialects: { readonly [Name in DialectName]: Dialect<Name> } = { sqlite: sqliteDialect, mysql: mysqlDialect };

/** The dialect of a connection, such as that of a transaction or a migration. */
export function dialectOf({ connection }: { readonly connection: DataSource }): Dialect {
  const { type } = connection.options;
  const dialect = Object.values(dialects).find(({ driver }) => driver === type);
  if (dialect === undefined)
    throw new Error(`no dialect is known for the driver ${type}; add it to database/dialects.ts`);
  return dialect;
}
