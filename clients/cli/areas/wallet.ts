import type { Command } from "../command.ts";
import {
  walletBalance,
  walletCreate,
  walletDeposit,
  walletHistory,
  walletPay,
  walletReceipt,
  walletReconcile,
} from "../commands/wallet.ts";
import { walletPayLinked, walletPayMany } from "../commands/wallet-batch.ts";
import { walletExchange, walletExchanges, walletQuote } from "../commands/wallet-exchange.ts";
import { walletCapture, walletHold, walletHolds, walletRelease, walletReverse } from "../commands/wallet-holds.ts";
import { walletWatch } from "../commands/wallet-watch.ts";

/** The commands that begin with `wallet`, in the order of the usage text. */
export const wallet: readonly Command[] = [
  walletCreate,
  walletDeposit,
  walletBalance,
  walletPay,
  walletPayMany,
  walletPayLinked,
  walletHistory,
  walletReceipt,
  walletReconcile,
  walletQuote,
  walletExchange,
  walletExchanges,
  walletHold,
  walletCapture,
  walletRelease,
  walletHolds,
  walletReverse,
  walletWatch,
];
