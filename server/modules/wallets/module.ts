import { LedgerService } from "#contract/admin/v1/ledger_pb.js";
import { ExchangeService } from "#contract/wallet/v1/exchange_service_pb.js";
import { HoldService } from "#contract/wallet/v1/hold_service_pb.js";
import { TransactionService } from "#contract/wallet/v1/transaction_service_pb.js";
import { WalletService } from "#contract/wallet/v1/wallet_service_pb.js";
import { createFixedWindowLimiter } from "../../core/fixed-window/fixed-window-limiter.ts";
import { windows } from "../../core/fixed-window/windows.ts";
import type { SignatureCheck } from "../../core/signing/signature.ts";
import type { ServiceTable } from "../../rpc/handler.ts";
import type { Operations } from "../../rpc/operations.ts";
import type { Identities, Vault } from "../identity/index.ts";
import type { LedgerModule } from "../ledger/module.ts";
import { ledgerOperations } from "./operations/admin/ledger.ts";
import { exchangeOperations } from "./operations/exchange/exchange.ts";
import { holdOperations } from "./operations/holds/holds.ts";
import type { ReceiptSigner } from "./operations/transfers/receipts.ts";
import { transactionOperations } from "./operations/transfers/transactions.ts";
import { walletOperations } from "./operations/wallets/wallets.ts";
import { orderChecks } from "./orders/order-checks.ts";

export interface WalletModuleDeps {
  readonly ledger: Omit<LedgerModule, "pressure" | "reload">;
  readonly isSignature: SignatureCheck;
  readonly identities: Identities;
  readonly vault: Vault;
  /** Signs receipts with the key of the service. */
  readonly receiptSigner: ReceiptSigner;
  /** Origin at which clients reach the service. */
  readonly ownAddress: () => string;
  readonly settings: WalletSettings;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

interface WalletSettings {
  /** Lifetime of a quote. */
  readonly quoteSeconds: number;
  /** Limit of the transactions, exchanges and voids of each identity, in addition to the limits of its plan. */
  readonly transactionsPerMinute: number;
}

export interface WalletModule {
  readonly transfer: Operations<typeof TransactionService>["transfer"];
  readonly tables: readonly ServiceTable[];
}

/** Opens the operations on the ledger: wallets, transactions, holds, exchange, and administration. */
export function openWalletModule(deps: WalletModuleDeps): WalletModule {
  const { identities, isSignature, vault, receiptSigner, ownAddress, settings, now = Date.now } = deps;
  const { proveBatch, setRate, check, reconciliation, ...ledger } = deps.ledger;
  const attempts = attemptsOf(settings, now);
  const failures = createFixedWindowLimiter({ ...windows.signatureFailures, now });
  const checks = orderChecks({ identities, failures, isSignature });
  const common = { ...ledger, identities, ownAddress, attempts, now };
  const signed = { ...common, vault, checks, proveBatch, receiptSigner };
  const transactions = transactionOperations(signed);
  return {
    transfer: transactions.transfer,
    tables: [
      { service: WalletService, operations: walletOperations(common) },
      { service: TransactionService, operations: transactions },
      { service: HoldService, operations: holdOperations(signed) },
      { service: ExchangeService, operations: exchangeOperations({ ...common, quoteSeconds: settings.quoteSeconds }) },
      { service: LedgerService, operations: ledgerOperations({ ...common, setRate, check, reconciliation }) },
    ],
  };
}

function attemptsOf({ transactionsPerMinute: countMax }: WalletSettings, now: () => number) {
  const exceeded = `An identity may try ${countMax} transactions a minute`;
  return createFixedWindowLimiter({ ...windows.transactions, countMax, exceeded, now });
}
