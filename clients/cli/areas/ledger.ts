import type { Command } from "../command.ts";
import { ledgerCheck, ledgerLastCheck } from "../commands/ledger/check.ts";
import { ledgerDismiss } from "../commands/ledger/dismiss.ts";
import { ledgerExport } from "../commands/ledger/export.ts";
import { ledgerHead, ledgerVerify } from "../commands/ledger/head.ts";
import { ledgerKeys } from "../commands/ledger/keys.ts";
import {
  ledgerDeposit,
  ledgerFreeze,
  ledgerPolicy,
  ledgerRelease,
  ledgerReverse,
  ledgerUnfreeze,
  ledgerWithdraw,
} from "../commands/ledger/operator.ts";
import { ledgerRebuild } from "../commands/ledger/rebuild.ts";
import { ledgerWatch } from "../commands/ledger/watch.ts";
import { verifyReceipt } from "../commands/verify-receipt.ts";

/** The commands that begin with `ledger`, in the order of the usage text. */
export const ledger: readonly Command[] = [
  ledgerDeposit,
  ledgerWithdraw,
  ledgerReverse,
  ledgerRelease,
  ledgerFreeze,
  ledgerUnfreeze,
  ledgerPolicy,
  ledgerCheck,
  ledgerLastCheck,
  ledgerRebuild,
  ledgerDismiss,
  ledgerExport,
  ledgerHead,
  ledgerVerify,
  ledgerWatch,
  ledgerKeys,
  verifyReceipt,
];
