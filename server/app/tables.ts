import { inOrder } from "../core/alongside.ts";
import type { SchemaOptions } from "../database/schema-options.ts";
import { settleUnrecordedActs } from "../database/settled-acts.ts";
import { type Database, type DatabaseLocation, openDatabase } from "../database/source.ts";
import type { UnrecordedAct } from "../database/unrecorded-acts.ts";
import { auditWithoutVault, restoreAction, serviceAct } from "../modules/audit/index.ts";
import { tables } from "./every-table.ts";

/** Opens the database of the service, creating it or bringing its schema up to date where needed. */
export function openServiceDatabase(location: DatabaseLocation, options?: SchemaOptions): Promise<Database> {
  return openDatabase(location, tables, options);
}

/**
 * Records changes of the schema, and a restore into the database, of which the audit log has no record yet: those of this
 * process, and those of one that was killed before it could record them.
 */
export function recordUnrecordedActs(database: Database): Promise<void> {
  const audit = auditWithoutVault(database, () => undefined);
  return settleUnrecordedActs(database, async (acts) => {
    const records = [...Map.groupBy(acts, ({ action }) => action)].map(async ([action, of]) =>
      audit.prepare(serviceAct({ action, values: valuesOf(action, of) })),
    );
    return inOrder(...(await Promise.all(records)).map(({ alongside }) => alongside));
  });
}

function valuesOf(action: string, acts: readonly UnrecordedAct[]): Record<string, string> {
  const last = (acts.at(-1) as UnrecordedAct).subject;
  return action === restoreAction ? { backup: last } : { migrations: String(acts.length), last };
}
