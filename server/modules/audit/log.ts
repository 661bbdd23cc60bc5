import type { Sealer } from "../../core/sealed-column.ts";
import { newUuidV7 } from "../../core/uuid.ts";
import { alongsideOf } from "../../database/last-statements.ts";
import type { ActFacts, AuditLog } from "../../rpc/audit/audit-log.ts";
import { begunValue, type Draft } from "./domain/record.ts";
import type { AuditRecords } from "./domain/records.ts";
import { auditColumn } from "./domain/sealed-columns.ts";

export interface AuditLogDeps {
  readonly records: AuditRecords;
  readonly sealer: Pick<Sealer, "seal">;
  readonly report: (error: unknown) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Most characters of a name that a caller gives itself. */
const nameMax = 256;

/** Creates the audit log. */
export function auditLog({ records, sealer, report, now }: AuditLogDeps): AuditLog & {
  /** Seals what must be sealed of an act. */
  draftOf(facts: ActFacts): Promise<Draft>;
} {
  async function draftOf(facts: ActFacts): Promise<Draft> {
    const { address, userAgent, texts, targets, values, begun, ...plain } = facts;
    const atMs = now();
    const id = newUuidV7(atMs);
    const origin = { address, userAgent: userAgent.slice(0, nameMax), texts };
    // An act that is no call says nothing of a person, so that programs can record without the vault.
    const isEmpty = address === "" && userAgent === "" && Object.keys(texts).length === 0;
    const opened = Buffer.from(JSON.stringify(origin), "utf8");
    const sealed = isEmpty ? Buffer.alloc(0) : await sealer.seal(auditColumn.context({ id }), opened);
    return {
      ...plain,
      id,
      atMs,
      actorId: plain.actorId.slice(0, 128),
      requestId: plain.requestId.slice(0, 128),
      targets: JSON.stringify([...new Set(targets)]),
      plain: JSON.stringify(begun === undefined ? values : { ...values, ...begunValue(begun) }),
      sealed: Buffer.from(sealed),
    };
  }

  return {
    draftOf,
    async prepare(facts) {
      const statements = records.appending([await draftOf(facts)]);
      return { statements, alongside: alongsideOf(statements) };
    },
    append: async (facts) => records.append(await draftOf(facts)),
    report,
  };
}
