import { TokenType } from "#contract/wallet/v1/money_pb.js";
import {
  TransactionErrorCode,
  type TransactionResult,
  TransactionStatus,
  type TransferOrder,
} from "#contract/wallet/v1/transaction_pb.js";
import type { TransferLinkedResponse } from "#contract/wallet/v1/transaction_service_pb.js";
import { repetitionMs } from "../../../typescript/src/back-off.ts";
import { linkedSet, PlatonicError, signLinked, type WalletClient } from "../../../typescript/src/index.ts";
import { passed } from "../../../typescript/src/repetition.ts";
import { newTransactionId } from "../../../typescript/src/wallet/transaction-id.ts";
import { listOutcome } from "../../answer.ts";
import { command } from "../../command.ts";
import { orderOf } from "../../payments/batches.ts";
import { type LinkedFile, readLinked, writeLinked } from "../../payments/linked-file.ts";
import { paymentsIn } from "../../payments/payments-file.ts";
import { Profile, profileOption } from "../../profile.ts";
import { withProgress } from "../../progress.ts";
import { inputOf } from "../../request-input.ts";
import { UsageError } from "../../usage-error.ts";
import { wholeNumberOf } from "../../values.ts";
import { withWallet } from "../../wallet-run.ts";
import { requireLinked } from "./batch.ts";

export const walletPrepareLinked = command({
  name: "wallet prepare-linked",
  summary: "Writes payments of several senders to a new file, for each of them to sign: all are made, or none.",
  operands: ["SET"],
  optionalOperand: "FILE",
  options: {
    hours: { value: "N", help: "for how long they can be made (24)" },
    profile: profileOption,
  },
  input: "PAYMENTS",
  examples: [
    `printf 'sender,recipient,amount,asset\\n%s,%s,5,USD\\n%s,%s,10,\\n' $ADA $BOB $BOB $ADA | platonic wallet prepare-linked deal.json`,
  ],
  async run({ operands: [path], optionalOperand: file, options: { hours = "24", profile }, ...call }) {
    const heldMs = wholeNumberOf("--hours", hours, 1) * 3_600_000;
    const { identityId } = new Profile(call.env, profile).credentials();
    const lines = requireLinked(
      paymentsIn(await inputOf(file === undefined || file === "-" ? file : `@${file}`), ["sender"]),
    );
    return withWallet(call, profile, async (wallet) => {
      // Obtains the service's time, which orders contain, and checks that the wallet exists.
      await wallet.wallets.getWallet({ identityId });
      const now = wallet.time.now();
      const orders = lines.map((line) => ({
        ...orderOf({ ...line, id: line.id ?? newTransactionId(now) }),
        sender: line.sender ?? identityId,
        createdAt: BigInt(now),
        expiresAt: BigInt(now + heldMs),
      }));
      writeLinked(path, { set: await linkedSet(orders), signatures: [] }, true);
      return told(await readLinked(path));
    });
  },
});

export const walletShowLinked = command({
  name: "wallet show-linked",
  summary:
    "Shows the payments of a file of `wallet prepare-linked`, by the bytes that are signed, and who has signed them.",
  operands: ["SET"],
  run: async ({ operands: [path] }) => told(await readLinked(path)),
});

export const walletSignLinked = command({
  name: "wallet sign-linked",
  summary: "Signs the payments of a file of `wallet prepare-linked` as one of their senders.",
  operands: ["SET"],
  options: { profile: profileOption },
  examples: ["platonic wallet show-linked deal.json && platonic wallet sign-linked deal.json --profile bob"],
  async run({ operands: [path], options: { profile }, env }) {
    const credentials = new Profile(env, profile).credentials();
    const file = await readLinked(path);
    if (!file.orders.some(({ sender }) => sender === credentials.identityId))
      throw new UsageError(`none of the payments in ${path} is sent by ${credentials.identityId}`);
    const others = file.signatures.filter(({ sender }) => sender !== credentials.identityId);
    const signatures = [...others, await signLinked(file.set, credentials)];
    writeLinked(path, { set: file.set, signatures });
    return told({ ...file, signatures });
  },
});

export const walletSendLinked = command({
  name: "wallet send-linked",
  summary:
    "Makes the payments of a file that their senders have signed: all, or none. Repeated, it tells the same outcome.",
  operands: ["SET"],
  options: { profile: profileOption },
  async run(call) {
    const {
      operands: [path],
      options: { profile },
      env,
    } = call;
    const file = await readLinked(path);
    const missing = unsignedBy(file);
    const { identityId } = new Profile(env, profile).credentials();
    if (missing.some((sender) => sender !== identityId))
      throw new UsageError(`not signed yet by ${missing.join(", ")}: platonic wallet sign-linked signs it`);
    return withWallet(call, profile, async (wallet) => {
      await wallet.wallets.getWallet({ identityId });
      const { success, results } = await withProgress(call, "paying all or none", () =>
        answered(wallet, file, call.complain),
      );
      const outcome = told(file, results);
      return { ...outcome, status: success ? 0 : 1 };
    });
  },
});

/** Sends a set until it is answered: the same set always gets the same answer. */
async function answered(
  wallet: WalletClient,
  { set, signatures }: LinkedFile,
  complain: (text: string) => void,
): Promise<TransferLinkedResponse> {
  const others = signatures.filter(({ sender }) => sender !== wallet.identityId);
  for (let failures = 0; ; failures += 1) {
    try {
      return await wallet.sendLinked(set, others);
    } catch (thrown) {
      const error = PlatonicError.from(thrown);
      if (!lost.has(error.reason)) throw error;
      if (failures === 0) complain("platonic: not answered; asking until it is, which a repeated command does, too\n");
      await passed(Math.max((error.retryAfterSeconds ?? 0) * 1000, repetitionMs(failures, Math.random())));
    }
  }
}

/** Failures after which the outcome of the set is unknown. */
const lost = new Set<PlatonicError["reason"]>(["UNREACHABLE", "TIMED_OUT", "UNAVAILABLE", "INTERNAL", "UNKNOWN"]);

/** Returns the senders whose signature is missing. */
function unsignedBy({ orders, signatures }: LinkedFile): string[] {
  const signed = new Set(signatures.map(({ sender }) => sender));
  return [...new Set(orders.map(({ sender }) => sender))].filter((sender) => !signed.has(sender));
}

function told(file: LinkedFile, results: readonly TransactionResult[] = []) {
  const unsigned = new Set(unsignedBy(file));
  return listOutcome(
    "payments",
    file.orders.map((order, index) => ({
      ...plain(order),
      ...(results.length === 0 ? { isSigned: !unsigned.has(order.sender) } : resultOf(results[index])),
    })),
  );
}

function plain({ id, sender, recipient, amount, tokenType, currencyCode, description, expiresAt }: TransferOrder) {
  return {
    id,
    sender,
    recipient,
    amount: `${amount} ${currencyCode || `TOKEN_${TokenType[tokenType]}`}`,
    description,
    expiresAt: expiresAt === 0n ? null : new Date(Number(expiresAt)).toISOString(),
  };
}

function resultOf(result: TransactionResult | undefined) {
  const status = TransactionStatus[result?.status ?? 0]?.toLowerCase();
  if (result?.success) return { status, confirmationCode: result.confirmationCode };
  return { status, errorCode: TransactionErrorCode[result?.errorCode ?? 0] };
}
