import { TransactionErrorCode } from "#contract/wallet/v1/transaction_pb.js";
import { type PaymentOutcome, WalletClient } from "../typescript/src/index.ts";
import { FileStorage } from "../typescript/src/node.ts";
import { transactionRefusal } from "../typescript/src/wallet/refusals.ts";
import type { Outcome } from "./command.ts";
import { CommandJournal } from "./payments/command-journal.ts";
import { Profile } from "./profile.ts";
import { endpointOf } from "./service.ts";
import { clientId, endSession } from "./session.ts";
import { labelled } from "./text.ts";

/** Time for which a command waits for another one of its profile. */
const lockWaitMs = 60_000;

/**
 * Runs an action with the wallet of a profile, and closes it.
 *
 * @param repeated ids of payments that an earlier command may have left in the journal, and that this one makes again
 */
export async function withWallet<Result>(
  env: NodeJS.ProcessEnv,
  name: string | undefined,
  act: (wallet: WalletClient, journal: CommandJournal) => Promise<Result>,
  repeated: ReadonlySet<string> = new Set(),
): Promise<Result> {
  const profile = new Profile(env, name);
  const storage = new CommandJournal(new FileStorage(profile.journal, { lockWaitMs }), repeated);
  const credentials = profile.credentials();
  const endpoint = endpointOf(env);
  const wallet = new WalletClient({ endpoint, credentials, clientId, storage });
  try {
    return await act(wallet, storage);
  } finally {
    await wallet.close();
    await endSession(endpoint, wallet.sessionToken);
  }
}

/** Returns the outcome of a payment, whose exit status is 1 if it failed or is unresolved. */
export function paymentOutcome(outcome: PaymentOutcome): Outcome {
  const { status, id } = outcome;
  if (status === "unresolved") {
    const notice = "The ledger has not answered: platonic wallet reconcile settles it.\n";
    return { json: { status, id }, text: labelled({ status, id }) + notice, status: 1 };
  }
  const { confirmationCode, errorCode } = outcome.result;
  const isFailed = status === "failed";
  const json = { status, id, ...(isFailed ? { errorCode: TransactionErrorCode[errorCode] } : { confirmationCode }) };
  const why = isFailed ? `${transactionRefusal(errorCode)}\n` : "";
  return { json, text: labelled(json, 16) + why, status: isFailed ? 1 : 0 };
}
