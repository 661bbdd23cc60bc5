import { TransactionErrorCode } from "#contract/wallet/v1/transaction_pb.js";
import { type Attempt, type PaymentOutcome, WalletClient } from "../typescript/src/index.ts";
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

/** Returns why the last attempt of a call failed, and of which; undefined if none did. */
type LastFailure = () => string | undefined;

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
  act: (wallet: WalletClient, journal: CommandJournal, lastFailure: LastFailure) => Promise<Result>,
  repeated: ReadonlySet<string> = new Set(),
): Promise<Result> {
  const profile = new Profile(env, name);
  const journal = new CommandJournal(new FileStorage(profile.journal, { lockWaitMs }), repeated);
  const credentials = profile.credentials();
  const endpoint = endpointOf(env);
  let failure: string | undefined;
  const onAttempt = ({ method, reason }: Attempt) => {
    if (reason !== undefined) failure = `${reason} of ${method}`;
  };
  const wallet = new WalletClient({ endpoint, credentials, clientId, storage: journal, onAttempt });
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
  return act(wallet, journal, () => failure);
}

/** Says what becomes of payments whose outcomes were not told. */
function leftText(ids: ReadonlySet<string>): string {
  const [first] = ids;
  const which =
    ids.size === 1 ? `the outcome of ${first} was` : `the outcomes of ${ids.size} payments from ${first} on were`;
  const repeated = ids.size === 1 ? "" : "repeat the command with its --batch, or ";
  return `${which} not told: ${repeated}platonic wallet reconcile tells what became of ${ids.size === 1 ? "it" : "them"}, and voids what is not made\n`;
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

/** Returns what became of payments that were left, whose exit status is 1 if one of them is still unresolved. */
export function reconciledOutcome(left: readonly PaymentOutcome[], lastFailure: string | undefined): Outcome {
  const outcomes = left.map(paymentOutcome);
  const json = { outcomes: outcomes.map(({ json }) => json) };
  if (left.length === 0) return { json, text: "Nothing is to be settled.\n" };
  const text = outcomes.map(({ text }) => text).join("\n");
  if (left.every(({ status }) => status !== "unresolved")) return { json, text };
  const cause = lastFailure === undefined ? {} : { lastFailure };
  const why =
    lastFailure === undefined ? "" : `\nThe last failure: ${lastFailure}. Repeat the command when that is mended.\n`;
  return { json: { ...json, ...cause }, text: text + why, status: 1 };
}
