import type { Command } from "../command.ts";
import { walletPayLinked, walletPayMany } from "../commands/wallet/batch.ts";
import { walletExchange, walletExchanges, walletQuote } from "../commands/wallet/exchange.ts";
import { walletHistory } from "../commands/wallet/history.ts";
import { walletCapture, walletHold, walletHolds, walletRelease, walletReverse } from "../commands/wallet/holds.ts";
import {
  walletPrepareLinked,
  walletSendLinked,
  walletShowLinked,
  walletSignLinked,
} from "../commands/wallet/linked.ts";
import { walletBalanceAt, walletTransaction, walletVoid } from "../commands/wallet/reading.ts";
import { walletConfigure, walletShow } from "../commands/wallet/settings.ts";
import {
  walletBalance,
  walletCreate,
  walletDeposit,
  walletPay,
  walletReceipt,
  walletReconcile,
} from "../commands/wallet/wallet.ts";
import { walletWatch } from "../commands/wallet/watch.ts";

/** The commands that begin with `wallet`, in the order of the usage text. */
export const wallet: readonly Command[] = [
  walletCreate,
  walletShow,
  walletConfigure,
  walletDeposit,
  walletBalance,
  walletBalanceAt,
  walletPay,
  walletPayMany,
  walletPayLinked,
  walletPrepareLinked,
  walletShowLinked,
  walletSignLinked,
  walletSendLinked,
  walletHistory,
  walletTransaction,
  walletVoid,
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
