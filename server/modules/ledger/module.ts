import type { Logger } from "pino";
import { LedgerService } from "../../../gen/es/admin/v1/ledger_pb.js";
import { ExchangeService } from "../../../gen/es/wallet/v1/exchange_service_pb.js";
import { TransactionService } from "../../../gen/es/wallet/v1/transaction_service_pb.js";
import { WalletService } from "../../../gen/es/wallet/v1/wallet_service_pb.js";
import { createAllowance } from "../../access/limits/allowance.ts";
import { createAttempts } from "../../access/limits/attempts.ts";
import type { Config } from "../../app/config.ts";
import type { SignatureCheck } from "../../core/signing/signature.ts";
import type { Store } from "../../database/source.ts";
import type { ServiceTable } from "../../rpc/handler.ts";
import type { Identities } from "../identity/domain/identities.ts";
import type { Vault } from "../identity/domain/vault.ts";
import type { Ledger } from "./domain/book.ts";
import type { KnownBatch } from "./domain/replay/audit.ts";
import { ledgerOperations } from "./operations/admin/ledger.ts";
import { ledgerCheck } from "./operations/admin/ledger-check.ts";
import { exchangeOperations } from "./operations/exchange/exchange.ts";
import { overHttp } from "./operations/transfers/confirmation.ts";
import { orderChecks } from "./operations/transfers/order-checks.ts";
import { orderFlaws, pendingFlaws } from "./operations/transfers/order-flaws.ts";
import type { ReceiptSigner } from "./operations/transfers/reading.ts";
import { transactionOperations } from "./operations/transfers/transactions.ts";
import { walletOperations } from "./operations/wallets/wallets.ts";
import { openRateSources } from "./rates/rate-sources.ts";
import { openLedger } from "./store/ledger.ts";
import { storedRates } from "./store/rates.ts";
import { storedWallets } from "./store/wallets.ts";

export interface LedgerHouse {
  readonly ledger: Ledger;
  readonly tables: readonly ServiceTable[];
  close(): Promise<void>;
}

export interface LedgerHouseParts {
  readonly store: Store;
  readonly isSignature: SignatureCheck;
  readonly identities: Identities;
  readonly vault: Vault;
  /** Signs by the service's own key. */
  readonly receiptSigner: ReceiptSigner;
  /** Batches that the ledger had once. */
  readonly knownBatches: () => Promise<readonly KnownBatch[]>;
  readonly config: Config;
  readonly log: Logger;
}

const minuteMs = 60_000;

/** Composes wallets, transactions, exchange and the ledger that holds them. */
export async function composeLedger(parts: LedgerHouseParts): Promise<LedgerHouse> {
  const { store, identities, vault, receiptSigner, isSignature, config, log } = parts;
  const { policy, rates: fixed, rateFeedUrl: feedUrl, rateMaxAgeSeconds, quoteSeconds } = config.ledger;
  const now = Date.now;
  const sources = await openRateSources({
    fixed,
    kept: storedRates(store),
    feedUrl,
    maxAgeMs: rateMaxAgeSeconds * 1000,
    now,
    report: (error) => log.warn({ err: error }, "rates could not be read"),
  });
  const rates = sources.table;
  const ledger = await openLedger(store, { policy, rates, now });
  const wallets = storedWallets(store);
  const attempts = createAllowance({ most: config.ledger.transactionsPerMinute, windowMs: minuteMs, now });
  const failures = createAttempts({ failuresMax: 10, windowMs: minuteMs, now });
  const checks = orderChecks({ identities, failures, isSignature });
  const check = ledgerCheck({
    ledger,
    entryFlaw: orderFlaws(identities, policy, isSignature),
    pendingFlaw: pendingFlaws(policy),
    knownBatches: parts.knownBatches,
    report: (error) => log.error({ err: error }, "the ledger could not be replayed"),
    now,
  });
  const common = { ledger, wallets, identities, policy, rates, attempts, now };
  return {
    ledger,
    tables: [
      { service: WalletService, operations: walletOperations(common) },
      {
        service: TransactionService,
        operations: transactionOperations({ ...common, vault, checks, confirm: overHttp, receiptSigner }),
      },
      { service: ExchangeService, operations: exchangeOperations({ ...common, quoteSeconds }) },
      { service: LedgerService, operations: ledgerOperations({ ...common, setRate: sources.set, check }) },
    ],
    async close() {
      await check.close();
      await ledger.close();
      await sources.close();
    },
  };
}
