import { isSignatureNow, type SignatureCheck } from "../../core/signing/signature.ts";
import { storedIdentities } from "../identity/store/identities.ts";
import { Audit } from "../ledger/domain/replay/audit.ts";
import { replayLedger } from "../ledger/domain/replay/replay.ts";
import { signatureFlaws } from "../ledger/domain/replay/signature-flaws.ts";
import { ledgerRows } from "../ledger/store/rows.ts";
import type { Finding, Restored } from "./checks.ts";

/**
 * Replays the ledger of a backup, with the signatures of its orders, and looks whether it has the batch that was the last
 * one when the backup was begun. What the orders say is for `ledger check`, which knows the contract.
 */
export async function checkLedger({ store, head }: Restored): Promise<Finding> {
  const witness = "the beginning of the backup";
  const audit = new Audit(head === undefined ? [] : [{ ...head, witness }]);
  const identities = storedIdentities(store);
  await replayLedger(audit, {
    rows: ledgerRows(store.manager),
    entryFlaw: signatureFlaws((owner) => identities.signingKeys(owner), isSignature),
    pendingFlaw: async () => undefined,
    pause: async () => false,
  });
  return {
    counts: [
      { what: "batches of the ledger", number: audit.batches },
      { what: "entries of the ledger", number: audit.entries },
    ],
    // The places alone, for what is wrong there would tell what somebody has.
    problems: [...new Set(audit.findings.map(placeOf))].map((place) => `the ledger: ${place} is not as it was written`),
  };
}

/** In this thread, which gives way to others. Those of the pool do not, and callers of the service need them. */
const isSignature: SignatureCheck = async (...claim) => isSignatureNow(...claim);

function placeOf(finding: string): string {
  return finding.slice(0, finding.indexOf(": "));
}
