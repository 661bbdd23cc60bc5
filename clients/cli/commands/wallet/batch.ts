import { randomUUID } from "node:crypto";
import type { WalletClient } from "../../../typescript/src/index.ts";
import { type Call, command, type Outcome } from "../../command.ts";
import { type BatchListener, type LineOutcome, payLines } from "../../payments/batches.ts";
import type { CommandJournal } from "../../payments/command-journal.ts";
import { payTogether } from "../../payments/linked-payments.ts";
import { type IdentifiedLine, withIds } from "../../payments/payment-ids.ts";
import { type PaymentLine, paymentsIn } from "../../payments/payments-file.ts";
import { Profile, profileOption } from "../../profile.ts";
import { withProgress } from "../../progress.ts";
import { inputOf } from "../../request-input.ts";
import { table } from "../../text.ts";
import { UsageError } from "../../usage-error.ts";
import { withWallet } from "../../wallet-run.ts";

const options = {
  batch: { value: "NAME", help: "of your own: repeated with it, the command pays nobody twice" },
  profile: profileOption,
} as const;

export const walletPayMany = command({
  name: "wallet pay-many",
  summary:
    "Pays everybody in a file: CSV that names recipient and amount, or lines of JSON. Tells the outcome of each.",
  optionalOperand: "FILE",
  options,
  input: "PAYMENTS",
  examples: [
    "platonic wallet pay-many wages.csv --batch wages-2026-11",
    `printf 'recipient,amount,asset,description\\n%s,12.5,USD,"tea, black"\\n' $BOB | platonic wallet pay-many`,
    `echo '{"recipient": "01920000-0000-7000-8000-000000000001", "amount": "12.5"}' | platonic wallet pay-many`,
  ],
  run: (call) => payFile(call, payLines, (lines) => lines),
});

export const walletPayLinked = command({
  name: "wallet pay-linked",
  summary: "Makes the 2 to 100 payments of a file, as for `wallet pay-many`, in their sequence: all of them, or none.",
  optionalOperand: "FILE",
  options,
  input: "PAYMENTS",
  examples: ["platonic wallet pay-linked deal.csv"],
  run: (call) => payFile(call, payTogether, requireLinked),
});

/** @throws UsageError for more payments than can be linked, or fewer */
export function requireLinked(lines: readonly PaymentLine[]): readonly PaymentLine[] {
  if (lines.length >= 2 && lines.length <= 100) return lines;
  throw new UsageError(`2 to 100 payments can be linked, not ${lines.length}: nobody was paid`);
}

type Paying = (
  wallet: WalletClient,
  lines: readonly IdentifiedLine[],
  listener: BatchListener,
  journal: CommandJournal,
) => Promise<LineOutcome[]>;

/** Reads all of a file before paying anything, and pays it as a batch or as a linked set. */
async function payFile(
  call: Call<[], typeof options>,
  pay: Paying,
  required: (lines: readonly PaymentLine[]) => readonly PaymentLine[],
): Promise<Outcome> {
  const { optionalOperand: file, options: given, env, complain } = call;
  const { batch = randomUUID() } = given;
  if (!/^[\w.:-]{1,64}$/.test(batch))
    throw new UsageError("--batch must have 1 to 64 letters, digits, dots, colons, hyphens and underscores");
  const { identityId } = new Profile(env, given.profile).credentials();
  const read = required(paymentsIn(await inputOf(file === undefined || file === "-" ? file : `@${file}`)));
  const lines = await withIds(read, batch, identityId);
  const ids = new Set(lines.map(({ id }) => id));
  const act = async (wallet: WalletClient, journal: CommandJournal) => {
    await journal.requireSettled();
    // Reports an unreachable service or a missing wallet before anything is signed.
    await wallet.wallets.getWallet({ identityId });
    if (given.batch === undefined)
      complain(`platonic: should this be cut off, repeat it with --batch ${batch}, which pays nobody twice\n`);
    const waiting = (count: number) =>
      complain(`platonic: ${count} payments are not answered; asking until they are, or are void for good\n`);
    const outcomes = await withProgress(call, "paying", (done) =>
      pay(
        wallet,
        lines,
        { done: (count) => done(`${count} of ${lines.length}`, count / lines.length), waiting },
        journal,
      ),
    );
    return { ...told(batch, outcomes), status: outcomes.every(({ status }) => status === "completed") ? 0 : 1 };
  };
  return withWallet(call, given.profile, act, ids);
}

function told(batch: string, outcomes: readonly LineOutcome[]): Pick<Outcome, "json" | "text"> {
  const counts: Record<string, number> = {};
  for (const { status } of outcomes) counts[status] = (counts[status] ?? 0) + 1;
  const rows = outcomes.map(({ line, status, recipient, amount, asset, id, confirmationCode, errorCode }) => ({
    line: String(line),
    status,
    recipient,
    amount: `${amount} ${asset}`,
    id,
    code: confirmationCode ?? errorCode ?? "",
  }));
  const summary = Object.entries(counts).map(([status, count]) => `${count} ${status}`);
  return { json: { batch, counts, outcomes }, text: `${table(rows)}${summary.join(", ")}\n` };
}
