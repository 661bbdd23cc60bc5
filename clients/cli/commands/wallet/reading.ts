import { TransactionService } from "#contract/wallet/v1/transaction_service_pb.js";
import type { Moment } from "../../../typescript/src/index.ts";
import { command } from "../../command.ts";
import { profileOption } from "../../profile.ts";
import { profileCommand } from "../../remote-command.ts";
import { labelled } from "../../text.ts";
import { UsageError } from "../../usage-error.ts";
import { withWallet } from "../../wallet-run.ts";

export const walletBalanceAt = command({
  name: "wallet balance-at",
  summary: "Shows what was in the wallet at a time in UTC, or after an entry of the ledger, exactly.",
  operands: ["MOMENT"],
  options: { profile: profileOption },
  examples: ["platonic wallet balance-at 2026-11-21T00:00:00Z", "platonic wallet balance-at 42"],
  run({ operands: [written], options: { profile }, ...call }) {
    const moment = momentOf(written);
    return withWallet(call, profile, async (wallet) => {
      const { balances, sequence, recordedAt } = await wallet.balancesAt(moment);
      const head = { sequence: String(sequence), recordedAt: recordedAt?.toISOString() ?? null };
      const json = { ...head, balances: Object.fromEntries(balances) };
      return { json, text: labelled({ ...head, ...json.balances }, 16) };
    });
  },
});

export const walletTransaction = profileCommand({
  name: "wallet transaction",
  summary: "Shows a transaction that this wallet has sent or received, its outcome, and what was reversed of it.",
  operands: ["TRANSACTION"],
  method: TransactionService.method.getTransaction,
  request: ({ operands: [transactionId] }, identityId) => ({ identityId, transactionId }),
});

export const walletVoid = profileCommand({
  name: "wallet void",
  summary:
    "Sees to it that a payment of this wallet is never made, by its id; tells its outcome if it is made already.",
  operands: ["TRANSACTION"],
  method: TransactionService.method.resolveTransaction,
  request: ({ operands: [transactionId] }, sender) => ({ sender, transactionId, seal: true }),
});

/** Parses the number of an entry, or a time. @throws UsageError for anything else */
function momentOf(written: string): Moment {
  if (/^\d{1,18}$/.test(written)) return { sequence: BigInt(written) };
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/.test(written) && !Number.isNaN(Date.parse(written));
  if (isTime) return { at: new Date(written) };
  throw new UsageError("MOMENT must be a time in UTC such as 2026-11-21T00:00:00Z, or the number of an entry");
}
