import type { Command } from "./command.ts";
import { backup, backupDrill, backupList } from "./commands/backup.ts";
import { benchChannel } from "./commands/bench.ts";
import { completion } from "./commands/completion.ts";
import { geocode } from "./commands/geocode.ts";
import { hostRegister, hostShorten, hostStatus, hostUnregister } from "./commands/host.ts";
import { identityRegister, identityShow } from "./commands/identity.ts";
import { keysCreate, keysList, keysRevoke } from "./commands/keys.ts";
import { ledgerCheck } from "./commands/ledger-check.ts";
import { ledgerDismiss } from "./commands/ledger-dismiss.ts";
import { ledgerExport } from "./commands/ledger-export.ts";
import { migrate } from "./commands/migrate.ts";
import { outbox } from "./commands/outbox.ts";
import { restore } from "./commands/restore.ts";
import { start } from "./commands/start.ts";
import { vaultRotate, vaultStatus } from "./commands/vault.ts";
import { verifyReceipt } from "./commands/verify-receipt.ts";
import {
  walletBalance,
  walletCreate,
  walletDeposit,
  walletHistory,
  walletPay,
  walletReceipt,
  walletReconcile,
} from "./commands/wallet.ts";

/** Every command, in the order of the usage text. */
export const commands: readonly Command[] = [
  start,
  ...geocode,
  identityRegister,
  identityShow,
  walletCreate,
  walletDeposit,
  walletBalance,
  walletPay,
  walletHistory,
  walletReceipt,
  walletReconcile,
  keysCreate,
  keysList,
  keysRevoke,
  outbox,
  vaultStatus,
  vaultRotate,
  backup,
  backupList,
  backupDrill,
  restore,
  migrate,
  ledgerCheck,
  ledgerDismiss,
  ledgerExport,
  verifyReceipt,
  benchChannel,
  hostRegister,
  hostUnregister,
  hostStatus,
  hostShorten,
  completion,
];
