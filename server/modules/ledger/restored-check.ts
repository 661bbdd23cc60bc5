import { createKeyReader, isSignatureNow, type SignatureCheck } from "../../core/signing/signature.ts";
import type { Database } from "../../database/source.ts";
import { Audit } from "./domain/replay/audit.ts";
import { replayLedger } from "./domain/replay/replay.ts";
import { type KeysOf, signatureFlaws } from "./domain/replay/signature-flaws.ts";
import { ledgerRows } from "./store/rows.ts";

/** The ledger of a restored backup. */
export interface RestoredLedger {
  readonly database: Database;
  /** Every signing key that an identity ever had. */
  readonly keysOf: KeysOf;
  /** The last batch when the backup was begun. Undefined: the ledger had no entries, or the backup does not say. */
  readonly head: { readonly number: number; readonly hash: Uint8Array } | undefined;
}

/**
 * Replays the ledger of a backup, with the signatures of its orders, and looks for the batch that was the last one when
 * the backup was begun. What the orders say is for `ledger check`, which knows the contract.
 */
export async function checkRestoredLedger({ database, keysOf, head }: RestoredLedger) {
  const witness = "the beginning of the backup";
  const keyOf = createKeyReader();
  // In this thread, which has a low priority; callers of the service need those of the pool.
  const isSignature: SignatureCheck = async (...claim) => isSignatureNow(...claim, keyOf);
  const audit = new Audit(head === undefined ? [] : [{ ...head, witness }]);
  await replayLedger(audit, {
    rows: ledgerRows(database.manager),
    entryFlaw: signatureFlaws(keysOf, isSignature),
    pendingFlaw: async () => undefined,
    pause: async () => false,
  });
  return {
    counts: [
      { what: "batches of the ledger", number: audit.batches },
      { what: "entries of the ledger", number: audit.entries },
    ],
    // The places alone: what is wrong there would tell what somebody has.
    problems: [...new Set(audit.findings.map(placeOf))].map((place) => `the ledger: ${place} is not as it was written`),
  };
}

function placeOf(finding: string): string {
  return finding.slice(0, finding.indexOf(": "));
}
