import type { PaymentOutcome, SettledPayment, WalletClient } from "../../typescript/src/index.ts";

/** The part of a wallet that reports payments with a late answer. */
export type SettlingWallet = { readonly payments: Pick<WalletClient["payments"], "onSettled"> };

/**
 * Sends payments, and waits until the ledger has decided on each: the client queries unanswered ones, and voids
 * unprocessed ones, so that none of them can be paid later.
 *
 * @param waiting called once if answers are outstanding, with their number
 */
export async function settledPayments(
  wallet: SettlingWallet,
  send: () => Promise<PaymentOutcome[]>,
  waiting: (count: number) => void,
): Promise<SettledPayment[]> {
  const late = new Map<string, SettledPayment>();
  let told = (): void => undefined;
  const stop = wallet.payments.onSettled((payment) => {
    late.set(payment.id, payment);
    told();
  });
  try {
    const outcomes = await send();
    const open = () => outcomes.filter(({ status, id }) => status === "unresolved" && !late.has(id)).length;
    if (open() > 0) {
      waiting(open());
      await new Promise<void>((resolve) => {
        told = () => {
          if (open() === 0) resolve();
        };
        told();
      });
    }
    return outcomes.map((one) => (one.status === "unresolved" ? (late.get(one.id) as SettledPayment) : one));
  } finally {
    stop();
  }
}
