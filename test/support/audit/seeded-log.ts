import { alongsideOf } from "../../../server/database/last-statements.ts";
import type { Database } from "../../../server/database/source.ts";
import type { Draft } from "../../../server/modules/audit/domain/record.ts";
import { storedAuditRecords } from "../../../server/modules/audit/index.ts";

/** Makes a record of an act of the service, whose target is its number. */
export function serviceDraft(number: number, atMs: number, changes: Partial<Draft> = {}): Draft {
  return {
    ...{ id: `record-${number}`, atMs, action: "service.act", result: "OK", actorKind: "service", actorId: "host 1" },
    ...{ protocol: "", requestId: "", targets: `["${number}"]`, plain: "{}", sealed: Buffer.alloc(0), ...changes },
  };
}

/** Appends many records. */
export async function seedRecords(database: Database, count: number, atMs: number): Promise<void> {
  const { appending } = storedAuditRecords(database);
  const drafts = Array.from({ length: count }, (_, index) => serviceDraft(index + 1, atMs));
  for (let start = 0; start < count; start += 1_000)
    await database.transact(alongsideOf(appending(drafts.slice(start, start + 1_000))));
}
