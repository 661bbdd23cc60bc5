import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { LedgerCheckSchema } from "#contract/admin/v1/ledger_pb.js";
import { findingText, type LedgerReplay } from "../../ledger/index.ts";

/** A replay of the ledger, running or finished. */
export function checkMessage({
  audit,
  startedAtMs,
  entriesTotal,
  endedAtMs,
}: LedgerReplay): MessageInitShape<typeof LedgerCheckSchema> {
  return {
    isRunning: endedAtMs === undefined,
    ...(endedAtMs !== undefined && { isWhole: audit.findings.length === 0 }),
    entries: BigInt(audit.entries),
    batches: BigInt(audit.batches),
    entriesTotal: BigInt(entriesTotal),
    head: audit.head,
    findings: audit.findings.map(findingText),
    startedAt: timestampFromMs(startedAtMs),
    ...(endedAtMs !== undefined && { endedAt: timestampFromMs(endedAtMs) }),
  };
}
