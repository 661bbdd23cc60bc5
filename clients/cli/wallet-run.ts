import { TransactionErrorCode } from "#contract/wallet/v1/transaction_pb.js";
import { type PaymentOutcome, WalletClient } from "../typescript/src/index.ts";
import { FileStorage } from "../typescript/src/node.ts";
import { transactionRefusal } from "../typescript/src/wallet/refusals.ts";
import type { Call, OptionTable, Outcome } from "./command.ts";
import { onInterruption } from "./interruption.ts";
import { CommandJournal } from "./payments/command-journal.ts";
import { Profile } from "./profile.ts";
import { endpointOf } from "./service.ts";
import { clientId, endSession } from "./session.ts";
import { labelled } from "./text.ts";

/** Time for which a command waits for another one of its profile. */
const lockWaitMs = 60_000;

/** The part of a call that a wallet needs. */
type WalletCall = Pick<Call<readonly string[], OptionTable>, "env" | "complain" | "ending">;

/**
 * Runs an action with the wallet of a profile, which is closed when the outcome is written: until then its payments stay in
 * the journal.
 *
 * @param repeated ids of payments that an earlier command may have left in the journal, and that this one makes again
 */
export async function withWallet<Result>(
  { env, complain, ending }: WalletCall,
  name: string | undefined,
  act: (wallet: WalletClient, journal: CommandJournal) => Promise<Result>,
  repeated: ReadonlySet<string> = new Set(),
): Promise<Result> {
  const profile = new Profile(env, name);
  const journal = new CommandJournal(new FileStorage(profile.journal, { lockWaitMs }), repeated);
  const credentials = profile.credentials();
  const endpoint = endpointOf(env);
  const wallet = new WalletClient({ endpoint, credentials, clientId, storage: journal });
  const sayLeft = () => {
    if (journal.begun.size > 0) complain(`platonic: ${leftText(journal.begun)}`);
  };
  const stopListening = onInterruption(sayLeft);
  ending(async (isTold) => {
    stopListening();
    if (!isTold) {
      journal.keep();
      sayLeft();
    }
    await wallet.close();
    await endSession(endpoint, wallet.sessionToken);
  });
  return act(wallet, journal);
}

/** Says what becomes of payments whose outcomes were not told. */
function leftText(ids: ReadonlySet<string>): string {
  const [first] = ids;
  const which =
    ids.size === 1 ? `the outcome of ${first} was` : `the outcomes of ${ids.size} payments from ${first} on were`;
  const repeated = ids.size === 1 ? "" : "repeat the command with its --batch, or ";
  return `${which} not told: ${repeated}platonic wallet reconcile tells what became of it, and voids what is not made\n`;
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
