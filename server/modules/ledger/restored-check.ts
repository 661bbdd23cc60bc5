import { createKeyReader, isSignatureNow, type SignatureCheck } from "../../core/signing/signature.ts";
import type { Database } from "../../database/source.ts";
import { Audit } from "./engine/replay/audit.ts";
import { replayLedger } from "./engine/replay/replay.ts";
import { type KeysOf, signatureFlaws } from "./engine/replay/signature-flaws.ts";
import { rowsOfLedger } from "./store/rows.ts";

/** The ledger of a restored backup. */
export interface RestoredLedger {
  readonly database: Database;
  /** Returns every signing key that an identity has ever had. */
  readonly keysOf: KeysOf;
  /** The last batch when the backup began; undefined if the ledger was empty or the backup does not record it. */
  readonly head: { readonly number: number; readonly hash: Uint8Array } | undefined;
}

/**
 * Replays the ledger of a backup, verifies the signatures of its orders, and looks for the last batch at the time when
 * the backup began. `ledger check`, which knows the contract, checks the terms of the orders.
 */
export async function checkRestoredLedger({ database, keysOf, head }: RestoredLedger) {
  const witness = "the beginning of the backup";
  const keyOf = createKeyReader();
  // Verifies in this thread, which has low priority; the threads of the pool serve callers.
  const isSignature: SignatureCheck = async (...claim) => isSignatureNow(...claim, keyOf);
  const audit = new Audit(head === undefined ? [] : [{ ...head, witness }]);
  await replayLedger(audit, {
    rows: rowsOfLedger(database.manager),
    entryFlaw: signatureFlaws(keysOf, isSignature),
    pendingFlaw: async () => undefined,
    pause: async () => false,
  });
  return {
    counts: [
      { what: "batches of the ledger", number: audit.batches },
      { what: "entries of the ledger", number: audit.entries },
    ],
    // Reports only the locations: flaws quote balances.
    problems: [...new Set(audit.findings.map(({ place }) => place))].map(
      (place) => `the ledger: ${place} is not as it was written`,
    ),
  };
}
